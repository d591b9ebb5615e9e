//! From the language services' values to those of the protocol.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CompletionItem, CompletionItemKind, CompletionTextEdit, DiagnosticSeverity, DocumentSymbol,
    Documentation, InsertTextFormat, Location, MarkupContent, MarkupKind, NumberOrString, Position, Range, SymbolKind,
    TextEdit, Uri, WorkspaceEdit,
};
use playmat_language::{CardPlace, Completion, Diagnostic, Edit, Fix, Inserted, Target, Text, Workspace};

use crate::files::uri_of;

/// A place in a text.
pub fn position(text: &Text, at: usize) -> Position {
    let place = text.position(at);
    Position { line: place.line, character: place.column }
}

/// Some bytes of a text.
pub fn range(text: &Text, bytes: std::ops::Range<usize>) -> Range {
    Range { start: position(text, bytes.start), end: position(text, bytes.end) }
}

/// The byte of a place.
pub fn offset(text: &Text, place: Position) -> usize {
    text.offset(playmat_language::Position { line: place.line, column: place.character })
}

pub fn diagnostic(text: &Text, one: &Diagnostic) -> lsp_types::Diagnostic {
    lsp_types::Diagnostic {
        range: range(text, one.range.clone()),
        severity: Some(DiagnosticSeverity::ERROR),
        code: one.code.map(|code| NumberOrString::String(code.to_owned())),
        source: Some("playmat".to_owned()),
        message: one.message.clone(),
        ..Default::default()
    }
}

pub fn completion(text: &Text, one: Completion, rank: usize) -> CompletionItem {
    let holes = one.parts.iter().any(|part| matches!(part, Inserted::Hole(_)));
    let mut hole = 0;
    let part = |part: &Inserted| match part {
        Inserted::Words(words) if holes => words.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}"),
        Inserted::Words(words) => words.clone(),
        Inserted::Hole(what) => {
            hole += 1;
            format!("${{{hole}:{what}}}")
        }
    };
    let new_text: String = one.parts.iter().map(part).collect();
    let card = one.class == "card";
    let gloss = if card { format!("```playmat-cards\n{}\n```", one.gloss.trim_end()) } else { one.gloss };
    CompletionItem {
        label: one.label,
        kind: Some(match one.class {
            "verb" => CompletionItemKind::FUNCTION,
            "trigger" => CompletionItemKind::EVENT,
            "kind" => CompletionItemKind::STRUCT,
            "keyword" | "state" | "phase" => CompletionItemKind::PROPERTY,
            "noun" | "adjective" | "zone" => CompletionItemKind::VARIABLE,
            "card" => CompletionItemKind::CLASS,
            _ => CompletionItemKind::KEYWORD,
        }),
        detail: (one.class != "sign").then(|| one.class.to_owned()),
        documentation: (!gloss.is_empty())
            .then_some(Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: gloss })),
        sort_text: Some(format!("{rank:05}")),
        insert_text_format: Some(if holes { InsertTextFormat::SNIPPET } else { InsertTextFormat::PLAIN_TEXT }),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range: range(text, one.range), new_text })),
        ..Default::default()
    }
}

pub fn text_edit(text: &Text, edit: &Edit) -> TextEdit {
    TextEdit { range: range(text, edit.range()), new_text: edit.text.clone() }
}

#[allow(clippy::mutable_key_type)] // the map of the protocol; nothing changes a URI
pub fn workspace_edit(workspace: &Workspace, edits: &[Edit]) -> WorkspaceEdit {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for edit in edits {
        if let (Some(uri), Some(text)) = (uri_of(&edit.path), workspace.text(&edit.path)) {
            changes.entry(uri).or_default().push(text_edit(text, edit));
        }
    }
    WorkspaceEdit { changes: Some(changes), ..Default::default() }
}

pub fn code_action(workspace: &Workspace, about: lsp_types::Diagnostic, fix: &Fix, only: bool) -> CodeAction {
    CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![about]),
        edit: Some(workspace_edit(workspace, std::slice::from_ref(&fix.edit))),
        is_preferred: only.then_some(true),
        ..Default::default()
    }
}

pub fn location(workspace: &Workspace, target: &Target) -> Option<Location> {
    let text = workspace.text(&target.path)?;
    Some(Location { uri: uri_of(&target.path)?, range: range(text, target.start..target.end) })
}

#[allow(deprecated)] // the protocol's type has a field that is deprecated
pub fn symbol(text: &Text, card: &CardPlace) -> DocumentSymbol {
    DocumentSymbol {
        name: card.name.clone(),
        detail: Some(card.header.clone()),
        kind: SymbolKind::CLASS,
        tags: None,
        deprecated: None,
        range: range(text, card.all.clone()),
        selection_range: range(text, card.at.clone()),
        children: None,
    }
}
