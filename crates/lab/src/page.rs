//! The report as one page that needs nothing else: no font, no network, nothing loaded; one short script sorts tables. Links lead to
//! the sample records beside it.

use std::fmt::Write;

/// A page in the making.
pub struct Page {
    title: String,
    body: String,
}

/// A link to a file beside the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// What it says.
    pub text: String,
    /// Where it leads.
    pub file: String,
}

/// A row of a table, with the matches that it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<String>,
    /// Samples.
    pub matches: Vec<Link>,
    /// The place that a plot may lead to.
    pub anchor: Option<String>,
}

impl Row {
    /// A row whose matches can be watched.
    pub fn new(cells: Vec<String>, matches: Vec<Link>) -> Self {
        Row { cells, matches, anchor: None }
    }
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
        let rows: Vec<Row> = rows.iter().map(|cells| Row::new(cells.clone(), Vec::new())).collect();
        self.linked_table(head, &rows);
    }

    /// A table whose rows lead to matches. Folded away if it is long.
    pub fn linked_table(&mut self, head: &[&str], rows: &[Row]) {
        let folded = rows.len() > 30;
        let linked = rows.iter().any(|row| !row.matches.is_empty());
        if folded {
            let _ = write!(self.body, "<details><summary>All {} rows as a table</summary>", rows.len());
        }
        self.body.push_str("<table><thead><tr>");
        let head = head.iter().copied().chain(linked.then_some("matches"));
        head.for_each(|name| _ = write!(self.body, "<th title=\"sort\">{}</th>", escaped(name)));
        self.body.push_str("</tr></thead><tbody>");
        for row in rows {
            match &row.anchor {
                Some(anchor) => _ = write!(self.body, "<tr id=\"{}\">", escaped(anchor)),
                None => self.body.push_str("<tr>"),
            }
            row.cells.iter().for_each(|cell| _ = write!(self.body, "<td>{}</td>", escaped(cell)));
            if linked {
                let link = |Link { text, file }: &Link| format!("<a href=\"{}\">{}</a>", escaped(file), escaped(text));
                let links: Vec<String> = row.matches.iter().map(link).collect();
                let _ = write!(self.body, "<td>{}</td>", links.join(" "));
            }
            self.body.push_str("</tr>");
        }
        self.body.push_str("</tbody></table>");
        if folded {
            self.body.push_str("</details>");
        }
        if linked {
            self.body.push_str(HOW_TO_WATCH);
        }
    }

    /// The whole page.
    pub fn finish(self, made_by: &str) -> String {
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>{}</title><style>{CSS}</style></head><body><main>{}<footer>{}</footer></main><script>{SCRIPT}</script></body></html>\n",
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
th:first-child,td:first-child{text-align:left}th{background:#f0f4f9;cursor:pointer}summary{cursor:pointer;margin:8px 0}\
tr:target{background:#fff3cd}svg a:hover rect{stroke:#222831;stroke-width:2}.how{color:#6b7280;font-size:13px}\
footer{margin-top:48px;color:#6b7280;font-size:13px}";

/// A click on a head sorts its table: by numbers where cells begin with one, else by text; a second click turns it round.
const SCRIPT: &str = "document.querySelectorAll('th').forEach(th=>th.onclick=()=>{const at=th.cellIndex,body=th.closest('table').tBodies[0],\
key=row=>{const text=row.cells[at].textContent,number=parseFloat(text.replace(/[,<%+ ]/g,''));return isNaN(number)?text:number},\
down=th.dataset.down=th.dataset.down==='1'?'0':'1';[...body.rows].sort((a,b)=>{const x=key(a),y=key(b),\
way=typeof x===typeof y?(x<y?-1:x>y?1:0):(typeof x==='number'?-1:1);return down==='1'?-way:way}).forEach(row=>body.append(row))})";

/// Said below every table that leads to matches.
const HOW_TO_WATCH: &str = "<p class=\"how\">The matches are records beside this page: drop one onto the replay page, or run \
    playmat replay with its name.</p>";

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
