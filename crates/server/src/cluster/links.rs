//! Links: connections of rooms whose sockets are at another node. Messages are numbered in both directions, and each second both
//! sides say how many they have sent; what was lost breaks the link, and the client comes back as after any lost connection.

use std::collections::HashMap;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use playmat_store::NodeId;
use playmat_wire::messages::ClientMessage;
use tokio::sync::mpsc;

use super::message::{Link, Say};
use crate::api_error::Code;
use crate::room::{MOVED, Out};

/// How many messages of a client may wait for its room.
const QUEUE: usize = 64;

/// All links of one life of a node.
#[derive(Default)]
pub struct Links {
    all: Mutex<All>,
}

#[derive(Default)]
struct All {
    last: Link,
    /// Those whose sockets are here.
    sockets: HashMap<Link, SocketEnd>,
    /// Those whose rooms are here.
    rooms: HashMap<(NodeId, Link), RoomEnd>,
    /// When each node was heard of last.
    heard: HashMap<NodeId, Instant>,
}

/// A link whose socket is here.
struct SocketEnd {
    room_at: NodeId,
    out: mpsc::Sender<Out>,
    /// Whether the other side knows of it.
    open: bool,
    /// How much the client has said, and was told.
    said: Arc<AtomicU64>,
    told: u64,
}

/// A link whose room is here.
struct RoomEnd {
    says: mpsc::Sender<ClientMessage>,
    said: u64,
    told: Arc<AtomicU64>,
}

/// What is said to the other side of broken links.
pub type Ends = Vec<(NodeId, Say)>;

impl Links {
    /// A socket wants to be a connection of a room there.
    pub fn socket(&self, room_at: NodeId, out: mpsc::Sender<Out>) -> (Link, Arc<AtomicU64>) {
        let (mut all, said) = (self.lock(), Arc::new(AtomicU64::new(0)));
        all.last += 1;
        let link = all.last;
        all.heard.insert(room_at.clone(), Instant::now());
        all.sockets.insert(link, SocketEnd { room_at, out, open: false, said: said.clone(), told: 0 });
        (link, said)
    }

    /// The other side knows of the link.
    pub fn opened(&self, link: Link) {
        if let Some(end) = self.lock().sockets.get_mut(&link) {
            end.open = true;
        }
    }

    /// The socket is gone. None if the link has ended already.
    pub fn close(&self, link: Link) -> Option<NodeId> {
        self.lock().sockets.remove(&link).map(|end| end.room_at)
    }

    /// A socket elsewhere is a connection of a room here.
    pub fn room(&self, socket_at: &NodeId, link: Link) -> (mpsc::Receiver<ClientMessage>, Arc<AtomicU64>) {
        let ((says, said), told) = (mpsc::channel(QUEUE), Arc::new(AtomicU64::new(0)));
        let mut all = self.lock();
        all.heard.insert(socket_at.clone(), Instant::now());
        all.rooms.insert((socket_at.clone(), link), RoomEnd { says, said: 0, told: told.clone() });
        (said, told)
    }

    /// The room has nothing more to tell.
    pub fn forget(&self, socket_at: &NodeId, link: Link) {
        self.lock().rooms.remove(&(socket_at.clone(), link));
    }

    /// Another node was heard of.
    pub fn hear(&self, node: &NodeId) {
        if let Some(heard) = self.lock().heard.get_mut(node) {
            *heard = Instant::now();
        }
    }

    /// A client elsewhere says something. What is to be said to its node if the link is broken.
    pub fn said(&self, from: &NodeId, link: Link, number: u64, message: ClientMessage) -> Option<Say> {
        let mut all = self.lock();
        let key = (from.clone(), link);
        let kept = all.rooms.get_mut(&key).is_some_and(|end| {
            end.said += 1;
            end.said == number && end.says.try_send(message).is_ok()
        });
        if !kept {
            all.rooms.remove(&key);
        }
        (!kept).then(|| bye(link))
    }

    /// A client here is told something. What is to be said to the node of the room if the link is broken.
    pub fn told(&self, from: &NodeId, link: Link, number: u64, text: Utf8Bytes) -> Option<Say> {
        let mut all = self.lock();
        let end = all.sockets.get_mut(&link).filter(|end| end.room_at == *from);
        let kept = end.map(|end| {
            end.told += 1;
            // A full queue means that the client does not read: its sender is dropped, and the socket closes.
            end.told == number && end.out.try_send(Out::Text(text)).is_ok()
        });
        match kept {
            Some(true) => None,
            Some(false) => {
                all.break_socket(link);
                Some(Say::Close { link })
            }
            None => Some(Say::Close { link }),
        }
    }

    /// A client here is told the last thing.
    pub fn bye(&self, from: &NodeId, link: Link, bye: Out) {
        let mut all = self.lock();
        if all.sockets.get(&link).is_some_and(|end| end.room_at == *from)
            && let Some(end) = all.sockets.remove(&link)
        {
            let _ = end.out.try_send(bye);
        }
    }

    /// A socket elsewhere is gone.
    pub fn gone(&self, from: &NodeId, link: Link) {
        self.lock().rooms.remove(&(from.clone(), link));
    }

    /// What another node believes of the links between us. Where that is not so, the link is broken.
    pub fn compare(&self, from: &NodeId, sockets: &[(Link, u64)], rooms: &[(Link, u64)]) -> Ends {
        let mut all = self.lock();
        let mut ends = Vec::new();
        for (link, sent) in sockets {
            let key = (from.clone(), *link);
            // More may have come by now than had been sent then.
            if all.rooms.get(&key).is_none_or(|end| end.said < *sent) {
                all.rooms.remove(&key);
                ends.push((from.clone(), bye(*link)));
            }
        }
        for (link, sent) in rooms {
            if all.sockets.get(link).is_none_or(|end| end.room_at != *from || end.told < *sent) {
                all.break_socket(*link);
                ends.push((from.clone(), Say::Close { link: *link }));
            }
        }
        ends
    }

    /// What is to be said each second, to every node that there are links with.
    pub fn beats(&self) -> Vec<(NodeId, Say)> {
        let all = self.lock();
        let mut beats: HashMap<NodeId, [Vec<(Link, u64)>; 2]> = HashMap::new();
        for (link, end) in all.sockets.iter().filter(|(_, end)| end.open) {
            beats.entry(end.room_at.clone()).or_default()[0].push((*link, end.said.load(Ordering::Acquire)));
        }
        for ((node, link), end) in &all.rooms {
            beats.entry(node.clone()).or_default()[1].push((*link, end.told.load(Ordering::Acquire)));
        }
        beats.into_iter().map(|(node, [sockets, rooms])| (node, Say::Beat { sockets, rooms })).collect()
    }

    /// Breaks all links with nodes that were silent for so long.
    pub fn break_silent(&self, silent: Duration) {
        let mut all = self.lock();
        let quiet = |heard: &Instant| heard.elapsed() > silent;
        let gone: Vec<NodeId> = all.heard.iter().filter(|(_, heard)| quiet(heard)).map(|(node, _)| node.clone()).collect();
        for node in gone {
            all.heard.remove(&node);
            all.rooms.retain(|(socket_at, _), _| *socket_at != node);
            let lost: Vec<Link> = all.sockets.iter().filter(|(_, end)| end.room_at == node).map(|(link, _)| *link).collect();
            if !lost.is_empty() {
                tracing::warn!(node = node.name, links = lost.len(), "a node is not heard of any more");
            }
            lost.into_iter().for_each(|link| all.break_socket(link));
        }
    }

    /// Breaks all links.
    pub fn break_all(&self) {
        let mut all = self.lock();
        all.rooms.clear();
        for (_, end) in mem::take(&mut all.sockets) {
            let _ = end.out.try_send(Out::moved());
        }
    }

    fn lock(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl All {
    /// The client comes back by itself.
    fn break_socket(&mut self, link: Link) {
        if let Some(end) = self.sockets.remove(&link) {
            metrics::counter!("playmat_links_broken_total").increment(1);
            let _ = end.out.try_send(Out::moved());
        }
    }
}

fn bye(link: Link) -> Say {
    Say::Bye { link, code: Code::Moved.word().to_owned(), sentence: MOVED.to_owned(), again: true }
}

#[cfg(test)]
mod tests {
    use playmat_wire::messages::ServerMessage;

    use super::*;
    use crate::room::text;

    fn node(name: &str) -> NodeId {
        NodeId { name: name.into(), life: 1 }
    }

    fn ping(id: u32) -> ClientMessage {
        ClientMessage::Ping { id }
    }

    fn pong(id: u32) -> Utf8Bytes {
        text(&ServerMessage::Pong { id })
    }

    /// Two nodes with a link between them: the socket is at the first, the room at the second.
    struct Both {
        near: Links,
        far: Links,
        link: Link,
        said: Arc<AtomicU64>,
        told: Arc<AtomicU64>,
        news: mpsc::Receiver<Out>,
        heard: mpsc::Receiver<ClientMessage>,
    }

    fn linked() -> Both {
        let (near, far, (out, news)) = (Links::default(), Links::default(), mpsc::channel(4));
        let (link, said) = near.socket(node("far"), out);
        let (heard, told) = far.room(&node("near"), link);
        near.opened(link);
        Both { near, far, link, said, told, news, heard }
    }

    fn beat(from: &Links, name: &str, to: &Links) -> Ends {
        let beats = from.beats();
        let [(_, Say::Beat { sockets, rooms })] = &beats[..] else { return vec![] };
        to.compare(&node(name), sockets, rooms)
    }

    fn is_moved(out: Option<Out>) -> bool {
        matches!(out, Some(Out::Bye { code: Code::Moved, again: true, .. }))
    }

    #[test]
    fn what_arrives_in_order_is_carried_on() {
        let mut both = linked();
        for number in 1..=3 {
            assert!(both.far.said(&node("near"), both.link, number, ping(number as u32)).is_none());
            both.said.store(number, Ordering::Release);
            assert!(both.near.told(&node("far"), both.link, number, pong(number as u32)).is_none());
            both.told.store(number, Ordering::Release);
        }
        assert!(beat(&both.near, "near", &both.far).is_empty() && beat(&both.far, "far", &both.near).is_empty());
        assert_eq!(both.heard.try_recv().ok(), Some(ping(1)));
        assert!(matches!(both.news.try_recv(), Ok(Out::Text(first)) if first == pong(1)));
        // Somebody else's link is not this one.
        assert!(both.near.told(&node("third"), both.link, 4, pong(4)).is_some());
        assert!(both.near.close(both.link).is_some());
    }

    #[test]
    fn a_message_that_is_missing_breaks_the_link() {
        let mut both = linked();
        assert!(matches!(both.far.said(&node("near"), both.link, 2, ping(2)), Some(Say::Bye { again: true, .. })));
        assert!(both.heard.blocking_recv().is_none(), "the room hears that the socket is gone");
        assert!(matches!(both.near.told(&node("far"), both.link, 2, pong(2)), Some(Say::Close { .. })));
        assert!(is_moved(both.news.blocking_recv()) && both.near.close(both.link).is_none());
    }

    #[test]
    fn the_last_message_that_is_missing_is_noticed_by_the_next_beat() {
        let mut both = linked();
        both.said.store(1, Ordering::Release);
        assert!(matches!(&beat(&both.near, "near", &both.far)[..], [(to, Say::Bye { .. })] if *to == node("near")));
        assert!(both.heard.blocking_recv().is_none());
        // The other side hears of it by a message, or, if that is lost too, by its next beat.
        assert!(matches!(&beat(&both.near, "near", &both.far)[..], [(_, Say::Bye { .. })]));
        let mut both = linked();
        both.told.store(1, Ordering::Release);
        assert!(matches!(&beat(&both.far, "far", &both.near)[..], [(_, Say::Close { .. })]));
        assert!(is_moved(both.news.blocking_recv()));
        assert!(matches!(&beat(&both.far, "far", &both.near)[..], [(_, Say::Close { .. })]), "until the room knows");
    }

    #[test]
    fn links_with_a_silent_node_break() {
        let mut both = linked();
        both.near.break_silent(Duration::from_secs(60));
        both.near.hear(&node("far"));
        assert!(both.news.try_recv().is_err(), "it was heard of");
        std::thread::sleep(Duration::from_millis(2));
        both.near.break_silent(Duration::from_millis(1));
        assert!(is_moved(both.news.blocking_recv()));
        both.far.break_all();
        assert!(both.heard.blocking_recv().is_none());
    }
}
