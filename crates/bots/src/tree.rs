//! The tree of a search: sequences of answers, with their results.
//!
//! A node is the list of the answers tried there. Answers are followed by what they are, not by their place, since the options
//! of a question differ from one imagined world to the next.

/// An answer in the tree, and the node behind it.
#[derive(Clone, Copy, Debug)]
struct Edge {
    key: u64,
    /// The sum of its results, for the seat that answered.
    sum: f64,
    visits: u32,
    /// How often it could be chosen: it is compared only where it is possible.
    available: u32,
    /// How many of the last visits in a row ended as a certain win of the seat that answered so.
    won: u32,
    /// How many of the last visits in a row ended as a certain loss of it.
    lost: u32,
    /// How likely it seemed before it was tried.
    prior: f32,
    /// What the searching seat saw at the node behind it: a digest, or one of the two below.
    seen: u64,
    /// The first answer behind it.
    first: u32,
    /// The next answer beside it.
    next: u32,
}

const NONE: u32 = u32::MAX;

/// Nothing was seen at a node, and different things in different worlds.
const UNMET: u64 = 0;
const MIXED: u64 = u64::MAX;

/// How much worse than the answers that were tried one is thought to be that was not, where priors say which to try.
const CAUTION: f64 = 0.1;

/// So many worlds in a row must agree before an answer counts as proven.
const PROOF: u32 = 8;

/// How certain it is what an answer led to in one world, for the seat that gave it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It was judged, not played out, or it is a draw.
    Open,
    /// The match was won, whatever the other does.
    Won,
    /// The match was lost, whatever this seat does.
    Lost,
}

/// An answer at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answered {
    /// What was answered.
    pub key: u64,
    /// How often it was tried.
    pub visits: u32,
    /// The sum of its results.
    pub sum: f64,
    /// Whether it won in every world that was tried.
    pub proven: bool,
}

/// All nodes in one arena, which is kept from search to search.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    edges: Vec<Edge>,
}

/// An answer that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// Its place among the options.
    pub option: usize,
    /// The node behind it.
    pub node: u32,
    /// Whether it was taken for the first time.
    pub new: bool,
    /// Whether every other option is proven to lose.
    pub cornered: bool,
}

/// What is known of the options of a question.
struct Known {
    /// The edge of each, if there is one.
    found: [u32; playmat_kernel::MOST_OPTIONS],
    /// How many have none.
    untried: usize,
    /// How many are proven to lose.
    losing: usize,
    /// The last of those that have won in every world so far.
    winning: Option<usize>,
}

impl Known {
    fn places(&self, count: usize) -> impl Iterator<Item = u32> + use<> {
        self.found.into_iter().take(count)
    }
}

impl Edge {
    /// An answer that is possible for the first time, and not tried yet.
    fn new(key: u64, next: u32) -> Self {
        Edge { key, sum: 0.0, visits: 0, available: 1, won: 0, lost: 0, prior: 0.0, seen: UNMET, first: NONE, next }
    }

    /// Whether so many equal worlds in a row are a proof: enough of them, and more than before the row began.
    fn is_proof(&self, row: u32) -> bool {
        row >= PROOF && 2 * row >= self.visits
    }

    /// Whether it has won in every world so far, or is proven to win by now. Such an answer is tried again at once: the next world
    /// confirms it or refutes it.
    fn wins_so_far(&self) -> bool {
        self.won > 0 && (self.won == self.visits || self.is_proof(self.won))
    }
}

impl Tree {
    /// The node that the search starts from.
    pub const ROOT: u32 = 0;

    /// Forgets everything, but keeps the memory.
    pub fn clear(&mut self) {
        self.edges.clear();
        self.edges.push(Edge { available: 0, ..Edge::new(0, NONE) });
    }

    /// Takes one of the options, given by their keys: one that has won in every world so far, or one that was never tried
    /// (`fresh` says which), or the one with the best upper bound. The bound counts only the visits at which the option was
    /// possible.
    pub fn take(&mut self, node: u32, keys: &[u64], curiosity: f64, fresh: impl FnOnce(&[usize]) -> usize) -> Taken {
        let (mut best, mut best_bound) = (0, f64::NEG_INFINITY);
        // Of copies with one key the last was possible most often, and is taken.
        let known = self.known(node, keys, |option, edge| {
            let visits = f64::from(edge.visits);
            let bound = edge.sum / visits + curiosity * (libm::log(f64::from(edge.available)) / visits).sqrt();
            if bound > best_bound {
                (best, best_bound) = (option, bound);
            }
        });
        if let Some(option) = known.winning {
            return self.taken(&known, option, keys.len());
        }
        if known.untried == 0 {
            return self.taken(&known, best, keys.len());
        }
        let mut untried = [0usize; playmat_kernel::MOST_OPTIONS];
        let mut count = 0;
        for (option, _) in known.places(keys.len()).enumerate().filter(|(_, place)| *place == NONE) {
            untried[count] = option;
            count += 1;
        }
        let option = untried[fresh(&untried[..count]).min(count - 1)];
        Taken { option, node: self.add(node, keys[option]), new: true, cornered: known.losing + 1 == keys.len() }
    }

    /// Takes one of the options by what it is worth and how likely it seems: one that has won in every world so far, or the one with the
    /// best bound by PUCT. An option that was never tried counts as a little worse than the others; one that was not possible before
    /// seems as likely as they do on average.
    pub fn follow(&mut self, node: u32, keys: &[u64], curiosity: f64) -> Taken {
        let mut known = self.known(node, keys, |_, _| {});
        if let Some(option) = known.winning {
            return self.taken(&known, option, keys.len());
        }
        let (mut sum, mut visits, mut likely, mut met) = (0.0, 0u32, 0.0, 0u32);
        for edge in known.places(keys.len()).filter_map(|place| self.edges.get(place as usize)) {
            sum += edge.sum;
            visits += edge.visits;
            likely += edge.prior;
            met += 1;
        }
        let usual = if met == 0 { 1.0 } else { likely / met as f32 };
        for (option, &key) in keys.iter().enumerate() {
            if known.found[option] == NONE {
                known.found[option] = self.add(node, key);
                self.edges[known.found[option] as usize].prior = usual;
                likely += usual;
            }
        }
        let untried = if visits == 0 { 0.0 } else { sum / f64::from(visits) - CAUTION };
        let bound = |edge: &Edge| {
            let visits = f64::from(edge.visits);
            let worth = if edge.visits == 0 { untried } else { edge.sum / visits };
            let share = f64::from(edge.prior / likely.max(f32::MIN_POSITIVE));
            worth + curiosity * share * f64::from(edge.available).sqrt() / (1.0 + visits)
        };
        let option = self.best(&known, keys.len(), bound);
        self.taken(&known, option, keys.len())
    }

    /// Whether something is known of what may be answered at a node.
    pub fn is_open(&self, node: u32) -> bool {
        self.edges[node as usize].first != NONE
    }

    /// Adds the answers that are possible at a node, and how likely each seems.
    pub fn open(&mut self, node: u32, keys: &[u64], priors: &[f64]) {
        for (&key, &prior) in keys.iter().zip(priors) {
            if self.find(node, key) == NONE {
                let at = self.add(node, key);
                self.edges[at as usize].prior = prior as f32;
                self.edges[at as usize].available = 0;
            }
        }
    }

    /// The searching seat is asked at a node and sees this there, by a digest.
    pub fn meet(&mut self, node: u32, seen: u64) {
        let before = &mut self.edges[node as usize].seen;
        *before = match *before {
            UNMET => seen,
            same if same == seen => seen,
            _ => MIXED,
        };
    }

    /// Makes a node at which the searching seat saw this in every world the root, and forgets what is not behind it. Says whether there
    /// is one; otherwise nothing changes.
    pub fn keep(&mut self, seen: u64) -> bool {
        let is_met = |&(_, edge): &(usize, &Edge)| edge.seen == seen && edge.first != NONE && ![UNMET, MIXED].contains(&seen);
        let met = self.edges.iter().enumerate().skip(1).filter(is_met).max_by_key(|(at, edge)| (edge.visits, usize::MAX - at));
        let Some((node, _)) = met else { return false };
        let root = Edge { available: 0, first: self.edges[node].first, ..Edge::new(0, NONE) };
        let old = std::mem::replace(&mut self.edges, vec![root]);
        // Every list of answers that was copied is named by its copy until its own answers are.
        let mut next = 0;
        while next < self.edges.len() {
            let mut from = std::mem::replace(&mut self.edges[next].first, NONE);
            let mut last = NONE;
            while from != NONE {
                let at = self.edges.len() as u32;
                let edge = old[from as usize];
                self.edges.push(Edge { next: NONE, ..edge });
                match last {
                    NONE => self.edges[next].first = at,
                    last => self.edges[last as usize].next = at,
                }
                (last, from) = (at, edge.next);
            }
            next += 1;
        }
        true
    }

    /// What is known of the options of a question. Each of them was possible once more. `each` is told of those that were tried, up to
    /// the first that was not.
    fn known(&mut self, node: u32, keys: &[u64], mut each: impl FnMut(usize, &Edge)) -> Known {
        let mut known = Known { found: [NONE; playmat_kernel::MOST_OPTIONS], untried: 0, losing: 0, winning: None };
        for (option, &key) in keys.iter().enumerate() {
            let place = self.find(node, key);
            let Some(edge) = self.edges.get_mut(place as usize) else {
                known.untried += 1;
                continue;
            };
            known.found[option] = place;
            edge.available += 1;
            known.losing += usize::from(edge.is_proof(edge.lost));
            if edge.wins_so_far() {
                known.winning = Some(option);
            } else if known.untried == 0 {
                each(option, edge);
            }
        }
        known
    }

    /// The option with the best bound, of equals the first.
    fn best(&self, known: &Known, count: usize, bound: impl Fn(&Edge) -> f64) -> usize {
        let (mut best, mut best_bound) = (0, f64::NEG_INFINITY);
        for (option, place) in known.places(count).enumerate() {
            let bound = bound(&self.edges[place as usize]);
            if bound > best_bound {
                (best, best_bound) = (option, bound);
            }
        }
        best
    }

    /// An option that was known.
    fn taken(&self, known: &Known, option: usize, count: usize) -> Taken {
        let node = known.found[option];
        let edge = &self.edges[node as usize];
        let others = known.losing - usize::from(edge.is_proof(edge.lost));
        Taken { option, node, new: false, cornered: others + 1 == count }
    }

    /// Adds a result of an answer, for the seat that gave it. Returns whether its end is proven by now.
    pub fn credit(&mut self, node: u32, reward: f64, end: End) -> bool {
        let edge = &mut self.edges[node as usize];
        edge.visits += 1;
        edge.sum += reward;
        edge.won = if end == End::Won { edge.won + 1 } else { 0 };
        edge.lost = if end == End::Lost { edge.lost + 1 } else { 0 };
        edge.is_proof(edge.won.max(edge.lost))
    }

    /// The answers at the root.
    pub fn answers(&self) -> impl Iterator<Item = Answered> + '_ {
        let mut at = self.edges.first().map_or(NONE, |root| root.first);
        std::iter::from_fn(move || {
            let edge = self.edges.get(at as usize)?;
            at = edge.next;
            let proven = edge.is_proof(edge.won);
            Some(Answered { key: edge.key, visits: edge.visits, sum: edge.sum, proven })
        })
    }

    /// How far the most visited answer at the root is ahead of the second.
    pub fn lead(&self) -> u32 {
        let (mut first, mut second) = (0, 0);
        for Answered { visits, .. } in self.answers() {
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        first - second
    }

    fn find(&self, node: u32, key: u64) -> u32 {
        let mut at = self.edges[node as usize].first;
        while at != NONE && self.edges[at as usize].key != key {
            at = self.edges[at as usize].next;
        }
        at
    }

    fn add(&mut self, node: u32, key: u64) -> u32 {
        let at = self.edges.len() as u32;
        let next = std::mem::replace(&mut self.edges[node as usize].first, at);
        self.edges.push(Edge::new(key, next));
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(tree: &mut Tree, keys: &[u64], reward: impl Fn(u64) -> f64) -> u64 {
        let taken = tree.take(Tree::ROOT, keys, 0.7, |_| 0);
        tree.credit(taken.node, reward(keys[taken.option]), End::Open);
        keys[taken.option]
    }

    #[test]
    fn every_option_is_tried_before_one_is_tried_again() {
        let mut tree = Tree::default();
        tree.clear();
        let mut seen: Vec<u64> = (0..4).map(|_| play(&mut tree, &[1, 2, 3, 4], |_| 0.5)).collect();
        seen.sort_unstable();
        assert_eq!(seen, [1, 2, 3, 4]);
        assert_eq!(tree.lead(), 0);
    }

    #[test]
    fn the_better_answer_is_taken_more_often() {
        let mut tree = Tree::default();
        tree.clear();
        for _ in 0..1000 {
            play(&mut tree, &[1, 2, 3], |key| if key == 2 { 0.7 } else { 0.4 });
        }
        let visits = |wanted| tree.answers().find(|answered| answered.key == wanted).map_or(0, |answered| answered.visits);
        assert!(visits(2) > 700 && visits(1) > 5 && visits(3) > 5, "{:?}", tree.answers().collect::<Vec<_>>());
        assert_eq!(visits(1) + visits(2) + visits(3), 1000);
    }

    /// An option that is rarely possible has no disadvantage: it is taken whenever it is possible and better.
    #[test]
    fn an_option_competes_only_where_it_is_possible() {
        let mut tree = Tree::default();
        tree.clear();
        let mut taken = 0;
        for round in 0..2000 {
            let rare = round % 10 == 0;
            let keys: &[u64] = if rare { &[1, 2] } else { &[1] };
            taken += u32::from(play(&mut tree, keys, |key| if key == 2 { 0.8 } else { 0.3 }) == 2);
        }
        assert!(taken > 150, "taken {taken} of 200 times");
    }

    /// An answer that wins in every world is proven after enough of them; one loss ends that.
    #[test]
    fn a_proof_is_a_row_of_worlds_without_exception() {
        let mut tree = Tree::default();
        tree.clear();
        let mut win = |end: End| {
            let taken = tree.take(Tree::ROOT, &[1, 2, 3], 0.7, |_| 0);
            let proven = tree.credit(taken.node, f64::from(u8::from(end == End::Won)), end);
            assert_eq!(tree.answers().any(|answered| answered.proven), proven);
            (taken.option, proven)
        };
        // It is tried again at once, before the others are tried at all.
        for row in 1..=20 {
            assert_eq!(win(End::Won), (0, row >= PROOF), "after {row} worlds");
        }
        assert_eq!(win(End::Open), (0, false));
        // It is refuted: the others have their turn, and the next row must be longer than everything before.
        assert_ne!(win(End::Open).0, 0);
    }

    /// What seemed likely is tried first, what turns out better most, and an option that comes later is not forgotten.
    #[test]
    fn priors_say_what_is_tried_first() {
        let mut tree = Tree::default();
        tree.clear();
        assert!(!tree.is_open(Tree::ROOT));
        tree.open(Tree::ROOT, &[1, 2, 3], &[0.1, 0.2, 0.7]);
        assert!(tree.is_open(Tree::ROOT));
        let mut tried = Vec::new();
        for round in 0..300 {
            let keys: &[u64] = if round < 20 { &[1, 2, 3] } else { &[1, 2, 3, 4] };
            let taken = tree.follow(Tree::ROOT, keys, 1.0);
            let reward = if keys[taken.option] == 2 { 0.7 } else { 0.4 };
            tree.credit(taken.node, reward, End::Open);
            tried.push(keys[taken.option]);
        }
        let times = |key| tried.iter().filter(|&&tried| tried == key).count();
        assert_eq!(tried[0], 3);
        assert!(times(2) > 200 && times(1) >= 1 && times(4) >= 1, "{tried:?}");
    }

    /// The tree behind a node is kept whole, if the seat saw one thing there.
    #[test]
    fn a_node_becomes_the_root_where_the_same_is_seen() {
        let mut tree = Tree::default();
        tree.clear();
        tree.open(Tree::ROOT, &[1, 2], &[0.5, 0.5]);
        let behind: Vec<u32> = (0..2)
            .map(|_| {
                let taken = tree.follow(Tree::ROOT, &[1, 2], 1.0);
                tree.credit(taken.node, 0.5, End::Open);
                taken.node
            })
            .collect();
        for (&node, keys) in behind.iter().zip([[5, 6, 7], [8, 9, 10]]) {
            tree.open(node, &keys, &[0.2, 0.3, 0.5]);
            for _ in 0..6 {
                let taken = tree.follow(node, &keys, 1.0);
                tree.credit(taken.node, 0.25, End::Open);
                tree.open(taken.node, &[11, 12], &[0.5, 0.5]);
            }
        }
        tree.meet(behind[0], 77);
        tree.meet(behind[0], 77);
        tree.meet(behind[1], 88);
        tree.meet(behind[1], 89);
        let whole = tree.clone();
        assert!(!tree.clone().keep(88) && !tree.clone().keep(90), "different things were seen there, or nothing");
        assert!(tree.keep(77));
        let answers: Vec<Answered> = tree.answers().collect();
        assert_eq!(answers.iter().map(|answered| answered.visits).sum::<u32>(), 6);
        let mut keys: Vec<u64> = answers.iter().map(|answered| answered.key).collect();
        keys.sort_unstable();
        assert_eq!(keys, [5, 6, 7]);
        assert!(tree.edges.len() < whole.edges.len());
        // What is behind the answers came along.
        let tried = tree.follow(Tree::ROOT, &[7], 1.0).node;
        assert!(tree.is_open(tried) && [11, 12].map(|key| tree.find(tried, key)).iter().all(|&place| place != NONE));
    }

    /// A player whose every answer loses has lost.
    #[test]
    fn a_player_is_cornered_when_every_other_answer_loses() {
        let mut tree = Tree::default();
        tree.clear();
        let mut cornered = Vec::new();
        for _ in 0..100 {
            let taken = tree.take(Tree::ROOT, &[1, 2, 3], 0.7, |_| 0);
            cornered.push(taken.cornered);
            tree.credit(taken.node, 0.0, End::Lost);
        }
        let first = cornered.iter().position(|&cornered| cornered).expect("all answers lose");
        assert!((2 * PROOF as usize..=3 * PROOF as usize).contains(&first), "after {first}");
        assert!(cornered[3 * PROOF as usize..].iter().all(|&cornered| cornered));
    }
}
