//! Plots as SVG text that stands inside a page.

use std::fmt::Write;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::page::{escaped, percent};
use crate::stats::Estimate;

const INK: RGBColor = RGBColor(34, 40, 49);
const FAINT: RGBColor = RGBColor(208, 213, 221);
const BLUE: RGBColor = RGBColor(33, 102, 172);
const RED: RGBColor = RGBColor(178, 24, 43);
const GREY: RGBColor = RGBColor(120, 128, 140);

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// A row of a plot of intervals.
pub struct Bar {
    /// What it is about.
    pub label: String,
    /// What was measured.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether the interval clearly excludes the line in the middle.
    pub stands_out: bool,
}

/// Rows against columns, a share in each cell: blue above a half, red below, paler near it. A cell whose interval contains a half
/// has a dot. A cell tells its interval when it is pointed at, and leads to the place of its row and column in the page.
pub fn heat_map(names: &[String], cells: &[Vec<Option<Estimate>>], anchor: impl Fn(usize, usize) -> String) -> String {
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) as i32;
    let (cell, left, top) = (if names.len() > 14 { 46 } else { 64 }, 24 + 8 * longest, 40 + 6 * longest);
    let size = names.len() as i32 * cell;
    let (width, height) = (left + size + 6 * longest.min(10) + 20, top + size + 20);
    let mut over = String::new();
    for (row, line) in cells.iter().enumerate() {
        for (column, found) in line.iter().enumerate().filter_map(|(column, found)| Some((column, (*found)?))) {
            let (x, y, side) = (left + column as i32 * cell, top + row as i32 * cell, cell - 2);
            let _ = write!(
                over,
                "<a href=\"#{}\"><rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill-opacity=\"0\"><title>{} against {}: {}, {} \
                 games</title></rect></a>",
                escaped(&anchor(row, column)),
                escaped(&names[row]),
                escaped(&names[column]),
                percent(&found),
                found.games
            );
        }
    }
    let drawn = draw(width, height, |area| {
        for (row, name) in names.iter().enumerate() {
            let y = top + row as i32 * cell + cell / 2;
            area.draw(&Text::new(name.clone(), (left - 10, y), style(14, &INK, HPos::Right, VPos::Center)))?;
            let turned = style(14, &INK, HPos::Left, VPos::Center).transform(FontTransform::Rotate270);
            area.draw(&Text::new(name.clone(), (left + row as i32 * cell + cell / 2, top - 10), turned))?;
        }
        for (row, line) in cells.iter().enumerate() {
            for (column, found) in line.iter().enumerate() {
                let (x, y) = (left + column as i32 * cell, top + row as i32 * cell);
                let colour = found.map_or(RGBColor(238, 240, 243), |found| diverging(found.value));
                area.draw(&Rectangle::new([(x, y), (x + cell - 2, y + cell - 2)], colour.filled()))?;
                let Some(found) = found else { continue };
                let ink = if (found.value - 0.5).abs() > 0.27 { WHITE } else { INK };
                let middle = (x + cell / 2 - 1, y + cell / 2 - 1);
                let text = format!("{:.0}", 100.0 * found.value);
                area.draw(&Text::new(text, middle, style(17, &ink, HPos::Center, VPos::Center)))?;
                if found.low <= 0.5 && 0.5 <= found.high {
                    area.draw(&Circle::new((middle.0, y + cell - 10), 2, ink.filled()))?;
                }
            }
        }
        Ok(())
    });
    drawn.replace("</svg>", &format!("{over}</svg>"))
}

/// How many values fall on each number. The last bar holds the highest percent.
pub fn histogram(counts: &[(u32, u64)], axis: &str) -> String {
    let all: u64 = counts.iter().map(|&(_, count)| count).sum();
    let from = counts.first().map_or(0, |first| first.0);
    let mut so_far = 0;
    let usual = counts.iter().find(|&&(_, count)| {
        so_far += count;
        100 * so_far >= 99 * all
    });
    let last = usual.map_or(from, |usual| usual.0);
    // At most sixty bars: more would be too thin.
    let wide = (last - from) / 60 + 1;
    let mut bars = vec![0u64; ((last - from) / wide + 1) as usize];
    for &(value, count) in counts {
        bars[((value.min(last) - from) / wide) as usize] += count;
    }
    let most = bars.iter().copied().max().unwrap_or(1).max(1);
    let beyond = counts.last().is_some_and(|longest| longest.0 > last);
    let axis = if beyond { format!("{axis} (the last bar: all from {last} on)") } else { axis.to_owned() };
    draw(760, 260, |area| {
        let end = from + wide * bars.len() as u32;
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(f64::from(from)..f64::from(end), 0f64..most as f64 * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(GREY)
            .x_desc(axis.as_str())
            .y_desc("games")
            .x_label_formatter(&|value| format!("{value:.0}"))
            .y_label_formatter(&|value| format!("{value:.0}"))
            .label_style(("sans-serif", 13, &INK))
            .axis_desc_style(("sans-serif", 14, &INK))
            .draw()?;
        chart.draw_series(bars.iter().enumerate().map(|(place, &count)| {
            let left = f64::from(from + wide * place as u32);
            Rectangle::new([(left, 0.0), (left + 0.86 * f64::from(wide), count as f64)], BLUE.mix(0.75).filled())
        }))?;
        Ok(())
    })
}

/// One row for each bar: a point with its interval, against a line in the middle.
pub fn intervals(bars: &[Bar], middle: f64, axis: &str, percent: bool) -> String {
    let longest = bars.iter().map(|bar| bar.label.chars().count()).max().unwrap_or(0) as i32;
    let (row, left, width) = (22, 24 + 7 * longest, 430);
    let reach = bars.iter().map(|bar| (bar.low - middle).abs().max((bar.high - middle).abs())).fold(0.0, f64::max);
    let reach = if reach > 0.0 { 1.05 * reach } else { 1.0 };
    let height = 34 + row * bars.len() as i32 + 30;
    let shown = |value: f64| if percent { format!("{:+.1}", 100.0 * value) } else { format!("{value:+.2}") };
    draw(left + width + 90, height, |area| {
        let x = |value: f64| left + ((value - middle + reach) / (2.0 * reach) * f64::from(width)) as i32;
        area.draw(&Text::new(axis, (x(middle), 10), style(14, &INK, HPos::Center, VPos::Center)))?;
        let bottom = 30 + row * bars.len() as i32;
        let step = round_step(reach, if percent { 100.0 } else { 1.0 });
        for part in (-4..=4).filter(|part| f64::from(*part).abs() * step <= reach) {
            let at = middle + f64::from(part) * step;
            let line = if part == 0 { GREY } else { FAINT };
            area.draw(&PathElement::new(vec![(x(at), 24), (x(at), bottom)], line.stroke_width(1)))?;
            area.draw(&Text::new(shown(at), (x(at), bottom + 12), style(12, &GREY, HPos::Center, VPos::Center)))?;
        }
        for (place, bar) in bars.iter().enumerate() {
            let y = 36 + row * place as i32;
            let colour = match (bar.stands_out, bar.value > middle) {
                (false, _) => GREY,
                (true, true) => BLUE,
                (true, false) => RED,
            };
            area.draw(&Text::new(bar.label.clone(), (left - 10, y), style(13, &INK, HPos::Right, VPos::Center)))?;
            area.draw(&PathElement::new(vec![(x(bar.low), y), (x(bar.high), y)], colour.stroke_width(2)))?;
            area.draw(&Circle::new((x(bar.value), y), 4, colour.filled()))?;
            let value = style(13, &colour, HPos::Left, VPos::Center);
            area.draw(&Text::new(shown(bar.value), (left + width + 14, y), value))?;
        }
        Ok(())
    })
}

/// A share after more and more games, with its interval, and lines to compare it with.
pub fn curve(points: &[Estimate], lines: &[(f64, String)]) -> String {
    let most = points.last().map_or(1, |last| last.games) as f64;
    let low = points.iter().skip(points.len() / 8).map(|point| point.low).fold(0.5, f64::min);
    let high = points.iter().skip(points.len() / 8).map(|point| point.high).fold(0.5, f64::max);
    let (low, high) = ((low - 0.05).max(0.0), (high + 0.05).min(1.0));
    draw(760, 300, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(0f64..most, low..high)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(GREY)
            .x_desc("games")
            .y_desc("score")
            .x_label_formatter(&|value| format!("{value:.0}"))
            .y_label_formatter(&|value| format!("{:.0} %", 100.0 * value))
            .label_style(("sans-serif", 13, &INK))
            .axis_desc_style(("sans-serif", 14, &INK))
            .draw()?;
        let at = |value: f64| value.clamp(low, high);
        let upper = points.iter().map(|point| (point.games as f64, at(point.high)));
        let lower = points.iter().rev().map(|point| (point.games as f64, at(point.low)));
        chart.draw_series([Polygon::new(upper.chain(lower).collect::<Vec<_>>(), BLUE.mix(0.15).filled())])?;
        for (value, label) in lines.iter().filter(|(value, _)| (low..=high).contains(value)) {
            chart.draw_series([PathElement::new(vec![(0.0, *value), (most, *value)], RED.mix(0.7).stroke_width(1))])?;
            let text = style(12, &RED, HPos::Right, VPos::Bottom);
            chart.draw_series([Text::new(label.clone(), (most, *value), text)])?;
        }
        let line = points.iter().map(|point| (point.games as f64, at(point.value)));
        chart.draw_series(LineSeries::new(line, BLUE.stroke_width(2)))?;
        Ok(())
    })
}

/// The distance of grid lines: 1, 2 or 5 and zeros, so that two to four fit.
fn round_step(reach: f64, scale: f64) -> f64 {
    let rough = reach * scale / 4.0;
    let tens = 10f64.powf(rough.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * tens).find(|step| *step >= rough);
    round.unwrap_or(rough) / scale
}

/// Blue above a half, white at it, red below.
fn diverging(share: f64) -> RGBColor {
    let far = (2.0 * (share - 0.5)).clamp(-1.0, 1.0);
    let end = if far > 0.0 { BLUE } else { RED };
    // The colour changes faster near a half, where differences matter most.
    let part = far.abs().powf(0.8);
    let mix = |to: u8| (247.0 + part * (f64::from(to) - 247.0)).round() as u8;
    RGBColor(mix(end.0), mix(end.1), mix(end.2))
}

fn style<'a>(size: i32, colour: &'a RGBColor, across: HPos, along: VPos) -> TextStyle<'a> {
    ("sans-serif", size).into_font().color(colour).pos(Pos::new(across, along))
}

fn draw(width: i32, height: i32, draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Drawn) -> String {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (width.max(1) as u32, height.max(1) as u32)).into_drawing_area();
    let drawn = draw(&area);
    let drawn = drawn.and_then(|()| Ok(area.present()?));
    drop(area);
    match drawn {
        Ok(()) => svg,
        Err(error) => format!("<p>This plot could not be drawn: {error}</p>"),
    }
}
