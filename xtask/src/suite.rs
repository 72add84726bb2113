//! Runs steps: each in a process of its own whose output goes to a file, the lanes of a suite side by side.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use std::{env, thread};

use anyhow::{Context, Result, bail};

use crate::tools::{Tree, output};

/// A named check.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// Groups of path prefixes, relative to the root: the step is needed if a file below one of them changes. Empty for
    /// a check of `prove` that any file can affect.
    pub(crate) needs: &'static [&'static [&'static str]],
    pub(crate) run: fn(&Tree) -> Result<()>,
}

impl Step {
    pub(crate) fn is_needed_for(&self, file: &str) -> bool {
        self.needs.iter().copied().flatten().any(|prefix| file.starts_with(prefix))
    }
}

/// A command that runs steps.
pub(crate) struct Suite {
    pub(crate) command: &'static str,
    /// Steps that run one after the other; the lanes run side by side.
    pub(crate) lanes: &'static [&'static [Step]],
    /// True to start no further step after a failure.
    pub(crate) stops: bool,
}

/// The steps to run.
pub(crate) enum Selection {
    All,
    /// Steps by name.
    Only(Vec<String>),
    /// Steps that the changes since the main branch need.
    Changed,
}

/// Outcome of a step.
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) seconds: u64,
    pub(crate) passed: bool,
}

impl Suite {
    pub(crate) fn steps(&self) -> impl Iterator<Item = &'static Step> {
        self.lanes.iter().copied().flatten()
    }

    /// Prints the names of the steps.
    pub(crate) fn list(&self) {
        for step in self.steps() {
            println!("{:18} {}", step.name, step.about);
        }
    }

    /// Returns the names of the selected steps.
    pub(crate) fn select(&self, tree: &Tree, selection: Selection) -> Result<Vec<String>> {
        let names = |chosen: &dyn Fn(&Step) -> bool| {
            self.steps().filter(|step| chosen(step)).map(|step| step.name.to_owned()).collect()
        };
        match selection {
            Selection::All => Ok(names(&|_| true)),
            Selection::Only(only) => {
                let command = self.command;
                if let Some(unknown) = only.iter().find(|name| self.steps().all(|step| step.name != **name)) {
                    bail!("unknown step `{unknown}`; `cargo xtask {command} --list` lists the steps");
                }
                Ok(only)
            }
            Selection::Changed => {
                let files = changed_files(tree)?;
                // If no step names a changed file, select all steps, because the file could affect any of them.
                let is_unknown = |file: &String| !self.steps().any(|step| step.is_needed_for(file));
                let all = files.iter().any(is_unknown);
                Ok(names(&|step| all || files.iter().any(|file| step.is_needed_for(file))))
            }
        }
    }

    /// Runs the named steps. A single step runs in this process and prints its output at once.
    pub(crate) fn run(&self, tree: &Tree, names: &[String]) -> Result<()> {
        if let [name] = names {
            let step = self.steps().find(|step| step.name == name).context("no such step")?;
            return (step.run)(tree).with_context(|| format!("step `{name}` failed"));
        }
        let outcomes = self.run_lanes(tree, names, &|_| {})?;
        report_failures(tree, self.command, &outcomes)
    }

    /// Runs the named steps, each in a process of its own; calls `done` after each.
    pub(crate) fn run_lanes(
        &self,
        tree: &Tree,
        names: &[String],
        done: &(dyn Fn(&Outcome) + Sync),
    ) -> Result<Vec<Outcome>> {
        let folder = logs(tree, self.command);
        fs::create_dir_all(&folder)?;
        let (failed, outcomes) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let run_lane = |lane: &[Step]| -> Result<()> {
            for step in lane.iter().filter(|step| names.iter().any(|name| name == step.name)) {
                if self.stops && failed.load(Ordering::Relaxed) {
                    break;
                }
                let outcome = self.run_step(step.name, &folder)?;
                failed.fetch_or(!outcome.passed, Ordering::Relaxed);
                let word = if outcome.passed { "passed" } else { "FAILED" };
                eprintln!("{word} {} ({} s): {}", step.name, outcome.seconds, step.about);
                done(&outcome);
                outcomes.lock().unwrap_or_else(PoisonError::into_inner).push(outcome);
            }
            Ok(())
        };
        thread::scope(|scope| {
            let lanes: Vec<_> = self.lanes.iter().map(|lane| scope.spawn(|| run_lane(lane))).collect();
            lanes.into_iter().try_for_each(|lane| lane.join().unwrap_or_else(|_| bail!("a lane of steps panicked")))
        })?;
        Ok(outcomes.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn run_step(&self, name: &str, folder: &Path) -> Result<Outcome> {
        let log = File::create(log_of(folder, name))?;
        let start = Instant::now();
        let status = Command::new(env::current_exe()?)
            .args([self.command, "--only", name])
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .status()?;
        Ok(Outcome { name: name.to_owned(), seconds: start.elapsed().as_secs(), passed: status.success() })
    }
}

/// Returns the directory for the output of a suite's steps.
pub(crate) fn logs(tree: &Tree, command: &str) -> PathBuf {
    tree.target.join("xtask").join(command)
}

/// Returns the path of the file for the output of a step.
pub(crate) fn log_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.log"))
}

/// Prints the output of each failed step; fails if there is one.
pub(crate) fn report_failures(tree: &Tree, command: &str, outcomes: &[Outcome]) -> Result<()> {
    let failed: Vec<&str> =
        outcomes.iter().filter(|outcome| !outcome.passed).map(|outcome| outcome.name.as_str()).collect();
    for name in &failed {
        let path = log_of(&logs(tree, command), name);
        eprintln!("\n== output of {name} ({})\n{}", path.display(), String::from_utf8_lossy(&fs::read(&path)?));
    }
    if !failed.is_empty() {
        bail!("these steps failed: {}", failed.join(", "));
    }
    eprintln!("\nall steps passed");
    Ok(())
}

/// Lists the files that differ from the main branch (on the main branch: from the last commit), including untracked
/// files.
fn changed_files(tree: &Tree) -> Result<Vec<String>> {
    let git = |words: &str| output(Command::new("git").args(words.split(' ')).current_dir(&tree.root));
    let base = git("merge-base HEAD main").or_else(|_| git("merge-base HEAD origin/main"))?;
    let changed = git(&format!("diff --name-only {base}"))?;
    let untracked = git("ls-files --others --exclude-standard")?;
    Ok(changed.lines().chain(untracked.lines()).map(str::to_owned).collect())
}
