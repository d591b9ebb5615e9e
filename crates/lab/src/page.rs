//! The report as one page that needs nothing else: no script, no font, no network.

use std::fmt::Write;

/// A page in the making.
pub struct Page {
    title: String,
    body: String,
}

impl Page {
    /// A page with its title, and what it is about in a sentence.
    pub fn new(title: &str, about: &str) -> Self {
        let mut page = Page { title: title.to_owned(), body: String::new() };
        let _ = write!(page.body, "<h1>{}</h1><p class=\"lead\">{}</p>", escaped(title), escaped(about));
        page
    }

    /// The most important numbers, each with a label.
    pub fn tiles(&mut self, tiles: &[(String, &str)]) {
        self.body.push_str("<div class=\"tiles\">");
        for (value, name) in tiles {
            let _ = write!(self.body, "<div><b>{}</b><span>{}</span></div>", escaped(value), escaped(name));
        }
        self.body.push_str("</div>");
    }

    /// A headline with a paragraph below it.
    pub fn section(&mut self, title: &str, text: &str) {
        let _ = write!(self.body, "<h2>{}</h2><p>{}</p>", escaped(title), escaped(text));
    }

    /// A list of sentences.
    pub fn sentences(&mut self, sentences: &[String]) {
        self.body.push_str("<ul>");
        for sentence in sentences {
            let _ = write!(self.body, "<li>{}</li>", escaped(sentence));
        }
        self.body.push_str("</ul>");
    }

    /// A plot.
    pub fn plot(&mut self, svg: &str) {
        let _ = write!(self.body, "<figure>{svg}</figure>");
    }

    /// A table; the first column is text, the others are numbers. Folded away if it is long.
    pub fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        let folded = rows.len() > 30;
        if folded {
            let _ = write!(self.body, "<details><summary>All {} rows as a table</summary>", rows.len());
        }
        self.body.push_str("<table><thead><tr>");
        head.iter().for_each(|name| _ = write!(self.body, "<th>{}</th>", escaped(name)));
        self.body.push_str("</tr></thead><tbody>");
        for row in rows {
            self.body.push_str("<tr>");
            row.iter().for_each(|cell| _ = write!(self.body, "<td>{}</td>", escaped(cell)));
            self.body.push_str("</tr>");
        }
        self.body.push_str("</tbody></table>");
        if folded {
            self.body.push_str("</details>");
        }
    }

    /// The whole page.
    pub fn finish(self, made_by: &str) -> String {
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>{}</title><style>{CSS}</style></head><body><main>{}<footer>{}</footer></main></body></html>\n",
            escaped(&self.title),
            self.body,
            escaped(made_by)
        )
    }
}

/// `55 % (52 to 58)`.
pub fn percent(estimate: &crate::stats::Estimate) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * estimate.value, 100.0 * estimate.low, 100.0 * estimate.high)
}

const CSS: &str = "body{margin:0;background:#f6f7f9;color:#222831;font:16px/1.5 system-ui,sans-serif}\
main{max-width:1080px;margin:0 auto;padding:24px 32px 48px;background:#fff}\
h1{font-size:28px;margin:8px 0}h2{font-size:20px;margin:36px 0 4px}p{margin:4px 0 12px;max-width:80ch}\
.lead{font-size:17px;color:#4b5563}figure{margin:12px 0;overflow-x:auto}svg{max-width:100%;height:auto}\
.tiles{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0}.tiles div{background:#f0f4f9;border-radius:8px;padding:10px 16px}\
.tiles b{display:block;font-size:22px}.tiles span{color:#4b5563;font-size:14px}\
table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}th,td{padding:4px 12px;text-align:right;border-bottom:1px solid #e5e8ec}\
th:first-child,td:first-child{text-align:left}th{background:#f0f4f9}summary{cursor:pointer;margin:8px 0}\
footer{margin-top:48px;color:#6b7280;font-size:13px}";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
