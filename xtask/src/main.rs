//! Runs the project's tasks; `cargo xtask help` lists them.

mod bindings;
mod corpus;
mod emulator;
mod encode;
mod generate;
mod native;
mod new_rule;
mod package;
mod packaged;
mod prove;
mod release;
mod site;
mod size;
mod steps;
mod suite;
mod tools;
mod versions;

use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::prelude::*;

use crate::suite::{Selection, Suite};
use crate::tools::Tree;

const HELP: &str = "\
Usage: cargo xtask <COMMAND>

Checks:
  test                              Run every check for a change
  prove [--again]                   Run the checks that take too long for every change, and write a table of their
                                    results; repeat those that passed before on the same files with `--again`
    --only <NAME>                   (test, prove) Run only this step; can be given several times
    --list                          (test, prove) List the steps
    --changed                       (test) Run the steps that the changes since the branch `main` need
  generate --check                  Fail if a generated file is stale
  release --check                   List what is missing for a release

Sources:
  new-rule <CODE> [--file <NAME>]   Create the stub of a rule [default: the subject of similar codes]
  generate                          Write the generated files
  corpus                            Write the test cases for other implementations

npm package and site:
  build                             Build the npm package into wasm/dist
  emulator-package                  Build the npm packages of the emulator for this platform into target/emulator-npm
  size                              Print the sizes of the npm package's files and functions
  site                              Build the documentation site, with the studio, into target/site
  serve [--port <N>]                Build the site and serve it on this computer [default: 8080]
  native                            Read cases from standard input, one per line, and print their reports

  help                              Print this text
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut parser = lexopt::Parser::from_env();
    let command = match parser.next()? {
        Some(Value(command)) => command.string()?,
        None | Some(Short('h') | Long("help")) => "help".to_owned(),
        Some(other) => return Err(other.unexpected().into()),
    };
    let tree = Tree::of_this_project()?;
    match command.as_str() {
        "test" => run_suite(&tree, parser, &steps::TEST),
        "prove" => run_suite(&tree, parser, &prove::PROVE),
        "build" => no_more(parser).and_then(|()| package::build(&tree)),
        "generate" => {
            let mut check = false;
            while let Some(argument) = parser.next()? {
                match argument {
                    Long("check") => check = true,
                    other => return Err(other.unexpected().into()),
                }
            }
            generate::generate(&tree, check)
        }
        "corpus" => no_more(parser).and_then(|()| corpus::generate(&tree, false)),
        "new-rule" => new_rule::run(&tree, parser),
        "release" => match parser.next()? {
            Some(Long("check")) => no_more(parser).and_then(|()| release::check(&tree)),
            Some(other) => Err(other.unexpected().into()),
            None => bail!("missing required option: --check"),
        },
        "emulator-package" => {
            no_more(parser)?;
            emulator::pack(&tree)?.iter().for_each(|archive| println!("{}", archive.display()));
            Ok(())
        }
        "size" => no_more(parser).and_then(|()| size::print(&tree)),
        "native" => no_more(parser).and_then(|()| native::print_reports()),
        "site" => {
            no_more(parser)?;
            println!("{}", site::build(&tree)?.display());
            Ok(())
        }
        "serve" => {
            let mut port = 8080;
            while let Some(argument) = parser.next()? {
                match argument {
                    Long("port") => port = parser.value()?.parse()?,
                    other => return Err(other.unexpected().into()),
                }
            }
            site::serve(&tree, port)
        }
        "help" => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("unknown command `{other}`; `cargo xtask help` lists the commands"),
    }
}

fn run_suite(tree: &Tree, mut parser: lexopt::Parser, suite: &Suite) -> Result<()> {
    let proves = suite.command == prove::PROVE.command;
    let (mut only, mut changed, mut again) = (Vec::new(), false, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("only") => only.push(parser.value()?.string()?),
            Long("changed") if !proves => changed = true,
            Long("again") if proves => again = true,
            Long("list") => {
                suite.list();
                return Ok(());
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let selection = match (only.is_empty(), changed) {
        (true, true) => Selection::Changed,
        (true, false) => Selection::All,
        (false, false) => Selection::Only(only),
        (false, true) => bail!("the options `--only` and `--changed` exclude each other"),
    };
    let names = suite.select(tree, selection)?;
    // A single step runs in this process: `run_all` starts each step like this.
    if proves && names.len() > 1 { prove::run_all(tree, &names, again) } else { suite.run(tree, &names) }
}

fn no_more(mut parser: lexopt::Parser) -> Result<()> {
    match parser.next()? {
        None => Ok(()),
        Some(argument) => Err(argument.unexpected().into()),
    }
}
