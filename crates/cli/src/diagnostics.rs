//! Complaints, shown under the words they are about.

use std::collections::HashMap;
use std::ops::Range;

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use playmat_cardtext::{Complaint, Sources};

/// Whether what goes to standard output may be coloured.
pub fn colour_on_stdout() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// Whether what goes to standard error may be coloured.
pub fn colour_on_stderr() -> bool {
    anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never
}

/// All complaints, each with its place, the words underlined, what would be accepted there, and a hint.
pub fn draw_all(sources: &Sources, complaints: &[Complaint], colour: bool) -> String {
    let mut cache = Texts::new(sources);
    let drawn: Vec<String> = complaints.iter().map(|complaint| draw(complaint, sources, &mut cache, colour)).collect();
    drawn.join("\n")
}

type Span = (String, Range<usize>);

/// The most bytes of a line that is shown whole: a long line with a thousand mistakes would be shown a thousand times.
const LONG: usize = 400;

fn draw(complaint: &Complaint, sources: &Sources, cache: &mut Texts, colour: bool) -> String {
    if sources.line(complaint.span).len() > LONG {
        return complaint.render(sources);
    }
    let name = sources.source(complaint.span).map(|source| source.name.clone()).unwrap_or_default();
    let place = complaint.span.start as usize..(complaint.span.end as usize).max(complaint.span.start as usize);
    let config = Config::new().with_color(colour).with_index_type(IndexType::Byte).with_char_set(CharSet::Unicode);
    let kind = ReportKind::Custom("error", Color::Red);
    let mut report: ariadne::ReportBuilder<'_, Span> = Report::build(kind, (name.clone(), place.clone()))
        .with_config(config)
        .with_code(format!("{} {}", complaint.code.id, complaint.code.name))
        .with_message(&complaint.message)
        .with_label(Label::new((name, place)).with_message(label(complaint)).with_color(Color::Red));
    if let Some(hint) = &complaint.hint {
        report = report.with_help(hint);
    }
    let mut bytes = Vec::new();
    match report.finish().write(cache, &mut bytes) {
        Ok(()) => String::from_utf8_lossy(&bytes).trim_end().to_owned() + "\n",
        Err(_) => complaint.render(sources),
    }
}

/// The label of the underline: what would be accepted there.
fn label(complaint: &Complaint) -> String {
    match complaint.expected.len() {
        0 => "here".to_owned(),
        1 => format!("expected {}", complaint.accepted()),
        _ => format!("expected one of {}", complaint.accepted()),
    }
}

/// The sources by name, in the form that the renderer needs.
struct Texts {
    by_name: HashMap<String, Source<String>>,
}

impl Texts {
    fn new(sources: &Sources) -> Self {
        Texts { by_name: sources.iter().map(|source| (source.name.clone(), Source::from(source.text.clone()))).collect() }
    }
}

impl ariadne::Cache<String> for &mut Texts {
    type Storage = String;

    fn fetch(&mut self, name: &String) -> Result<&Source<String>, impl std::fmt::Debug> {
        self.by_name.get(name).ok_or_else(|| format!("there is no text `{name}`"))
    }

    fn display<'a>(&self, name: &'a String) -> Option<impl std::fmt::Display + 'a> {
        Some(name)
    }
}
