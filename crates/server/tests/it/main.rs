//! The server with real sockets.

mod common;
mod play;
mod secrets;
mod records;
mod reveals;
mod hostile;
mod teach;
mod people;
mod accounts;
mod thieves;
mod privacy;
mod slow;
mod old;
mod quick;
mod watch;
