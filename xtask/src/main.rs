//! Runs the project's tasks; `cargo xtask help` lists them.

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
mod tools;

use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::prelude::*;

use crate::{steps::Suite, tools::Tree};

const HELP: &str = "\
Usage: cargo xtask COMMAND

Checks:
  test [--only NAME]... [--list]    Run every check for a change, or the named ones
  prove [--only NAME]... [--list]   Run the checks that take too long for every change, or the named ones
  generate --check                  Fail if a generated file is stale
  release --check                   List what is missing for a release

Sources:
  new-rule CODE [--file SUBJECT]    Create the stub of a rule [default: the subject of similar codes]
  generate                          Write the generated files

npm package and site:
  build                             Build the npm package into wasm/dist
  size                              Print the sizes of the npm package's files and functions
  site                              Build the documentation site, with the studio, into target/site
  serve [--port N]                  Build the site and serve it on this computer [default: 8080]
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
        "new-rule" => new_rule::run(&tree, parser),
        "release" => match parser.next()? {
            Some(Long("check")) => no_more(parser).and_then(|()| release::check(&tree)),
            _ => bail!("missing required option: --check"),
        },
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
    let (mut only, mut list) = (Vec::new(), false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("only") => only.push(parser.value()?.string()?),
            Long("list") => list = true,
            other => return Err(other.unexpected().into()),
        }
    }
    if list {
        suite.list();
        return Ok(());
    }
    suite.run(tree, &only)
}

fn no_more(mut parser: lexopt::Parser) -> Result<()> {
    match parser.next()? {
        None => Ok(()),
        Some(argument) => Err(argument.unexpected().into()),
    }
}
