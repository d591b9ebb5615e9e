//! Backups: everything that is kept, in one file that either kind of database takes over. The file is gzip around lines of JSON: a head, then for
//! each table a line that names its columns and a line for each row, then how many rows there were. What only concerns servers that run (which
//! of them live, who owns which table) is not in it.

use std::io::{self, BufRead, BufReader, Lines, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};

use crate::schema::{Kept, Kind, TABLES};
use crate::{MatchId, StoreError, Stored};

/// What a file calls itself.
const NAME: &str = "playmat backup";
/// The version of the form of the file.
const FORMAT: u64 = 1;

/// How many rows of each table a backup has.
pub type Contents = Vec<(&'static str, u64)>;

/// Everything at once, for operators.
pub trait Backups: Send + Sync {
    /// Writes all that is kept as it is at one moment, while servers go on.
    fn backup<'a>(&'a self, to: &'a mut (dyn Write + Send)) -> Stored<'a, Contents>;
    /// Takes a backup over: all of it, or nothing. The database must be empty.
    fn restore<'a>(&'a self, from: &'a mut (dyn BufRead + Send)) -> Stored<'a, Contents>;
    /// Matches in the order of their ids, those behind one of them if it is given, with what the log has of each.
    fn logged(&self, after: Option<MatchId>, most: u32) -> Stored<'_, Vec<Logged>>;
    /// How many entries belong to no match.
    fn stray_entries(&self) -> Stored<'_, u64>;
    /// What the database itself finds broken in its files, where it can look; and gives the space of deleted rows back.
    fn vacuum(&self) -> Stored<'_, Vec<String>>;
}

/// A match, as far as the log lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// The match.
    pub id: MatchId,
    /// How many entries it has.
    pub entries: i64,
    /// The places of its first one and of its last one.
    pub places: Option<(i64, i64)>,
    /// Whether it is over.
    pub finished: bool,
}

/// A value of a row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cell {
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    Number(Option<i64>),
    Real(Option<f64>),
    Flag(Option<bool>),
}

impl Cell {
    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => json!(text),
            Cell::Bytes(bytes) => json!(bytes.as_ref().map(|bytes| BASE64.encode(bytes))),
            Cell::Number(number) => json!(number),
            Cell::Real(real) => json!(real),
            Cell::Flag(flag) => json!(flag),
        }
    }

    fn read(kind: Kind, value: &Value) -> Option<Cell> {
        fn known<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Option<T>> {
            if value.is_null() { Some(None) } else { read(value).map(Some) }
        }
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Some(match kind {
            Kind::Text | Kind::Time => Cell::Text(known(value, text)?),
            Kind::Bytes => Cell::Bytes(known(value, |value| BASE64.decode(value.as_str()?).ok())?),
            Kind::Number => Cell::Number(known(value, Value::as_i64)?),
            Kind::Real => Cell::Real(known(value, Value::as_f64)?),
            Kind::Flag => Cell::Flag(known(value, Value::as_bool)?),
        })
    }
}

/// A backup that is being written.
pub(crate) struct Writer<'a> {
    file: GzEncoder<&'a mut (dyn Write + Send)>,
    contents: Contents,
}

impl<'a> Writer<'a> {
    pub fn new(to: &'a mut (dyn Write + Send), schema: i64) -> Result<Self, StoreError> {
        let mut writer = Writer { file: GzEncoder::new(to, Compression::default()), contents: Vec::new() };
        writer.line(&json!({"format": NAME, "version": FORMAT, "schema": schema, "program": env!("CARGO_PKG_VERSION")}))?;
        Ok(writer)
    }

    pub fn table(&mut self, table: &Kept) -> Result<(), StoreError> {
        self.contents.push((table.name, 0));
        let columns: Vec<&str> = table.columns.iter().map(|(name, _)| *name).collect();
        self.line(&json!({"table": table.name, "columns": columns}))
    }

    pub fn row(&mut self, cells: &[Cell]) -> Result<(), StoreError> {
        if let Some((_, rows)) = self.contents.last_mut() {
            *rows += 1;
        }
        self.line(&Value::Array(cells.iter().map(Cell::json).collect()))
    }

    pub fn end(mut self) -> Result<Contents, StoreError> {
        let rows: Map<String, Value> = self.contents.iter().map(|(name, rows)| ((*name).to_owned(), json!(rows))).collect();
        self.line(&json!({"end": rows}))?;
        self.file.finish().and_then(|file| file.flush()).map_err(unwritable)?;
        Ok(self.contents)
    }

    fn line(&mut self, line: &Value) -> Result<(), StoreError> {
        writeln!(self.file, "{line}").map_err(unwritable)
    }
}

fn unwritable(error: io::Error) -> StoreError {
    StoreError::BadBackup(format!("it cannot be written: {error}"))
}

/// What stands next in a backup.
pub(crate) enum Item {
    /// Rows of this table follow, with these columns of it.
    Table(&'static Kept, Vec<(&'static str, Kind)>),
    /// A row.
    Row(Vec<Cell>),
    /// All of it was read.
    End,
}

/// A backup that is being read. What is wrong with it is told with its line.
pub(crate) struct Reader<'a> {
    lines: Lines<BufReader<GzDecoder<&'a mut (dyn BufRead + Send)>>>,
    line: u64,
    columns: Vec<(&'static str, Kind)>,
    pub contents: Contents,
}

impl<'a> Reader<'a> {
    /// The head is read and fits.
    pub fn open(from: &'a mut (dyn BufRead + Send), newest: i64) -> Result<Self, StoreError> {
        let lines = BufReader::new(GzDecoder::new(from)).lines();
        let mut reader = Reader { lines, line: 0, columns: Vec::new(), contents: Vec::new() };
        let none = || StoreError::BadBackup("it is no backup of Playmat".into());
        let head = match reader.value() {
            Err(_) if reader.line <= 1 => return Err(none()),
            head => head?.ok_or_else(none)?,
        };
        if head["format"] != NAME {
            return Err(none());
        }
        match (head["version"].as_u64(), head["schema"].as_i64()) {
            (Some(FORMAT), Some(schema)) if schema <= newest => Ok(reader),
            _ => Err(StoreError::BadBackup(format!(
                "it was written by a newer program ({}); this one is {}",
                head["program"].as_str().unwrap_or("unknown"),
                env!("CARGO_PKG_VERSION")
            ))),
        }
    }

    pub fn next(&mut self) -> Result<Item, StoreError> {
        let Some(value) = self.value()? else {
            return Err(self.wrong("it ends in the middle: the rest of the file is missing"));
        };
        if let Value::Array(cells) = &value {
            let Some((_, rows)) = self.contents.last_mut() else { return Err(self.wrong("a row stands before any table")) };
            *rows += 1;
            let kinds = &self.columns;
            let row: Option<Vec<Cell>> = cells.iter().zip(kinds).map(|(value, (_, kind))| Cell::read(*kind, value)).collect();
            return match row.filter(|row| row.len() == kinds.len() && cells.len() == kinds.len()) {
                Some(row) => Ok(Item::Row(row)),
                None => Err(self.wrong("the row does not fit the columns of its table")),
            };
        }
        if let Some(name) = value["table"].as_str() {
            let newer =
                |what| StoreError::BadBackup(format!("it has a {what} that this program does not know: it is a newer one's"));
            let table = TABLES.iter().find(|table| table.name == name).ok_or_else(|| newer("table"))?;
            let named = value["columns"].as_array().map_or(&[][..], Vec::as_slice);
            let column = |name: &Value| table.columns.iter().find(|(known, _)| name == known).copied();
            self.columns = named.iter().map(column).collect::<Option<_>>().ok_or_else(|| newer("column"))?;
            self.contents.push((table.name, 0));
            return Ok(Item::Table(table, self.columns.clone()));
        }
        let told = |(name, rows): &(&str, u64)| value["end"][name].as_u64() == Some(*rows);
        match value["end"].as_object() {
            Some(rows) if rows.len() == self.contents.len() && self.contents.iter().all(told) => Ok(Item::End),
            Some(_) => Err(self.wrong("rows are missing, or there are too many")),
            None => Err(self.wrong("it is neither a table nor a row nor the end")),
        }
    }

    fn value(&mut self) -> Result<Option<Value>, StoreError> {
        self.line += 1;
        let Some(line) = self.lines.next() else { return Ok(None) };
        let line = line.map_err(|error| self.wrong(&format!("it cannot be read: {error}")))?;
        serde_json::from_str(&line).map(Some).map_err(|_| self.wrong("it is no JSON"))
    }

    fn wrong(&self, what: &str) -> StoreError {
        StoreError::BadBackup(format!("line {}: {what}", self.line))
    }
}

/// How a database says what the other one says in other words.
pub(crate) struct Dialect {
    /// Begins a transaction that sees everything as it is at one moment.
    pub snapshot: &'static str,
    /// What stands around a time that is read as a text, and behind a text that is written as a time.
    pub reads_time: (&'static str, &'static str),
    pub writes_time: &'static str,
    /// Orders texts by their bytes.
    pub by_bytes: &'static str,
    /// Looks for what is broken in the files; none where the database has nothing for that.
    pub examines: Option<&'static str>,
}

impl Dialect {
    /// Reads a table in the order of its key, which are its first columns.
    pub fn select(&self, table: &Kept) -> String {
        let (before, behind) = self.reads_time;
        let column = |(name, kind): &(&str, Kind)| match kind {
            Kind::Time => format!("{before}{name}{behind}"),
            _ => (*name).to_owned(),
        };
        let columns: Vec<String> = table.columns.iter().map(column).collect();
        let by = |(name, kind): &(&str, Kind)| format!("{name}{}", if *kind == Kind::Text { self.by_bytes } else { "" });
        let key: Vec<String> = table.columns[..table.key].iter().map(by).collect();
        format!("SELECT {} FROM {} ORDER BY {}", columns.join(", "), table.name, key.join(", "))
    }
}

/// Rows that are inserted by one statement.
pub(crate) const ROWS: usize = 200;

macro_rules! backups {
    ($name:ident, $db:ty, $begin:literal, $steps:expr, $dialect:expr) => {
        impl $name {
            async fn write_backup(&self, to: &mut (dyn std::io::Write + Send)) -> Result<crate::backup::Contents, StoreError> {
                const DIALECT: crate::backup::Dialect = $dialect;
                let mut look = self.0.begin_with(DIALECT.snapshot).await.map_err(unavailable)?;
                let version = sqlx::query_scalar("SELECT max(version) FROM playmat_schema").fetch_one(&mut *look);
                let mut file = crate::backup::Writer::new(to, version.await.map_err(unavailable)?)?;
                for table in schema::TABLES {
                    file.table(table)?;
                    let text = sqlx::AssertSqlSafe(DIALECT.select(table));
                    let mut rows = sqlx::query(text).fetch(&mut *look);
                    while let Some(row) = rows.try_next().await.map_err(unavailable)? {
                        let cell = |(at, (_, kind)): (usize, &(&str, Kind))| {
                            Ok(match kind {
                                Kind::Text | Kind::Time => Cell::Text(row.try_get(at)?),
                                Kind::Bytes => Cell::Bytes(row.try_get(at)?),
                                Kind::Number => Cell::Number(row.try_get(at)?),
                                Kind::Real => Cell::Real(row.try_get(at)?),
                                Kind::Flag => Cell::Flag(row.try_get(at)?),
                            })
                        };
                        let cells: Result<Vec<Cell>, sqlx::Error> = table.columns.iter().enumerate().map(cell).collect();
                        file.row(&cells.map_err(unavailable)?)?;
                    }
                }
                look.rollback().await.map_err(unavailable)?;
                file.end()
            }

            async fn take_backup(
                &self,
                from: &mut (dyn std::io::BufRead + Send),
            ) -> Result<crate::backup::Contents, StoreError> {
                let mut reader = crate::backup::Reader::open(from, $steps.len() as i64)?;
                let mut change = self.0.begin_with($begin).await.map_err(unavailable)?;
                for table in schema::TABLES {
                    let text = sqlx::AssertSqlSafe(format!("SELECT EXISTS (SELECT 1 FROM {})", table.name));
                    if sqlx::query_scalar::<_, bool>(text).fetch_one(&mut *change).await.map_err(unavailable)? {
                        let sentence = format!("the database is not empty (there are {}): restore into a new one", table.name);
                        return Err(StoreError::BadBackup(sentence));
                    }
                }
                let (mut into, mut rows): (Option<(&Kept, Vec<(&str, Kind)>)>, Vec<Vec<Cell>>) = (None, Vec::new());
                loop {
                    let item = reader.next()?;
                    let full = rows.len() >= crate::backup::ROWS || !matches!(item, Item::Row(_));
                    if let (true, Some((table, columns))) = (full && !rows.is_empty(), &into) {
                        Self::insert(&mut change, table, columns, &rows).await.map_err(unavailable)?;
                        rows.clear();
                    }
                    match item {
                        Item::Table(table, columns) => into = Some((table, columns)),
                        Item::Row(row) => rows.push(row),
                        Item::End => break,
                    }
                }
                change.commit().await.map_err(unavailable)?;
                Ok(reader.contents)
            }

            async fn insert(
                change: &mut <$db as sqlx::Database>::Connection,
                table: &Kept,
                columns: &[(&str, Kind)],
                rows: &[Vec<Cell>],
            ) -> Result<(), sqlx::Error> {
                const DIALECT: crate::backup::Dialect = $dialect;
                let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
                let mut insert = QueryBuilder::<$db>::new(format!("INSERT INTO {} ({}) ", table.name, names.join(", ")));
                insert.push_values(rows, |mut values, row| {
                    for (cell, (_, kind)) in row.iter().zip(columns) {
                        match cell.clone() {
                            Cell::Text(text) => values.push_bind(text),
                            Cell::Bytes(bytes) => values.push_bind(bytes),
                            Cell::Number(number) => values.push_bind(number),
                            Cell::Real(real) => values.push_bind(real),
                            Cell::Flag(flag) => values.push_bind(flag),
                        };
                        if *kind == Kind::Time {
                            values.push_unseparated(DIALECT.writes_time);
                        }
                    }
                });
                insert.build().execute(change).await.map(drop)
            }

            async fn examine_and_vacuum(&self) -> Result<Vec<String>, sqlx::Error> {
                const DIALECT: crate::backup::Dialect = $dialect;
                let found: Vec<String> = match DIALECT.examines {
                    Some(text) => sqlx::query_scalar(text).fetch_all(&self.0).await?,
                    None => Vec::new(),
                };
                let broken: Vec<String> = found.into_iter().filter(|line| line != "ok").collect();
                if broken.is_empty() {
                    let mut connection = self.0.acquire().await?;
                    sqlx::raw_sql("VACUUM").execute(&mut *connection).await?;
                }
                Ok(broken)
            }
        }

        impl Backups for $name {
            fn backup<'a>(&'a self, to: &'a mut (dyn std::io::Write + Send)) -> Stored<'a, crate::backup::Contents> {
                Box::pin(self.write_backup(to))
            }

            fn restore<'a>(&'a self, from: &'a mut (dyn std::io::BufRead + Send)) -> Stored<'a, crate::backup::Contents> {
                Box::pin(self.take_backup(from))
            }

            fn logged(&self, after: Option<MatchId>, most: u32) -> Stored<'_, Vec<Logged>> {
                told(async move {
                    let text = "SELECT id, (SELECT count(*) FROM entries e WHERE e.id = m.id), \
                                (SELECT min(place) FROM entries e WHERE e.id = m.id), \
                                (SELECT max(place) FROM entries e WHERE e.id = m.id), \
                                EXISTS (SELECT 1 FROM finished f WHERE f.id = m.id) \
                                FROM matches m WHERE id >= $1 AND id <> $2 ORDER BY id LIMIT $3";
                    let behind = after.map(|id| id.0 as i64);
                    // No match has the id 0.
                    let rows = sqlx::query(text).bind(behind.unwrap_or(i64::MIN)).bind(behind.unwrap_or(0));
                    let rows = rows.bind(i64::from(most)).fetch_all(&self.0).await?;
                    let logged = |row: &<$db as sqlx::Database>::Row| {
                        Ok(Logged {
                            id: MatchId(row.try_get::<i64, _>(0)? as u64),
                            entries: row.try_get(1)?,
                            places: row.try_get::<Option<i64>, _>(2)?.zip(row.try_get(3)?),
                            finished: row.try_get(4)?,
                        })
                    };
                    rows.iter().map(logged).collect()
                })
            }

            fn stray_entries(&self) -> Stored<'_, u64> {
                told(async move {
                    let text = "SELECT count(*) FROM entries e WHERE NOT EXISTS (SELECT 1 FROM matches m WHERE m.id = e.id)";
                    Ok(sqlx::query_scalar::<_, i64>(text).fetch_one(&self.0).await? as u64)
                })
            }

            fn vacuum(&self) -> Stored<'_, Vec<String>> {
                told(self.examine_and_vacuum())
            }
        }
    };
}
pub(crate) use backups;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use sqlx::{Connection, Row, SqliteConnection};

    use crate::schema::{PASSING, SQLITE, TABLES};

    /// A new table or column belongs into the backup, or among what passes.
    #[tokio::test]
    async fn no_table_and_no_column_is_forgotten() {
        let mut database = SqliteConnection::connect("sqlite::memory:").await.expect("memory");
        for step in SQLITE {
            sqlx::raw_sql(*step).execute(&mut database).await.expect("the schema");
        }
        let text = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'";
        let mut there: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in sqlx::query(text).fetch_all(&mut database).await.expect("read") {
            there.entry(row.get(0)).or_default().push(row.get(1));
        }
        for table in TABLES {
            let columns = there.get_mut(table.name).expect("the table is there");
            for (column, _) in table.columns {
                let at = columns.iter().position(|there| there == column).expect("the column is there");
                columns.remove(at);
            }
        }
        for (table, columns) in PASSING {
            let Some(left) = there.remove(*table) else { continue };
            assert!(columns.is_empty() || left == *columns, "{table}: {left:?}");
        }
        there.retain(|_, columns| !columns.is_empty());
        assert_eq!(there, BTreeMap::new(), "not in the backup");
    }
}
