//! The server with real sockets.

mod common;
mod play;
mod secrets;
mod records;
mod hostile;
mod teach;
mod people;
mod accounts;
mod thieves;
mod quick;
mod watch;
