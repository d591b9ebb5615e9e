//! The raw games as Parquet, one row for each: what data frames read.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::game::PlayedGame;

/// A game with the names that its numbers stand for.
pub struct Row<'a> {
    /// What is being compared, where something is: a ruling's value, a change.
    pub arm: &'a str,
    /// The bots of side A and B.
    pub bots: [&'a str; 2],
    /// Their decks.
    pub decks: [&'a str; 2],
    /// The rest.
    pub played: &'a PlayedGame,
}

const SCHEMA: &str = "message games {
    REQUIRED BYTE_ARRAY arm (UTF8);
    REQUIRED BYTE_ARRAY bot_a (UTF8);
    REQUIRED BYTE_ARRAY bot_b (UTF8);
    REQUIRED BYTE_ARRAY deck_a (UTF8);
    REQUIRED BYTE_ARRAY deck_b (UTF8);
    REQUIRED INT64 game;
    REQUIRED DOUBLE score_a;
    REQUIRED BOOLEAN a_first;
    REQUIRED INT32 turns;
    REQUIRED INT32 decisions;
}";

/// The columns of the CSV file, as those of the schema.
const COLUMNS: &str = "arm,bot_a,bot_b,deck_a,deck_b,game,score_a,a_first,turns,decisions";

/// Writes them to a file as CSV: the same columns, text in quotes.
pub fn write_csv(path: &Path, rows: &[Row<'_>]) -> Result<(), String> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let line = |Row { arm, bots, decks, played }: &Row<'_>| {
        let texts = [arm, bots[0], bots[1], decks[0], decks[1]].map(quoted).join(",");
        let PlayedGame { game, halves, a_first, turns, decisions, .. } = played;
        format!("{texts},{game},{},{a_first},{turns},{decisions}\n", f64::from(*halves) / 2.0)
    };
    let text: String = std::iter::once(format!("{COLUMNS}\n")).chain(rows.iter().map(line)).collect();
    std::fs::write(path, text).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Writes them to a file.
pub fn write(path: &Path, rows: &[Row<'_>]) -> Result<(), String> {
    let file = File::create(path).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    table(file, rows).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

fn table(file: File, rows: &[Row<'_>]) -> Result<(), ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(WriterProperties::builder().build()))?;
    let mut group = writer.next_row_group()?;
    let text = |text: &str| ByteArray::from(text);
    column::<ByteArrayType>(&mut group, rows, |row| text(row.arm))?;
    column::<ByteArrayType>(&mut group, rows, |row| text(row.bots[0]))?;
    column::<ByteArrayType>(&mut group, rows, |row| text(row.bots[1]))?;
    column::<ByteArrayType>(&mut group, rows, |row| text(row.decks[0]))?;
    column::<ByteArrayType>(&mut group, rows, |row| text(row.decks[1]))?;
    column::<Int64Type>(&mut group, rows, |row| row.played.game as i64)?;
    column::<DoubleType>(&mut group, rows, |row| f64::from(row.played.halves) / 2.0)?;
    column::<BoolType>(&mut group, rows, |row| row.played.a_first)?;
    column::<Int32Type>(&mut group, rows, |row| row.played.turns as i32)?;
    column::<Int32Type>(&mut group, rows, |row| row.played.decisions as i32)?;
    group.close()?;
    writer.close().map(|_| ())
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    rows: &[Row<'_>],
    value: impl Fn(&Row<'_>) -> T::T,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("the schema has fewer columns".into()));
    };
    let values: Vec<T::T> = rows.iter().map(value).collect();
    column.typed::<T>().write_batch(&values, None, None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    #[test]
    fn what_is_written_is_read_back() {
        let path = std::env::temp_dir().join(format!("playmat-lab-{}.parquet", std::process::id()));
        let games: Vec<PlayedGame> = (0..3)
            .map(|game| PlayedGame { game, halves: game as u8, turns: 7, a_first: true, ..PlayedGame::default() })
            .collect();
        let row = |played| Row { arm: "", bots: ["greedy", "random"], decks: ["Ä", "b"], played };
        write(&path, &games.iter().map(row).collect::<Vec<_>>()).unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let rows: Vec<String> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(rows.len(), 3);
        assert!(
            rows[2].contains("deck_a: \"Ä\"") && rows[2].contains("score_a: 1") && rows[2].contains("turns: 7"),
            "{}",
            rows[2]
        );
    }

    #[test]
    fn text_of_a_csv_file_may_hold_anything() {
        let path = std::env::temp_dir().join(format!("playmat-lab-{}.csv", std::process::id()));
        let game = PlayedGame { game: 4, halves: 1, turns: 7, decisions: 9, ..PlayedGame::default() };
        write_csv(&path, &[Row { arm: "a, \"b\"", bots: ["greedy", "random"], decks: ["Ä", "b"], played: &game }]).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let line = "\"a, \"\"b\"\"\",\"greedy\",\"random\",\"Ä\",\"b\",4,0.5,false,7,9";
        assert_eq!(text.lines().collect::<Vec<_>>(), [COLUMNS, line]);
        let fields: Vec<&str> =
            SCHEMA.lines().filter_map(|line| line.trim().strip_prefix("REQUIRED ")?.split(' ').nth(1)).collect();
        let fields: Vec<&str> = fields.into_iter().map(|field| field.trim_end_matches(';')).collect();
        assert_eq!(fields.join(","), COLUMNS, "both files have the same columns");
    }
}
