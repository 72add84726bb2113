//! Runs the project's tasks; `cargo xtask help` lists them.

mod encode;
mod generate;
mod native;
mod package;
mod packaged;
mod prove;
mod size;
mod steps;
mod tools;

use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::prelude::*;

use crate::{steps::Suite, tools::Tree};

const HELP: &str = "\
cargo xtask COMMAND

  test [--only NAME]... [--list]   run every check of the project, or the named ones
  prove [--only NAME]... [--list]  run the checks that take too long for every change, or the named ones
  build                            build the npm package into wasm/dist
  generate [--check]               write the generated files, or fail where one is stale
  size                             print what takes the room in the npm package
  native                           read cases from standard input, one a line, and write their reports
  site                             write the site, the renewal studio, into wasm/dist/site
  serve [--port N]                 write the site, then serve it on this computer (port 8080)
  help                             print this text
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
        "size" => no_more(parser).and_then(|()| size::print(&tree)),
        "native" => no_more(parser).and_then(|()| native::answer()),
        "site" => {
            no_more(parser)?;
            println!("{}", package::site(&tree)?.display());
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
            package::serve(&tree, port)
        }
        "help" => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("there is no command `{other}`; `cargo xtask help` lists them"),
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
