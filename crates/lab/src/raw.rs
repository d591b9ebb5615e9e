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
}
