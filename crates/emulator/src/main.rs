//! The command line of the emulator.

use std::io::{self, Write as _};
use std::path::Path;
use std::{env, error::Error, fmt::Display, fs, process::ExitCode, str::FromStr, sync::mpsc, thread};

use lexopt::{Parser, prelude::*};
use renewal_rules_emulator::{Emulator, Error as StartError, Scenario, Settings};
use renewal_rules_service::Credentials;

fn main() -> ExitCode {
    let (result, code) = match arguments() {
        Ok(arguments) => (arguments.map_or(Ok(()), run), 1),
        Err(error) => (Err(error), 2),
    };
    let Err(error) = result else { return ExitCode::SUCCESS };
    eprintln!("error: {}", name_option(&error.to_string()));
    // Some options are checked only when the emulator starts.
    let is_invalid_setting = error.downcast_ref().is_some_and(|error: &StartError| error.status() == 422);
    ExitCode::from(if is_invalid_setting { 2 } else { code })
}

/// Options that are checked when the emulator starts, and the names of their settings in its errors.
const SETTINGS: [(&str, &str); 3] = [
    ("invalid token header:", "invalid --token-header:"),
    ("invalid admin token:", "invalid --admin-token or EMULATOR_ADMIN_TOKEN:"),
    ("invalid CORS origin:", "invalid --cors:"),
];

/// Replaces the name of a setting at the start of a message by the option that sets it.
fn name_option(message: &str) -> String {
    let renamed = |(setting, option): &(&str, &str)| Some(format!("{option}{}", message.strip_prefix(setting)?));
    SETTINGS.iter().find_map(renamed).unwrap_or_else(|| message.to_owned())
}

type Fallible<T> = Result<T, Box<dyn Error>>;

/// Environment variable with the admin token, which would be visible to other users in the arguments.
const ADMIN_TOKEN: &str = "EMULATOR_ADMIN_TOKEN";

/// Returns the value of an environment variable, if it is set and not empty.
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

struct Arguments {
    settings: Settings,
    stops_with_stdin: bool,
}

/// Parses the arguments. Returns `None` if only the help or the version is printed.
fn arguments() -> Fallible<Option<Arguments>> {
    let mut settings = Settings::default().with_admin_token(variable(ADMIN_TOKEN));
    let (mut port, mut token_header, mut needs_token, mut stops_with_stdin) = (None, None, true, false);
    let mut parser = Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("host") => {
                let parse = |text: &str| parse_as(text, "an IP address such as 127.0.0.1");
                settings.address.set_ip(value(&mut parser, "--host", parse)?);
            }
            Long("port") => port = Some(value(&mut parser, "--port", parse_port)?),
            Long("account") => settings.accounts.push(value(&mut parser, "--account", |account| {
                let (name, password) = account.split_once(':').ok_or("expected <NAME:PASSWORD>, found no colon")?;
                Credentials::new(name, password).map_err(|error| error.to_string())
            })?),
            Long("token-header") => token_header = Some(parser.value()?.string()?),
            Long("no-token") => needs_token = false,
            Long("lenient") => settings.lenient = true,
            Long("seed") => settings.seed = read(parser.value()?, str::parse)?,
            Long("store") => settings.store = Some(parser.value()?.into()),
            Long("scenario") => {
                let scenario: Scenario = read(parser.value()?, str::parse)?;
                settings.failures.extend(scenario.failures);
            }
            Long("fail") => settings.failures.push(value(&mut parser, "--fail", str::parse)?),
            Long("journal-limit") => {
                let parse = |text: &str| parse_as(text, "a whole number from 0");
                settings.journal_limit = value(&mut parser, "--journal-limit", parse)?;
            }
            Long("log") => settings.log = true,
            Long("admin-token") => settings.admin_token = Some(parser.value()?.string()?),
            Long("cors") => settings.cors.push(parser.value()?.string()?),
            Long("connections") => {
                let parse = |text: &str| parse_as(text, "a number from 1 to 65535");
                settings.connections = value(&mut parser, "--connections", parse)?;
            }
            Long("stop-with-stdin") => stops_with_stdin = true,
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
    settings.address.set_port(port.map_or_else(port_in_environment, Ok)?);
    match token_header {
        Some(_) if !needs_token => return Err("--no-token cannot be used with --token-header".into()),
        None if needs_token => {}
        header => settings.token_header = header,
    }
    Ok(Some(Arguments { settings, stops_with_stdin }))
}

/// Parses a value; the error contains what was expected.
fn parse_as<T: FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("expected {expected}, found `{text}`"))
}

fn parse_port(text: &str) -> Result<u16, String> {
    parse_as(text, "a number from 0 to 65535")
}

/// Returns the port in the environment, or the default port.
fn port_in_environment() -> Result<u16, String> {
    let port = variable("PORT").map_or(Ok(8040), |port| parse_port(&port));
    port.map_err(|error| format!("invalid PORT in the environment: {error}"))
}

/// Parses the value of an option.
fn value<T, E: Display>(parser: &mut Parser, name: &str, parse: fn(&str) -> Result<T, E>) -> Fallible<T> {
    let value = parser.value()?.string()?;
    Ok(parse(&value).map_err(|error| format!("invalid {name}: {error}"))?)
}

/// Reads and parses a file.
fn read<T, E: Display>(path: impl AsRef<Path>, parse: impl Fn(&str) -> Result<T, E>) -> Result<T, String> {
    let path = path.as_ref();
    let in_file = |reason: &dyn Display| format!("{}: {reason}", path.display());
    let text = fs::read_to_string(path).map_err(|error| in_file(&error))?;
    parse(&text).map_err(|error| in_file(&error))
}

/// Prints a text. Ignores errors, such as those of a closed pipe.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
    let _ = io::stdout().flush();
}

fn run(Arguments { settings, stops_with_stdin }: Arguments) -> Fallible<()> {
    let (stop, stopped) = mpsc::channel();
    if stops_with_stdin {
        let stop = stop.clone();
        thread::spawn(move || {
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            let _ = stop.send(());
        });
    }
    ctrlc::set_handler(move || {
        let _ = stop.send(());
    })?;
    let (lenient, has_admin_token) = (settings.lenient, settings.admin_token.is_some());
    let emulator = Emulator::start(settings)?;
    let is_loopback = emulator.address().ip().to_canonical().is_loopback();
    let reach = if is_loopback { "only this computer reaches it" } else { "other computers reach it" };
    print(&format!("{} ({reach})\n", emulator.url()));
    if Credentials::new("emulator", "emulator").is_ok_and(|default| emulator.accounts() == [default]) {
        print("log in as `emulator` with the password `emulator`\n");
    }
    if !is_loopback && !has_admin_token {
        print("the admin API is disabled: enable it with --admin-token <TOKEN>\n");
    }
    stopped.recv()?;
    if lenient {
        print(&emulator.stop_and_list_errors());
    } else {
        emulator.stop();
    }
    Ok(())
}
