//! The language server: messages of an editor in, answers of [`playmat_language`] out.
//!
//! It handles one message after the other. Files that the editor has open are as the editor has them; all others are as they are on
//! the disk when the server starts, and when the editor says that they changed.

mod files;
mod convert;
mod server;

use std::error::Error;

use lsp_server::Connection;

/// Serves an editor over standard input and output until it says goodbye.
pub fn serve_stdio() -> Result<(), Box<dyn Error + Send + Sync>> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection);
    drop(connection);
    threads.join()?;
    served
}

/// Serves an editor at the other end of a connection until it says goodbye.
pub fn serve(connection: &Connection) -> Result<(), Box<dyn Error + Send + Sync>> {
    server::run(connection)
}
