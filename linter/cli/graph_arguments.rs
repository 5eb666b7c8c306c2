//! The arguments of the verbs that follow numbers through a document.

use std::path::PathBuf;

use clap::Args;

use crate::values::{GraphFormat, PlotFormat};

/// The arguments of `whatif`.
#[derive(Args, Clone, Debug)]
pub struct WhatIfArguments {
    /// The document; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Give a number another value: `layers=32`, `"TTFT=0.4 s"`; a bare value is in the document's own unit
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Calculate for a list of values: `batch=32,96,192`; two of them make a grid
    #[arg(long, value_name = "NAME=A,B")]
    pub sweep: Vec<String>,
    /// Find the largest value of --for that keeps a limit: `"TPOT <= 30 ms"`
    #[arg(long, value_name = "LIMIT", requires = "input", conflicts_with_all = ["sweep", "write"])]
    pub solve: Option<String>,
    /// The input that --solve is about
    #[arg(long = "for", id = "input", value_name = "NAME", requires = "solve")]
    pub input: Option<String>,
    /// Write the numbers into the document
    #[arg(long, requires = "set", conflicts_with = "sweep")]
    pub write: bool,
    /// How it is printed
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub format: PlotFormat,
}

/// The arguments of `graph`.
#[derive(Args, Clone, Debug)]
pub struct GraphArguments {
    /// The document; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How it is printed
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub format: GraphFormat,
}

/// The arguments of `sensitivity`.
#[derive(Args, Clone, Debug)]
pub struct SensitivityArguments {
    /// The document; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The number to look at; without it all that have a limit, else all that nothing else uses
    #[arg(long, value_name = "NAME")]
    pub on: Option<String>,
    /// How it is printed
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub format: PlotFormat,
}
