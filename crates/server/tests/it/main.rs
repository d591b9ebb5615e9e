//! The server with real sockets.

mod common;
mod play;
mod secrets;
mod records;
mod reveals;
mod hostile;
mod lessons_and_chat;
mod people;
mod accounts;
mod attacks;
mod privacy;
mod slow_sockets;
mod older_database;
mod quick;
mod watch;
mod card_pages;
