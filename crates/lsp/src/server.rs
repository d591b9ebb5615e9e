//! The server: what it can do, and what it answers.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest, PrepareRenameRequest,
    References, RegisterCapability, Rename, Request as _, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeActionOrCommand, CodeActionParams, CodeActionProviderCapability, CompletionList, CompletionOptions, CompletionParams,
    CompletionResponse, DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWatchedFilesRegistrationOptions,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingParams, DocumentSymbolParams,
    DocumentSymbolResponse, FileChangeType, FileSystemWatcher, GlobPattern, GotoDefinitionParams, GotoDefinitionResponse,
    Hover, HoverContents, HoverParams, HoverProviderCapability, InitializeParams, Location, MarkupContent, MarkupKind, OneOf,
    PrepareRenameResponse, PublishDiagnosticsParams, ReferenceParams, Registration, RegistrationParams, RenameOptions,
    RenameParams, ServerCapabilities, SymbolInformation, SymbolKind, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextEdit, WorkspaceSymbolParams,
};
use playmat_language::{Text, Workspace};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::convert;
use crate::files::{below, path_of, read, uri_of};

/// What an answer may be: a value, or a sentence that is shown to whoever asked.
type Answer = Result<Value, (ErrorCode, String)>;

pub fn run(connection: &Connection) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (id, params) = connection.initialize_start()?;
    let about = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "playmat", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, about)?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let mut server = Server {
        connection,
        workspace: Workspace::default(),
        open: BTreeSet::new(),
        told: BTreeMap::new(),
        stale: BTreeSet::new(),
    };
    for folder in folders(&params) {
        for (path, text) in below(&folder) {
            server.workspace.write(&path, text);
        }
    }
    if watches(&params) {
        server.watch()?;
    }
    server.stale.extend(server.workspace.paths().map(str::to_owned));
    loop {
        let message = match connection.receiver.try_recv() {
            Ok(message) => message,
            // Nobody is waiting to be heard: of several changes in a row, only the last is looked at.
            Err(_) => {
                server.tell()?;
                let Ok(message) = connection.receiver.recv() else { return Ok(()) };
                message
            }
        };
        match message {
            Message::Request(request) => {
                // What is wrong is told before anything is answered, so that whoever asks has heard it.
                server.tell()?;
                if connection.handle_shutdown(&request)? {
                    return Ok(());
                }
                let response = server.answer(request);
                connection.sender.send(Message::Response(response))?;
            }
            Message::Notification(notification) => server.hear(notification),
            Message::Response(_) => {}
        }
    }
}

fn capabilities() -> ServerCapabilities {
    let triggers = [" ", "\"", ":", ",", "[", "("].map(str::to_owned).to_vec();
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        completion_provider: Some(CompletionOptions { trigger_characters: Some(triggers), ..Default::default() }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        ..Default::default()
    }
}

/// The folders that the editor has open.
fn folders(params: &InitializeParams) -> Vec<String> {
    match &params.workspace_folders {
        Some(folders) => folders.iter().map(|folder| path_of(&folder.uri)).collect(),
        #[allow(deprecated)] // older editors say it so
        None => params.root_uri.iter().map(path_of).collect(),
    }
}

/// Whether the editor tells of files that change on the disk.
fn watches(params: &InitializeParams) -> bool {
    let files = params.capabilities.workspace.as_ref().and_then(|workspace| workspace.did_change_watched_files.as_ref());
    files.is_some_and(|files| files.dynamic_registration == Some(true))
}

struct Server<'c> {
    connection: &'c Connection,
    workspace: Workspace,
    /// The files that the editor has open.
    open: BTreeSet<String>,
    /// What was told last of each file in which something was wrong.
    told: BTreeMap<String, Value>,
    /// The files that may have other diagnostics than those that were told.
    stale: BTreeSet<String>,
}

impl Server<'_> {
    fn watch(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        let pattern = GlobPattern::String("**/*.{cards,scn,deck}".to_owned());
        let options = DidChangeWatchedFilesRegistrationOptions {
            watchers: vec![FileSystemWatcher { glob_pattern: pattern, kind: None }],
        };
        let registration = Registration {
            id: "files".to_owned(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: Some(serde_json::to_value(options)?),
        };
        let params = RegistrationParams { registrations: vec![registration] };
        let request = Request::new("watch".to_owned().into(), RegisterCapability::METHOD.to_owned(), params);
        Ok(self.connection.sender.send(Message::Request(request))?)
    }

    fn hear(&mut self, notification: Notification) {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Some(DidOpenTextDocumentParams { text_document }) = of(notification.params) else { return };
                let path = path_of(&text_document.uri);
                if self.workspace.write(&path, text_document.text) {
                    self.open.insert(path.clone());
                    self.changed(&path);
                }
            }
            DidChangeTextDocument::METHOD => {
                let Some(DidChangeTextDocumentParams { text_document, content_changes }) = of(notification.params) else {
                    return;
                };
                let path = path_of(&text_document.uri);
                for change in content_changes {
                    match (change.range, self.workspace.text(&path)) {
                        (Some(range), Some(text)) => {
                            let bytes = convert::offset(text, range.start)..convert::offset(text, range.end);
                            self.workspace.change(&path, bytes, &change.text);
                        }
                        _ => drop(self.workspace.write(&path, change.text)),
                    }
                }
                self.changed(&path);
            }
            DidCloseTextDocument::METHOD => {
                let Some(DidCloseTextDocumentParams { text_document }) = of(notification.params) else { return };
                let path = path_of(&text_document.uri);
                self.open.remove(&path);
                self.read_from_disk(&path);
            }
            DidChangeWatchedFiles::METHOD => {
                let Some(DidChangeWatchedFilesParams { changes }) = of(notification.params) else { return };
                for change in changes {
                    let path = path_of(&change.uri);
                    if self.open.contains(&path) {
                        continue;
                    }
                    if change.typ == FileChangeType::DELETED { self.gone(&path) } else { self.read_from_disk(&path) }
                }
            }
            _ => {}
        }
    }

    /// The file is as it is on the disk.
    fn read_from_disk(&mut self, path: &str) {
        match read(path) {
            Some(text) => {
                self.workspace.write(path, text);
                self.changed(path);
            }
            None => self.gone(path),
        }
    }

    fn gone(&mut self, path: &str) {
        self.changed(path);
        self.workspace.remove(path);
    }

    fn changed(&mut self, path: &str) {
        self.stale.insert(path.to_owned());
        self.stale.extend(self.workspace.concerned(path).into_iter().map(str::to_owned));
    }

    /// Tells what is wrong with the files that may have changed, where it is something else than before. Scenarios and decks are
    /// looked at while they are open.
    fn tell(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        for path in std::mem::take(&mut self.stale) {
            let shown = path.ends_with(".cards") || self.open.contains(&path);
            let text = self.workspace.text(&path).filter(|_| shown);
            let found = text.map(|text| {
                self.workspace.diagnostics(&path).iter().map(|one| convert::diagnostic(text, one)).collect::<Vec<_>>()
            });
            let found = serde_json::to_value(found.unwrap_or_default())?;
            let nothing = found.as_array().is_some_and(Vec::is_empty);
            if self.told.get(&path).map_or(nothing, |told| *told == found) {
                continue;
            }
            let Some(uri) = uri_of(&path) else { continue };
            let params = PublishDiagnosticsParams { uri, diagnostics: serde_json::from_value(found.clone())?, version: None };
            let notification = Notification::new(PublishDiagnostics::METHOD.to_owned(), params);
            self.connection.sender.send(Message::Notification(notification))?;
            if nothing { drop(self.told.remove(&path)) } else { drop(self.told.insert(path, found)) }
        }
        Ok(())
    }

    fn answer(&self, request: Request) -> Response {
        let params = request.params;
        let answer = match request.method.as_str() {
            Completion::METHOD => with(params, |params| self.complete(params)),
            HoverRequest::METHOD => with(params, |params| self.hover(params)),
            GotoDefinition::METHOD => with(params, |params| self.definition(params)),
            References::METHOD => with(params, |params| self.references(params)),
            PrepareRenameRequest::METHOD => with(params, |params| self.prepare_rename(params)),
            Rename::METHOD => with(params, |params| self.rename(params)),
            Formatting::METHOD => with(params, |params| self.format(params)),
            CodeActionRequest::METHOD => with(params, |params| self.actions(params)),
            DocumentSymbolRequest::METHOD => with(params, |params| self.symbols(params)),
            WorkspaceSymbolRequest::METHOD => with(params, |params| self.cards(params)),
            method => Err((ErrorCode::MethodNotFound, format!("`{method}` is not understood"))),
        };
        match answer {
            Ok(value) => Response::new_ok(request.id, value),
            Err((code, message)) => Response::new_err(request.id, code as i32, message),
        }
    }

    /// The path, the text and the byte of a place in a document.
    fn place(&self, at: &TextDocumentPositionParams) -> Option<(String, &Text, usize)> {
        let path = path_of(&at.text_document.uri);
        let text = self.workspace.text(&path)?;
        let at = convert::offset(text, at.position);
        Some((path, text, at))
    }

    fn complete(&self, params: CompletionParams) -> Answer {
        let Some((path, text, at)) = self.place(&params.text_document_position) else { return value(()) };
        let found = self.workspace.complete(&path, at).into_iter().enumerate();
        let items = found.map(|(rank, one)| convert::completion(text, one, rank)).collect();
        value(CompletionResponse::List(CompletionList { is_incomplete: false, items }))
    }

    fn hover(&self, params: HoverParams) -> Answer {
        let Some((path, text, at)) = self.place(&params.text_document_position_params) else { return value(()) };
        value(self.workspace.hover(&path, at).map(|hover| Hover {
            contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: hover.markdown }),
            range: Some(convert::range(text, hover.range)),
        }))
    }

    fn definition(&self, params: GotoDefinitionParams) -> Answer {
        let Some((path, _, at)) = self.place(&params.text_document_position_params) else { return value(()) };
        let found = self.workspace.definition(&path, at);
        value(GotoDefinitionResponse::Array(self.locations(&found)))
    }

    fn references(&self, params: ReferenceParams) -> Answer {
        let Some((path, _, at)) = self.place(&params.text_document_position) else { return value(()) };
        let mut found = self.workspace.references(&path, at);
        if !params.context.include_declaration {
            let own = self.workspace.definition(&path, at);
            found.retain(|target| !own.contains(target));
        }
        value(self.locations(&found))
    }

    fn locations(&self, targets: &[playmat_language::Target]) -> Vec<Location> {
        targets.iter().filter_map(|target| convert::location(&self.workspace, target)).collect()
    }

    fn prepare_rename(&self, params: TextDocumentPositionParams) -> Answer {
        let Some((path, text, at)) = self.place(&params) else { return value(()) };
        let range = self.workspace.renamable(&path, at).map_err(failed)?;
        let placeholder = text.as_str()[range.clone()].to_owned();
        value(PrepareRenameResponse::RangeWithPlaceholder { range: convert::range(text, range), placeholder })
    }

    fn rename(&self, params: RenameParams) -> Answer {
        let Some((path, _, at)) = self.place(&params.text_document_position) else { return value(()) };
        let edits = self.workspace.rename(&path, at, params.new_name.trim()).map_err(failed)?;
        value(convert::workspace_edit(&self.workspace, &edits))
    }

    fn format(&self, params: DocumentFormattingParams) -> Answer {
        let path = path_of(&params.text_document.uri);
        let edits = self.workspace.text(&path).zip(self.workspace.format(&path));
        let edits: Vec<TextEdit> = edits.iter().map(|(text, edit)| convert::text_edit(text, edit)).collect();
        value(edits)
    }

    fn actions(&self, params: CodeActionParams) -> Answer {
        let path = path_of(&params.text_document.uri);
        let Some(text) = self.workspace.text(&path) else { return value(()) };
        let (start, end) = (convert::offset(text, params.range.start), convert::offset(text, params.range.end));
        let mut actions = Vec::new();
        for one in self.workspace.diagnostics(&path) {
            if one.range.start > end || one.range.end < start {
                continue;
            }
            let about = convert::diagnostic(text, &one);
            let fixes = one.fixes.iter();
            actions.extend(fixes.map(|fix| {
                CodeActionOrCommand::CodeAction(convert::code_action(&self.workspace, about.clone(), fix, one.fixes.len() == 1))
            }));
        }
        value(actions)
    }

    fn symbols(&self, params: DocumentSymbolParams) -> Answer {
        let path = path_of(&params.text_document.uri);
        let Some(text) = self.workspace.text(&path) else { return value(()) };
        let symbols = self.workspace.cards(&path).iter().map(|card| convert::symbol(text, card)).collect();
        value(DocumentSymbolResponse::Nested(symbols))
    }

    /// The cards of all files whose names have these letters.
    #[allow(deprecated)] // the protocol's type has a field that is deprecated
    fn cards(&self, params: WorkspaceSymbolParams) -> Answer {
        let wanted = params.query.to_lowercase();
        let mut found = Vec::new();
        for path in self.workspace.paths() {
            let (Some(text), Some(uri)) = (self.workspace.text(path), uri_of(path)) else { continue };
            for card in self.workspace.cards(path).into_iter().filter(|card| card.name.to_lowercase().contains(&wanted)) {
                found.push(SymbolInformation {
                    location: Location { uri: uri.clone(), range: convert::range(text, card.at) },
                    name: card.name,
                    kind: SymbolKind::CLASS,
                    tags: None,
                    deprecated: None,
                    container_name: Some(path.rsplit('/').next().unwrap_or_default().to_owned()),
                });
            }
        }
        value(found)
    }
}

fn with<P: DeserializeOwned>(params: Value, answer: impl FnOnce(P) -> Answer) -> Answer {
    let params = serde_json::from_value(params).map_err(|wrong| (ErrorCode::InvalidParams, wrong.to_string()))?;
    answer(params)
}

fn of<P: DeserializeOwned>(params: Value) -> Option<P> {
    serde_json::from_value(params).ok()
}

fn value(value: impl Serialize) -> Answer {
    serde_json::to_value(value).map_err(|wrong| (ErrorCode::InternalError, wrong.to_string()))
}

fn failed(why: playmat_language::NotRenamed) -> (ErrorCode, String) {
    (ErrorCode::RequestFailed, why.to_string())
}
