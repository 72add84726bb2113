//! Checks products from the command line: `cargo run --bin check -- examples/products/pair.json`.
//!
//! Reads files, calls the library and prints the rendered result; contains no rule.

use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::{ffi::OsString, fs, path::Path, process::ExitCode};

use lexopt::{Arg, Parser, ValueExt};
use renewal_rules::{
    CatalogueReport, Consent, Options, Report, Scope, check, check_catalogue, check_catalogue_lines, effective_kind,
};
use renewal_rules_formatters::{CheckedFile, Format, Renderer, Style, sanitize};
use serde::Serialize;
use serde_json::{Map, Value};

const HELP: &str = "\
Checks products and reports what is wrong with them and how to fix it.

Usage: check [OPTIONS] [FILE]...

Reads standard input if no FILE is given, or if FILE is -. A FILE named .ndjson or .jsonl is a
catalogue with one product per line.

      --catalogue                        Read each file as an array of products
      --lines                            Read each file as one product per line
      --operation <OPERATION>            [possible values: record, create, update]
      --role <ROLE>                      [possible values: initiator, renewal, self-renewing]
      --payment <PAYMENT>                [possible values: online, offline]
      --trial <BOOLEAN>                  Treat the product as a free trial, or not [possible values: true, false]
      --product-id <ID>                  Set the id that an update targets
      --current <FILE>                   Read the product before the update from FILE
      --consent <CONSENT>                [possible values: given, declined, unavailable]
      --ar-min-days <DAYS>               Set the minimum term of a renewal kind
      --pmr-online-min-days <DAYS>
      --pmr-offline-min-days <DAYS>
      --email-online-min-days <DAYS>
      --email-offline-min-days <DAYS>
      --max-diagnostics <N>              Report at most N diagnostics per file
      --json                             Print the report as JSON; for several files, one line for each:
                                         {\"file\":...,\"report\":...}
  -h, --help                             Print help

Exit status: 0 no errors, 1 errors were found, 2 something could not be read, understood or
printed.
";

type Failure = Box<dyn std::error::Error>;

/// Parsed command line.
#[derive(Default)]
struct Task {
    options: Map<String, Value>,
    current: Option<OsString>,
    consent: Consent,
    catalogue: bool,
    lines: bool,
    json: bool,
    files: Vec<OsString>,
}

/// A report of a product or of a catalogue; serialises as the report itself.
#[derive(Serialize)]
#[serde(untagged)]
enum Reported {
    Product(Report),
    Catalogue(CatalogueReport),
}

fn main() -> ExitCode {
    match task().and_then(|task| task.map_or(Ok(0), |task| run(&task))) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            // The reader of the output has closed the pipe, so stop quietly.
            if !is_broken_pipe(error.as_ref()) {
                complain(error.as_ref());
            }
            ExitCode::from(2)
        }
    }
}

/// Prints an error; names are sanitized so that they cannot control the terminal.
fn complain(error: &dyn std::error::Error) {
    let words = sanitize(&error.to_string());
    // If stderr is closed, only the exit status reports the error.
    let _ = writeln!(io::stderr(), "check: {words}");
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Parses the command line; returns `None` if only help was requested.
fn task() -> Result<Option<Task>, Failure> {
    let mut task = Task::default();
    let mut limits = Map::new();
    let mut parser = Parser::from_env();
    while let Some(argument) = parser.next()? {
        let flag = match argument {
            Arg::Short('h') => "help",
            Arg::Long(flag) => flag,
            Arg::Value(file) => {
                task.files.push(file);
                continue;
            }
            Arg::Short(_) => return Err(argument.unexpected().into()),
        }
        .to_owned();
        match flag.as_str() {
            "help" => {
                io::stdout().write_all(HELP.as_bytes())?;
                return Ok(None);
            }
            "json" => task.json = true,
            "catalogue" => task.catalogue = true,
            "lines" => task.lines = true,
            "current" => task.current = Some(parser.value()?),
            "consent" => {
                let word = parser.value()?.string()?;
                let known = Consent::ALL.iter().find(|known| known.as_str() == word);
                task.consent = *known.ok_or("--consent must be one of given, declined, unavailable")?;
            }
            "operation" | "role" | "payment" => {
                let word = parser.value()?.string()?;
                task.options.insert(flag, word.into());
            }
            "trial" | "product-id" | "max-diagnostics" => {
                task.options.insert(camel(&flag), scalar(&mut parser)?);
            }
            "ar-min-days"
            | "pmr-online-min-days"
            | "pmr-offline-min-days"
            | "email-online-min-days"
            | "email-offline-min-days" => {
                limits.insert(camel(&flag), scalar(&mut parser)?);
            }
            _ => return Err(format!("unexpected option --{flag}; see --help").into()),
        }
    }
    if !limits.is_empty() {
        task.options.insert("limits".to_owned(), limits.into());
    }
    if task.files.is_empty() {
        task.files.push("-".into());
    }
    Ok(Some(task))
}

/// Parses the value of an option as JSON, or takes it as text if it is not JSON. The library validates the value.
fn scalar(parser: &mut Parser) -> Result<Value, lexopt::Error> {
    let text = parser.value()?.string()?;
    Ok(serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// Converts `max-diagnostics` to the library's spelling, `maxDiagnostics`.
fn camel(flag: &str) -> String {
    let mut words = flag.split('-');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at_checked(1).unwrap_or((word, ""));
        name += &(first.to_uppercase() + rest);
    }
    name
}

/// Checks and prints every file; returns the exit status.
fn run(task: &Task) -> Result<u8, Failure> {
    let options = Value::Object(task.options.clone()).to_string();
    let mut of_product = Options::from_json(&options)?;
    if let Some(file) = &task.current {
        of_product = of_product.with_current(read(file)?)?;
    }

    let mut stdout = io::stdout().lock();
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let style = Style::default().with_color(stdout.is_terminal() && !no_color);
    let mut renderer = Renderer::new(Format::Stylish, style);
    let mut is_complete = true;
    for file in &task.files {
        let bytes = match read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                complain(error.as_ref());
                is_complete = false;
                continue;
            }
        };
        let extension = Path::new(file).extension().unwrap_or_default();
        let lines = task.lines || extension == "ndjson" || extension == "jsonl";
        let report = if lines || task.catalogue {
            let options = Options::from_json_for(Scope::Catalogue, &options)?;
            Reported::Catalogue(if lines {
                check_catalogue_lines(&bytes, &options)
            } else {
                check_catalogue(&bytes, &options)
            })
        } else {
            Reported::Product(check(&bytes, &of_product))
        };

        let name = if file == "-" { "<stdin>".into() } else { file.to_string_lossy() };
        let text = String::from_utf8_lossy(&bytes);
        let decision;
        let checked = match &report {
            Reported::Product(report) => {
                decision = effective_kind(&bytes, &of_product.clone().with_consent(task.consent));
                CheckedFile::product(&name, report).with_decision(&decision)
            }
            Reported::Catalogue(report) => CheckedFile::catalogue(&name, report),
        };
        let shown = renderer.file(&checked.with_text(&text));
        match (task.json, task.files.len()) {
            (false, _) => stdout.write_all(shown.as_bytes())?,
            (true, 1) => writeln!(stdout, "{}", serde_json::to_string(&report)?)?,
            (true, _) => {
                let (file, report) = (serde_json::to_string(&name)?, serde_json::to_string(&report)?);
                writeln!(stdout, "{{\"file\":{file},\"report\":{report}}}")?;
            }
        }
    }
    if !task.json && renderer.tally().files > 0 {
        stdout.write_all(renderer.end().as_bytes())?;
    }
    stdout.flush()?;
    Ok(match renderer.tally().files_with_errors {
        _ if !is_complete => 2,
        0 => 0,
        _ => 1,
    })
}

fn read(file: &OsString) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if file == "-" { io::stdin().read_to_end(&mut bytes).map(|_| bytes) } else { fs::read(file) };
    read.map_err(|error| format!("{}: {error}", file.to_string_lossy()).into())
}
