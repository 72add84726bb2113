//! Writes the corpus for other implementations of the rules.

use anyhow::Result;

use crate::tools::{Tree, run};

/// Writes the files of `corpus/`, or fails if one is stale.
pub(crate) fn generate(tree: &Tree, check: bool) -> Result<()> {
    let mut command = tree.cargo("run --locked --profile test --package renewal-rules-corpus-runner --bin corpus");
    run(command.args(check.then_some(["--", "--check"]).into_iter().flatten()))
}
