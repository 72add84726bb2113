//! The command line of the emulator.

use std::io::{self, Write as _};
use std::{env, error::Error, process::ExitCode, sync::mpsc};

use lexopt::prelude::*;
use renewal_rules::{Options, check_catalogue};
use renewal_rules_emulator::{Emulator, Settings};
use renewal_rules_formatters::{CheckedFile, Format, Style, render};
use renewal_rules_service::Credentials;

fn main() -> ExitCode {
    let (result, code) = match arguments() {
        Ok(settings) => (settings.map_or(Ok(()), |settings| run(&settings)), 1),
        Err(error) => (Err(error), 2),
    };
    let Err(error) = result else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    ExitCode::from(code)
}

/// Environment variable with the admin token, which would be visible to other users in the arguments.
const ADMIN_TOKEN: &str = "EMULATOR_ADMIN_TOKEN";

/// Parses the arguments. Returns `None` if only the help or the version is printed.
fn arguments() -> Result<Option<Settings>, Box<dyn Error>> {
    let mut settings = Settings::default();
    settings.address.set_port(8040);
    settings.admin_token = env::var(ADMIN_TOKEN).ok().filter(|token| !token.is_empty());
    let mut accounts = Vec::new();
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("host") => settings.address.set_ip(parser.value()?.parse()?),
            Long("port") => settings.address.set_port(parser.value()?.parse()?),
            Long("user") => {
                let user = parser.value()?.string()?;
                let (name, password) = user.split_once(':').unwrap_or((&user, ""));
                let account = Credentials::new(name, password).map_err(|error| format!("invalid --user: {error}"))?;
                accounts.push(account);
            }
            Long("token-header") => settings.token_header = Some(parser.value()?.string()?),
            Long("no-token") => settings.token_header = None,
            Long("accept-anything") => settings.accept_anything = true,
            Long("store") => settings.store = Some(parser.value()?.into()),
            Long("fail") => {
                let failure = parser.value()?.string()?;
                let failure = serde_json::from_str(&failure).map_err(|error| format!("invalid --fail: {error}"))?;
                settings.failures.push(failure);
            }
            Long("admin-token") => settings.admin_token = Some(parser.value()?.string()?),
            Long("cors") => settings.cors.push(parser.value()?.string()?),
            Long("connections") => settings.connections = parser.value()?.parse()?,
            Long("version") => {
                print(concat!(env!("CARGO_PKG_VERSION"), "\n"));
                return Ok(None);
            }
            Short('h') | Long("help") => {
                print(include_str!("help.txt"));
                return Ok(None);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if !accounts.is_empty() {
        settings.accounts = accounts;
    }
    Ok(Some(settings))
}

/// Prints a text. Ignores errors, such as those of a closed pipe.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
    let _ = io::stdout().flush();
}

fn run(settings: &Settings) -> Result<(), Box<dyn Error>> {
    let (stop, stopped) = mpsc::channel();
    ctrlc::set_handler(move || {
        let _ = stop.send(());
    })?;
    let emulator = Emulator::start(settings)?;
    let is_loopback = emulator.address().ip().to_canonical().is_loopback();
    let reach = if is_loopback { "only this computer reaches it" } else { "other computers reach it" };
    print(&format!("{} ({reach})\n", emulator.url()));
    if settings.accounts == Settings::default().accounts {
        print("log in as `emulator` with the password `emulator`\n");
    }
    if !is_loopback && settings.admin_token.is_none() {
        print("the admin API is disabled: enable it with --admin-token <TOKEN>\n");
    }
    stopped.recv()?;
    let products = emulator.stop();
    if settings.accept_anything {
        let report = check_catalogue(&products, &Options::default());
        let checked = CheckedFile::catalogue("products", &report).with_text(&products);
        print(&render([checked], Format::Stylish, Style::default()));
    }
    Ok(())
}
