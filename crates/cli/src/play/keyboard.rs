//! Typed lines. A thread of their own reads them, so that waiting for one can have a time limit.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// A source of lines. Nothing is read before the first line is asked for: a match of bots does not touch its input.
pub struct Keyboard {
    input: Option<Box<dyn BufRead + Send>>,
    lines: Option<Receiver<io::Result<Vec<u8>>>>,
}

impl Keyboard {
    /// Lines of this input.
    pub fn new(input: impl BufRead + Send + 'static) -> Self {
        Keyboard { input: Some(Box::new(input)), lines: None }
    }

    /// The next line; none at the end of the input.
    pub fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.lines().recv().map_or(Ok(None), |line| line.map(Some))
    }

    /// Waits for a line, but no longer than this. A line that was typed is dropped; later ones are not.
    pub fn wait(&mut self, time: Duration) -> io::Result<()> {
        match self.lines().recv_timeout(time) {
            Ok(line) => line.map(drop),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Ok(()),
        }
    }

    fn lines(&mut self) -> &Receiver<io::Result<Vec<u8>>> {
        let input = self.input.take();
        self.lines.get_or_insert_with(|| {
            // The next line is read when the one before it was taken.
            let (send, lines) = sync_channel(0);
            if let Some(mut input) = input {
                thread::spawn(move || {
                    loop {
                        let mut line = Vec::new();
                        let read = input.read_until(b'\n', &mut line).map(|count| (count > 0).then_some(line));
                        let last = !matches!(read, Ok(Some(_)));
                        if read.transpose().is_some_and(|line| send.send(line).is_err()) || last {
                            return;
                        }
                    }
                });
            }
            lines
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};
    use std::sync::mpsc::{Sender, channel};

    /// A typist who types when the test says so.
    struct Typist(Receiver<&'static str>);

    impl Read for Typist {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let typed = self.0.recv().unwrap_or_default();
            buffer[..typed.len()].copy_from_slice(typed.as_bytes());
            Ok(typed.len())
        }
    }

    fn typist() -> (Sender<&'static str>, Keyboard) {
        let (types, typed) = channel();
        (types, Keyboard::new(BufReader::new(Typist(typed))))
    }

    #[test]
    fn lines_come_in_their_order_and_end() {
        let (types, mut keyboard) = typist();
        types.send("one\ntwo\nthr").expect("it listens");
        types.send("ee").expect("it listens");
        drop(types);
        let mut next = || keyboard.line().expect("nothing breaks").map(|line| String::from_utf8(line).expect("text"));
        assert_eq!([next(), next(), next(), next()].map(Option::unwrap_or_default), ["one\n", "two\n", "three", ""]);
        assert_eq!(next(), None);
    }

    #[test]
    fn nobody_types_and_it_goes_on() {
        let (types, mut keyboard) = typist();
        keyboard.wait(Duration::from_millis(1)).expect("nothing breaks");
        types.send("later\n").expect("it listens");
        assert_eq!(keyboard.line().expect("nothing breaks"), Some(b"later\n".to_vec()), "what is typed later is not lost");
    }

    #[test]
    fn a_line_ends_the_waiting() {
        let (types, mut keyboard) = typist();
        types.send("\nquit\n").expect("it listens");
        // Far longer than any test runs.
        keyboard.wait(Duration::from_secs(86_400)).expect("nothing breaks");
        assert_eq!(keyboard.line().expect("nothing breaks"), Some(b"quit\n".to_vec()));
        drop(types);
        keyboard.wait(Duration::from_secs(86_400)).expect("an end is no line to wait for");
    }
}
