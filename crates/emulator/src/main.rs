//! `cargo run -p renewal-rules-emulator -- --help` says what it does.

use std::io::{self, Write as _};
use std::{error::Error, process::ExitCode, sync::mpsc};

use lexopt::prelude::*;
use renewal_rules::{Options, check_catalogue};
use renewal_rules_emulator::{Emulator, Settings};
use renewal_rules_formatters::{Checked, Format, Style, render};
use renewal_rules_service::Credentials;

fn main() -> ExitCode {
    let (done, code) = match arguments() {
        Ok(settings) => (settings.map_or(Ok(()), |settings| run(&settings)), 1),
        Err(error) => (Err(error), 2),
    };
    let Err(error) = done else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    ExitCode::from(code)
}

/// The settings, or nothing where a text was asked for.
fn arguments() -> Result<Option<Settings>, Box<dyn Error>> {
    let mut settings = Settings::default();
    settings.address.set_port(8040);
    let mut accounts = Vec::new();
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("host") => settings.address.set_ip(parser.value()?.parse()?),
            Long("port") => settings.address.set_port(parser.value()?.parse()?),
            Long("user") => {
                let user = parser.value()?.string()?;
                let (name, password) = user.split_once(':').unwrap_or((&user, ""));
                accounts.push(Credentials::new(name, password)?);
            }
            Long("token-header") => settings.token_header = Some(parser.value()?.string()?),
            Long("no-token") => settings.token_header = None,
            Long("accept-anything") => settings.accept_anything = true,
            Long("store") => settings.store = Some(parser.value()?.into()),
            Long("fail") => {
                let failure = parser.value()?.string()?;
                settings.failures.push(serde_json::from_str(&failure)?);
            }
            Long("connections") => settings.connections = parser.value()?.parse()?,
            Long("version") => {
                say(concat!(env!("CARGO_PKG_VERSION"), "\n"));
                return Ok(None);
            }
            Short('h') | Long("help") => {
                say(include_str!("help.txt"));
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

/// Whoever does not listen need not hear it.
fn say(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
    let _ = io::stdout().flush();
}

fn run(settings: &Settings) -> Result<(), Box<dyn Error>> {
    let (tell, stopped) = mpsc::channel();
    ctrlc::set_handler(move || {
        let _ = tell.send(());
    })?;
    let emulator = Emulator::start(settings)?;
    let is_loopback = emulator.address().ip().is_loopback();
    let reach = if is_loopback { "only this computer reaches it" } else { "other computers reach it" };
    say(&format!("{} ({reach})\n", emulator.url()));
    if settings.accounts == Settings::default().accounts {
        say("log in as `emulator` with the password `emulator`\n");
    }
    stopped.recv()?;
    let products = emulator.stop();
    if settings.accept_anything {
        let report = check_catalogue(&products, &Options::default());
        let checked = Checked::catalogue("products", &report).with_text(&products);
        say(&render([checked], Format::Stylish, Style::default()));
    }
    Ok(())
}
