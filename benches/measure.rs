//! Measures the cases of a table in turn, in time and in instructions. Prints the ratio of each case to a reference
//! case of the same run.

#![allow(
    clippy::cast_precision_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a failed measurement may panic"
)]

use std::time::{Duration, Instant};
use std::{collections::BTreeMap, env, process::Command};

/// A named piece of work to be measured.
pub struct Case {
    name: String,
    work: Box<dyn Fn() -> usize>,
    base: usize,
    size: Option<(&'static str, f64)>,
}

impl Case {
    /// Creates a case whose work returns a count (of diagnostics, periods or calls). The table prints this count, which
    /// shows that all cases do the same work.
    pub fn new(name: impl Into<String>, work: impl Fn() -> usize + 'static) -> Self {
        Self { name: name.into(), work: Box::new(work), base: 0, size: None }
    }

    /// Sets the case that is the reference of this case's ratio, by its index in the table; by default the first case.
    #[must_use]
    pub fn against(mut self, base: usize) -> Self {
        self.base = base;
        self
    }

    /// Sets the size of the input in a series of cases. The growth of the cost is computed between consecutive sizes.
    #[must_use]
    pub fn of_size(mut self, series: &'static str, size: u32) -> Self {
        self.size = Some((series, f64::from(size)));
        self
    }
}

/// A table: its name on the command line, its title, its counted unit, and its cases.
pub struct Table {
    /// Name that selects the table on the command line.
    pub name: &'static str,
    /// Title: the measured work, and the reference of the ratios.
    pub title: &'static str,
    /// Unit of the number that [`Case::new`]'s work returns.
    pub counted: &'static str,
    /// The measured cases.
    pub cases: fn() -> Vec<Case>,
}

impl Table {
    /// Measures all cases and prints the table.
    pub fn print(&self) {
        let cases = (self.cases)();
        let (best, calls) = race(&cases);
        let counts: Vec<Option<u64>> =
            (0..cases.len()).map(|case| instructions(self.name, case, calls[case].min(500))).collect();
        println!("\n{}", self.title);
        println!(
            "{:<44} {:>11} {:>7} {:>13} {:>7} {:>7}  {}",
            "", "time", "ratio", "instructions", "ratio", "growth", self.counted
        );
        let mut last = BTreeMap::new();
        for (index, case) in cases.iter().enumerate() {
            let seconds = |index: usize| best[index].as_secs_f64();
            let count = |index: usize| counts[index].map(|count| count as f64);
            let cost = count(index).unwrap_or_else(|| seconds(index));
            let growth = case.size.and_then(|(series, size)| {
                let before: Option<(f64, f64)> = last.insert(series, (size, cost));
                before.map(|(less, cheaper)| (cost / cheaper).ln() / (size / less).ln())
            });
            println!(
                "{:<44} {:>8.2} µs {:>7.2} {:>13} {:>7} {:>7}  {}",
                case.name,
                seconds(index) * 1e6,
                seconds(index) / seconds(case.base),
                counts[index].map_or(String::new(), |count| count.to_string()),
                count(index).zip(count(case.base)).map_or(String::new(), |(this, base)| format!("{:.2}", this / base)),
                growth.map_or(String::new(), |exponent| format!("{exponent:.2}")),
                (case.work)(),
            );
        }
    }

    /// Runs the work of one case `times` times, without measuring: valgrind counts the instructions.
    pub fn repeat(&self, case: usize, times: usize) {
        let cases = (self.cases)();
        for _ in 0..times {
            (cases[case].work)();
        }
    }
}

/// Returns the time of one call of each case, in the fastest round, and the calls per round. The cases take turns, so
/// that disturbances of the machine affect all of them.
fn race(cases: &[Case]) -> (Vec<Duration>, Vec<u32>) {
    const ROUNDS: usize = 60;
    const ROUND: Duration = Duration::from_millis(4);
    let calls: Vec<u32> = cases
        .iter()
        .map(|case| {
            let (start, mut calls) = (Instant::now(), 0);
            while calls == 0 || start.elapsed() < ROUND {
                (case.work)();
                calls += 1;
            }
            calls
        })
        .collect();
    let mut best = vec![Duration::MAX; cases.len()];
    for _ in 0..ROUNDS {
        for ((case, best), &calls) in cases.iter().zip(&mut best).zip(&calls) {
            let start = Instant::now();
            for _ in 0..calls {
                (case.work)();
            }
            *best = (*best).min(start.elapsed() / calls);
        }
    }
    (best, calls)
}

/// Counts the instructions of one call with valgrind, as the difference between two runs, so that the start of the
/// program does not count. Returns `None` if valgrind is not installed.
fn instructions(table: &str, case: usize, times: u32) -> Option<u64> {
    let run = |times: u32| {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(env::current_exe().ok()?)
            .args(["repeat", table, &case.to_string(), &times.to_string()])
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let total = text.split("Collected : ").nth(1)?;
        total.split_whitespace().next()?.parse::<u64>().ok()
    };
    Some(run(2 * times)?.checked_sub(run(times)?)? / u64::from(times))
}

/// Runs this program again with these arguments, in a new process, so that its peak memory is not that of other
/// measurements. Returns the numbers that it prints.
///
/// # Panics
///
/// Panics if the program fails or prints something else.
#[must_use]
pub fn in_own_process(words: &[&str]) -> Vec<f64> {
    let output = Command::new(env::current_exe().expect("the path of this program is known"))
        .args(words)
        .output()
        .expect("this program starts");
    String::from_utf8_lossy(&output.stdout)
        .split_whitespace()
        .map(|word| word.parse().expect("the program prints numbers"))
        .collect()
}

/// Returns the peak memory of this process in megabytes, `None` if the system does not report it.
#[must_use]
pub fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1e3)
}
