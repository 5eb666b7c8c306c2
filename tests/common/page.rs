//! Pages of reviews, read as browsers read them.

#![allow(clippy::unwrap_used, reason = "a test ends where a document or a part of the page is missing")]

use std::fs;

use designlint_core::Settings;
use designlint_core::review::review;
use designlint_render::Checked;
use designlint_report::{Subject, page};
use designlint_rules::packs;
use scraper::{ElementRef, Html, Selector};

use super::{report, root};

pub fn checked(path: &str, text: &str) -> Checked {
    let settings = Settings { knowledge: packs::knowledge(), profiles: packs::profiles(), ..Settings::default() };
    let report = report(text);
    let review = Some(review(&report, &settings));
    Checked { path: path.to_owned(), outcome: Ok(report), review }
}

pub fn corpus(case: &str) -> Checked {
    checked(&format!("{case}/doc.md"), &fs::read_to_string(root("corpus").join(case).join("doc.md")).unwrap())
}

pub fn html(file: &Checked) -> String {
    page(&[Subject::new(file)], None).unwrap()
}

/// The page of a document of the corpus.
pub fn shown(case: &str) -> Html {
    Html::parse_document(&html(&corpus(case)))
}

pub fn folded(element: ElementRef<'_>) -> String {
    element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The texts of what a selector finds.
pub fn texts(page: &Html, selector: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).map(folded).collect()
}

/// The values of an attribute of what a selector finds.
pub fn values(page: &Html, selector: &str, name: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).map(|e| e.value().attr(name).unwrap_or_default().to_owned()).collect()
}

/// The texts of the cells of each row that a selector finds.
pub fn rows(page: &Html, selector: &str) -> Vec<Vec<String>> {
    let cells = Selector::parse("th, td").unwrap();
    let row = |row: ElementRef<'_>| row.select(&cells).map(folded).collect();
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).map(row).collect()
}
