//! Accepts connections as long as there is room, gives each its limits, and lets them finish at the end.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower_service::Service;

use crate::App;
use crate::http::Peer;
use crate::limits::Held;

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);
/// How long connections may take to finish at the end.
const FAREWELL: Duration = Duration::from_secs(5);

/// How many bytes the system buffers for a client that does not read; it may use twice as many. Enough for a page over a slow
/// line.
const UNREAD: u32 = 128 * 1024;

/// Counts a connection as long as it is held: a socket lives longer than its request.
#[derive(Clone)]
pub struct ConnectionGuard(#[allow(dead_code)] Arc<(OwnedSemaphorePermit, Option<Held<IpAddr>>)>);

/// Listens at an address. What the system buffers for a client that does not read is bounded, as is what the server buffers.
pub fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A port that was used a moment ago can be used again.
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(UNREAD)?;
    socket.bind(address)?;
    socket.listen(1024)
}

/// Accepts connections until `stop` says true, then waits for those that are open, but not for long.
pub async fn accept(app: Arc<App>, router: Router, listener: TcpListener, mut stop: watch::Receiver<bool>) {
    let most = match app.config.limits.connections {
        0 => Semaphore::MAX_PERMITS,
        most => most,
    };
    let places = Arc::new(Semaphore::new(most));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors, most likely: some will be free again.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Behind a proxy all connections come from one address; those of sockets are counted where they are opened.
        let held = if app.config.behind_proxy { Some(None) } else { app.connections.hold(address.ip()).map(Some) };
        let (Ok(place), Some(held)) = (places.clone().try_acquire_owned(), held) else {
            metrics::counter!("playmat_turned_away_total").increment(1);
            continue;
        };
        let here = ConnectionGuard(Arc::new((place, held)));
        let _ = stream.set_nodelay(true);
        let (router, mut stop) = (router.clone(), stop.clone());
        tokio::spawn(async move {
            let service = service_fn(move |request: Request<Incoming>| {
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(here.clone());
                request.extensions_mut().insert(Peer(address.ip()));
                router.clone().call(request)
            });
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(16 * 1024).max_headers(64);
            let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
            let stops = async move { stop.wait_for(|stop| *stop).await.map(drop) };
            tokio::select! {
                _ = connection.as_mut() => return,
                _ = stops => {}
            }
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(FAREWELL, connection).await;
        });
    }
    drop(listener);
    let all = u32::try_from(most).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(FAREWELL, places.acquire_many(all)).await;
}
