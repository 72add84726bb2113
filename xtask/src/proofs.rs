//! Steps of `cargo xtask prove` that run the proofs of `crates/proof`; `docs/proofs.md` lists what they prove.

use std::fs::{self, File};
use std::process::Command;

use anyhow::Result;

use crate::tools::{Tree, output, run};

pub(crate) fn every_product(tree: &Tree) -> Result<()> {
    run(&mut tree.cargo("test --locked --release --package renewal-rules-proof --test symmetry"))?;
    run(&mut tree.cargo("run --locked --release --package renewal-rules-proof --bin every-product"))
}

pub(crate) fn theorems(tree: &Tree) -> Result<()> {
    const VERSION: &str = "z3-solver==5.4.1.0";
    let folder = tree.target.join("z3");
    fs::create_dir_all(&folder)?;
    let program = |name: &str| {
        let mut command = Command::new(folder.join("bin").join(name));
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    if output(program("pip").args(["show", "z3-solver"])).is_err() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        run(program("pip").args(["install", "--quiet", VERSION]))?;
    }
    let scripts = tree.root.join("crates/proof/theorems");
    run(program("python").arg(scripts.join("prove.py")))?;
    let table = folder.join("decision-table.tsv");
    run(tree
        .cargo("run --locked --release --package renewal-rules-proof --bin decision-table")
        .stdout(File::create(&table)?))?;
    run(program("python").arg(scripts.join("compare.py")).stdin(File::open(&table)?))
}

pub(crate) fn plan_model(tree: &Tree) -> Result<()> {
    run(&mut tree.cargo("test --locked --release --package renewal-rules-proof --test plan_model -- --nocapture"))
}
