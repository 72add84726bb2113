//! Runs `cargo xtask prove`, resumes it if it was interrupted, and writes the table of its results.

use std::{collections::BTreeMap, fs, path::Path, path::PathBuf, process::Command};

use anyhow::{Result, bail};

use super::PROVE;
use crate::suite::{Outcome, log_of, logs, report_failures};
use crate::tools::{Tree, output};

/// Prefix of the lines on which a step prints figures for the table.
const FIGURE: &str = "figure: ";

/// Runs all steps that have not passed on this state of the files, or all steps if `again` is set. Writes the table
/// `target/prove.md` after each step, so that an interrupted run leaves its results.
pub(crate) fn run_all(tree: &Tree, again: bool) -> Result<()> {
    let folder = logs(tree, "prove");
    fs::create_dir_all(&folder)?;
    let state = state_of(tree)?;
    let done = folder.join(&state);
    if again && done.is_dir() {
        fs::remove_dir_all(&done)?;
    }
    fs::create_dir_all(&done)?;
    let before = results(&done)?;
    let left: Vec<String> =
        PROVE.steps().map(|step| step.name.to_owned()).filter(|name| !before.contains_key(name)).collect();
    if !before.is_empty() {
        eprintln!("{} steps passed before on this state; `--again` repeats them", before.len());
    }
    let path = tree.target.join("prove.md");
    let outcomes = PROVE.run_lanes(tree, &left, &|outcome| {
        if let Err(error) = record(&folder, &done, outcome).and_then(|()| write_table(tree, &state, &done, &path)) {
            eprintln!("error: the result of {} could not be saved: {error}", outcome.name);
        }
    })?;
    if state_of(tree)? != state {
        bail!("the files changed during the run, so its results belong to no state");
    }
    write_table(tree, &state, &done, &path)?;
    println!("{}\nThe table is in {}.", fs::read_to_string(&path)?, path.display());
    report_failures(tree, "prove", &outcomes)
}

/// Writes the outcome of a step that passed, with its figures from the log in `folder`, to the directory `done`.
fn record(folder: &Path, done: &Path, outcome: &Outcome) -> Result<()> {
    if !outcome.passed {
        return Ok(());
    }
    let log = fs::read_to_string(log_of(folder, &outcome.name))?;
    let figures: Vec<&str> = log.lines().filter_map(|line| line.strip_prefix(FIGURE)).collect();
    Ok(fs::write(done.join(&outcome.name), format!("{}\n{}", outcome.seconds, figures.join("; ")))?)
}

/// Reads the results of the passed steps from the directory `done`: the seconds and figures of each step by name.
fn results(done: &Path) -> Result<BTreeMap<String, (String, String)>> {
    let mut results = BTreeMap::new();
    for entry in fs::read_dir(done)? {
        let entry = entry?;
        let text = fs::read_to_string(entry.path())?;
        let (seconds, figures) = text.split_once('\n').unwrap_or((&text, ""));
        results.insert(entry.file_name().to_string_lossy().into_owned(), (seconds.to_owned(), figures.to_owned()));
    }
    Ok(results)
}

fn write_table(tree: &Tree, state: &str, done: &Path, path: &Path) -> Result<()> {
    let results = results(done)?;
    let commit = output(Command::new("git").args(["rev-parse", "HEAD"]).current_dir(&tree.root))?;
    let mut table =
        format!("Commit {commit}, files {state}.\n\n| step | seconds | result | figures |\n|---|---|---|---|\n");
    for step in PROVE.steps() {
        let row = match results.get(step.name) {
            Some((seconds, figures)) => format!("| {} | {seconds} | passed | {figures} |\n", step.name),
            None => format!("| {} | | not passed | |\n", step.name),
        };
        table.push_str(&row);
    }
    Ok(fs::write(path, table)?)
}

/// Returns git's hash of all files that it does not ignore, committed or not.
fn state_of(tree: &Tree) -> Result<String> {
    let index: PathBuf = tree.target.join("xtask/index");
    let git =
        |words: &[&str]| output(Command::new("git").args(words).current_dir(&tree.root).env("GIT_INDEX_FILE", &index));
    git(&["add", "--all"])?;
    git(&["write-tree"])
}
