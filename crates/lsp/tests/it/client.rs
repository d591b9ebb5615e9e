//! An editor at the other end of a connection: what it says and hears, in order.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread::JoinHandle;

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

pub struct Editor {
    connection: Option<Connection>,
    server: Option<JoinHandle<()>>,
    asked: i32,
    /// The diagnostics that were told last, by the ends of their URIs.
    pub told: BTreeMap<String, Value>,
    folder: PathBuf,
}

impl Editor {
    /// Opens a folder with these files.
    pub fn open_folder(name: &str, files: &[(&str, &str)]) -> Editor {
        let folder = std::env::temp_dir().join(format!("playmat-lsp-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        for (path, text) in files {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        std::fs::create_dir_all(&folder).unwrap();
        let (ours, theirs) = Connection::memory();
        let server = std::thread::spawn(move || playmat_lsp::serve(&theirs).expect("the server ends well"));
        let mut editor = Editor { connection: Some(ours), server: Some(server), asked: 0, told: BTreeMap::new(), folder };
        let root = editor.uri("");
        let about = editor.ask(
            "initialize",
            json!({
                "capabilities": { "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } },
                "workspaceFolders": [{ "uri": root, "name": "cards" }],
            }),
        );
        assert_eq!(about["result"]["capabilities"]["textDocumentSync"], 2);
        editor.say("initialized", json!({}));
        editor
    }

    /// The URI of a file, in the form that editors use: some write `:` and others `%3A`.
    pub fn uri(&self, path: &str) -> String {
        let path = self.folder.join(path).display().to_string();
        let encoded: String = path.chars().map(|c| if c == ' ' { "%20".to_owned() } else { c.to_string() }).collect();
        format!("file://{}", encoded.trim_end_matches('/'))
    }

    pub fn file(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    pub fn say(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        self.connection().sender.send(Message::Notification(message)).unwrap();
    }

    /// Asks, and hears everything up to the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection().sender.send(Message::Request(request)).unwrap();
        loop {
            let message = self.connection().receiver.recv().expect("the server is there");
            if let Message::Response(response) = &message
                && response.id == id
            {
                return serde_json::to_value(response).unwrap();
            }
            self.hear(message);
        }
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Notification(told) if told.method == "textDocument/publishDiagnostics" => {
                let uri = told.params["uri"].as_str().unwrap().to_owned();
                let name = uri.rsplit('/').next().unwrap().to_owned();
                self.told.insert(name, told.params["diagnostics"].clone());
            }
            Message::Request(request) => assert_eq!(request.method, "client/registerCapability"),
            other => panic!("nobody asked for {other:?}"),
        }
    }

    /// What is wrong with a file by now, each with its place and the beginning of its message. The server tells it before it answers.
    pub fn problems(&mut self, name: &str) -> Vec<String> {
        self.ask("workspace/symbol", json!({ "query": "no card is called so" }));
        let told = self.told.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        told.iter()
            .map(|one| {
                let (start, end) = (&one["range"]["start"], &one["range"]["end"]);
                let message = one["message"].as_str().unwrap().lines().next().unwrap();
                format!(
                    "{}:{}-{} {} {message}",
                    start["line"],
                    start["character"],
                    end["character"],
                    one["code"].as_str().unwrap_or("-")
                )
            })
            .collect()
    }

    pub fn open(&self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "languageId": "playmat-cards", "version": 1, "text": text });
        self.say("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces words between two places of a line.
    pub fn type_over(&self, path: &str, line: u32, from: u32, to: u32, text: &str) {
        let range = json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } });
        let document = json!({ "uri": self.uri(path), "version": 2 });
        self.say(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "range": range, "text": text }] }),
        );
    }

    /// The parameters of a question about a place.
    pub fn at(&self, path: &str, line: u32, character: u32) -> Value {
        json!({ "textDocument": { "uri": self.uri(path) }, "position": { "line": line, "character": character } })
    }

    fn connection(&self) -> &Connection {
        self.connection.as_ref().expect("it is open")
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.say("exit", Value::Null);
        self.connection = None;
        self.server.take().unwrap().join().expect("the server ended well");
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
