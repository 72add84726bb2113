//! Proofs of `crates/proof`; `docs/proofs.md` lists what they prove.

use std::fs::File;
use std::process::Command;

use anyhow::Result;

use crate::tools::{Tree, install_python, run};

pub(super) fn every_product(tree: &Tree) -> Result<()> {
    run(&mut tree.cargo("test --locked --release --package renewal-rules-proof --test symmetry"))?;
    run(&mut tree.cargo("run --locked --release --package renewal-rules-proof --bin every-product"))
}

pub(super) fn every_witness(tree: &Tree) -> Result<()> {
    run(&mut tree.cargo("run --locked --release --package renewal-rules-proof --bin every-product -- witnesses"))
}

pub(super) fn theorems(tree: &Tree) -> Result<()> {
    let folder = install_python(tree, "z3-solver", "5.4.1.0")?;
    let python = || {
        let mut command = Command::new(folder.join("bin/python"));
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    let scripts = tree.root.join("crates/proof/theorems");
    run(python().arg(scripts.join("prove.py")))?;
    let table = folder.join("decision-table.tsv");
    run(tree
        .cargo("run --locked --release --package renewal-rules-proof --bin decision-table")
        .stdout(File::create(&table)?))?;
    run(python().arg(scripts.join("compare.py")).stdin(File::open(&table)?))?;
    run(python().arg(scripts.join("corpus.py")))
}

pub(super) fn plan_model(tree: &Tree) -> Result<()> {
    run(&mut tree.cargo("test --locked --release --package renewal-rules-proof --test plan_model -- --nocapture"))
}
