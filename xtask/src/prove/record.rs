//! Runs `cargo xtask prove`, resumes it if it was interrupted, and writes the table of its results.

use std::{fs, path::Path, path::PathBuf, process::Command};

use anyhow::{Result, bail};

use super::PROVE;
use crate::suite::{Outcome, Step, log_of, logs, report_failures};
use crate::tools::{Tree, output};

/// Prefix of the lines on which a step prints figures for the table.
const FIGURE: &str = "figure: ";

/// Runs the named steps that have not passed on these files, or all of them if `again` is set. Writes the table
/// `target/prove.md` after each step, so that an interrupted run leaves its results.
pub(crate) fn run_all(tree: &Tree, names: &[String], again: bool) -> Result<()> {
    let folder = logs(tree, "prove");
    fs::create_dir_all(&folder)?;
    let files = list_files(tree)?;
    let words = ["describe", "--always", "--dirty= with changes", "--exclude=*", "--abbrev=10"];
    let commit = output(Command::new("git").args(words).current_dir(&tree.root))?;
    let has_passed = |step: &Step| !again && passed(&folder, step, &files).is_some();
    let chosen = PROVE.steps().filter(|step| names.iter().any(|name| name == step.name));
    let (done, left): (Vec<&Step>, Vec<&Step>) = chosen.partition(|step| has_passed(step));
    if !done.is_empty() {
        eprintln!("{} steps passed before on the files that they need; `--again` repeats them", done.len());
    }
    let names: Vec<String> = left.iter().map(|step| step.name.to_owned()).collect();
    let path = tree.target.join("prove.md");
    let outcomes = PROVE.run_lanes(tree, &names, &|outcome| {
        let save = || {
            record(tree, &folder, outcome, &files, &commit)?;
            write_table(&folder, &files, &commit, &path)
        };
        if let Err(error) = save() {
            eprintln!("error: the result of {} could not be saved: {error}", outcome.name);
        }
    })?;
    write_table(&folder, &files, &commit, &path)?;
    println!("{}\nThe table is in {}.", fs::read_to_string(&path)?, path.display());
    let is_unsaved = |outcome: &&Outcome| {
        outcome.passed && left.iter().any(|step| step.name == outcome.name && passed(&folder, step, &files).is_none())
    };
    if let Some(outcome) = outcomes.iter().find(is_unsaved) {
        bail!("the result of {} could not be saved; run it again", outcome.name);
    }
    report_failures(tree, "prove", &outcomes)
}

/// Result of a step that passed.
struct Passed {
    commit: String,
    seconds: String,
    figures: String,
}

/// Saves the outcome of a step that passed, with its figures from the log in `folder`. Fails if a file that the step
/// needs has changed since `files` were listed, because then the result belongs to no state of the files.
fn record(tree: &Tree, folder: &Path, outcome: &Outcome, files: &str, commit: &str) -> Result<()> {
    let Some(step) = PROVE.steps().find(|step| step.name == outcome.name).filter(|_| outcome.passed) else {
        return Ok(());
    };
    let needed = needed_by(step, files);
    if needed_by(step, &list_files(tree)?) != needed {
        bail!("files that it needs changed during the run");
    }
    let log = fs::read_to_string(log_of(folder, step.name))?;
    let figures: Vec<&str> = log.lines().filter_map(|line| line.strip_prefix(FIGURE)).collect();
    let text = format!("{commit}\n{}\n{}\n{needed}", outcome.seconds, figures.join("; "));
    Ok(fs::write(result_of(folder, step), text)?)
}

/// Returns the saved result of a step; `None` if it did not pass on the files that it needs.
fn passed(folder: &Path, step: &Step, files: &str) -> Option<Passed> {
    let text = fs::read_to_string(result_of(folder, step)).ok()?;
    let mut parts = text.splitn(4, '\n').map(str::to_owned);
    let passed = Passed { commit: parts.next()?, seconds: parts.next()?, figures: parts.next()? };
    (needed_by(step, &parts.next()?) == needed_by(step, files)).then_some(passed)
}

fn result_of(folder: &Path, step: &Step) -> PathBuf {
    folder.join(format!("{}.passed", step.name))
}

fn write_table(folder: &Path, files: &str, commit: &str, path: &Path) -> Result<()> {
    let mut table = format!(
        "Results that hold for commit {commit}: no file that a step needs has changed since the commit in its row.\n\n\
         | step | result | seconds | commit | figures |\n|---|---|---|---|---|\n"
    );
    for step in PROVE.steps() {
        let row = match passed(folder, step, files) {
            Some(Passed { commit, seconds, figures }) => {
                format!("| {} | passed | {seconds} | {commit} | {figures} |\n", step.name)
            }
            None => format!("| {} | not passed | | | |\n", step.name),
        };
        table.push_str(&row);
    }
    Ok(fs::write(path, table)?)
}

/// Lists all files that git does not ignore, committed or not: a line for each, with its mode, hash and path.
fn list_files(tree: &Tree) -> Result<String> {
    let index: PathBuf = tree.target.join("xtask/index");
    let git =
        |words: &[&str]| output(Command::new("git").args(words).current_dir(&tree.root).env("GIT_INDEX_FILE", &index));
    git(&["add", "--all"])?;
    git(&["ls-files", "--stage"])
}

/// Returns the lines of the files that a step needs; of all files if it names none.
fn needed_by(step: &Step, files: &str) -> String {
    let is_needed =
        |line: &&str| step.needs.is_empty() || line.split_once('\t').is_some_and(|(_, file)| step.is_needed_for(file));
    files.lines().filter(is_needed).collect::<Vec<_>>().join("\n")
}
