//! The tree that is built, and the tools that the computer has to offer.

use std::path::{Path, PathBuf};
use std::{env, fs, process::Command};

use anyhow::{Context, Result, bail};

/// A checkout of the project, and where its cargo puts what it builds.
pub(crate) struct Tree {
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
}

impl Tree {
    /// The checkout that this command belongs to.
    pub(crate) fn of_this_project() -> Result<Self> {
        let here =
            env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = here.parent().context("xtask is in no folder")?.to_path_buf();
        let target = match env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => env::current_dir()?.join(folder),
            None => root.join("target"),
        };
        Ok(Self { root, target })
    }

    /// A copy of everything in the tree that is not ignored, in a new folder of this name.
    pub(crate) fn copy(&self, name: &str) -> Result<Self> {
        let copy = Self {
            root: self.target.join(name).join("a copy of the tree"),
            target: self.target.join(name).join("target"),
        };
        if copy.root.exists() {
            fs::remove_dir_all(&copy.root)?;
        }
        let files = output(
            Command::new("git")
                .args(["ls-files", "--cached", "--others", "--exclude-standard"])
                .current_dir(&self.root),
        )?;
        for file in files.lines() {
            let (from, to) = (self.root.join(file), copy.root.join(file));
            if !from.is_file() {
                continue;
            }
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::copy(&from, &to).with_context(|| format!("copying {file}"))?;
        }
        Ok(copy)
    }

    /// The folder of the npm package.
    pub(crate) fn wasm(&self) -> PathBuf {
        self.root.join("wasm")
    }

    /// cargo with these words, between blanks, in the root of the tree.
    pub(crate) fn cargo(&self, words: &str) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(words.split(' ')).current_dir(&self.root);
        command
    }

    /// The same of another toolchain than the one in use, which is installed where it is missing.
    pub(crate) fn cargo_of(&self, toolchain: &str, words: &str) -> Command {
        let mut command = Command::new("rustup");
        command.args(["run", "--install", toolchain, "cargo"]).args(words.split(' ')).current_dir(&self.root);
        command
    }

    /// A command that npm has installed.
    pub(crate) fn npm_tool(&self, name: &str) -> Command {
        let mut command = Command::new(self.wasm().join("node_modules/.bin").join(name));
        command.current_dir(self.wasm());
        command
    }

    /// Another program, in the folder of the npm package.
    pub(crate) fn in_wasm(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.wasm());
        command
    }

    /// Installs what the lock file of the npm package names, where that has not been done.
    pub(crate) fn install_npm_tools(&self) -> Result<()> {
        let lock = fs::read(self.wasm().join("package-lock.json"))?;
        let stamp = self.wasm().join("node_modules/.installed-lock.json");
        if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
            return Ok(());
        }
        self.install_npm(".")?;
        Ok(fs::write(stamp, lock)?)
    }

    /// Installs the packages of the lock file in a folder, which is named from that of the package.
    pub(crate) fn install_npm(&self, folder: &str) -> Result<()> {
        let words = ["ci", "--no-audit", "--no-fund", "--prefer-offline"];
        run(self.in_wasm("npm").args(words).args(["--prefix", folder]))
    }
}

/// Prints a command and runs it; its failure is an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    eprintln!("$ {shown}");
    let status = command.status().with_context(|| format!("could not run `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs a command for its output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command.output().with_context(|| format!("could not run `{shown}`"))?;
    if !output.status.success() {
        bail!("`{shown}` failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program());
    [program]
        .into_iter()
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Adds a target of the compiler where it is missing.
pub(crate) fn install_target(tree: &Tree, target: &str) -> Result<()> {
    let installed = sysroot(tree)?.join("lib/rustlib").join(target).join("lib");
    if installed.is_dir() {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", target]).current_dir(&tree.root))
}

/// Installs a program that is published as a crate, in this very version.
pub(crate) fn install_crate(tree: &Tree, name: &str, version: &str) -> Result<()> {
    let subcommand = name.strip_prefix("cargo-").unwrap_or(name);
    let installed = output(&mut tree.cargo(&format!("{subcommand} --version")));
    if installed.is_ok_and(|text| text.split_whitespace().any(|word| word == version)) {
        return Ok(());
    }
    run(&mut tree.cargo(&format!("install --locked {name}@{version}")))
}

/// Installs packages of a system that has Debian's.
pub(crate) fn install_packages(names: &[&str]) -> Result<()> {
    run(Command::new("apt-get").arg("update"))?;
    run(Command::new("apt-get").args(["install", "-y", "--no-install-recommends"]).args(names))
}

/// Where the compiler is installed.
pub(crate) fn sysroot(tree: &Tree) -> Result<PathBuf> {
    Ok(output(Command::new("rustc").args(["--print", "sysroot"]).current_dir(&tree.root))?.into())
}

/// A program with which the npm package is tested: a browser, or an editor.
pub(crate) struct Program {
    /// The variable that says where it is.
    pub(crate) variable: &'static str,
    /// Debian's package.
    package: &'static str,
    programs: &'static [&'static str],
}

pub(crate) const PROGRAMS: [Program; 3] = [
    Program {
        variable: "CHROMIUM_PATH",
        package: "chromium",
        programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    },
    Program { variable: "FIREFOX_PATH", package: "firefox-esr", programs: &["firefox-esr", "firefox"] },
    Program { variable: "NVIM_PATH", package: "neovim", programs: &["nvim"] },
];

impl Program {
    /// Where it is; it is installed where there is none.
    pub(crate) fn path(&self) -> Result<PathBuf> {
        let Self { variable, package, .. } = self;
        if let Some(found) = self.find() {
            return Ok(found);
        }
        install_packages(&[package]).with_context(|| format!("no {package} was found: set {variable} to one"))?;
        self.find().with_context(|| format!("{package} was installed but is not found: set {variable} to it"))
    }

    fn find(&self) -> Option<PathBuf> {
        if let Some(stated) = env::var_os(self.variable) {
            return Some(stated.into());
        }
        let path = env::var_os("PATH")?;
        let programs = self.programs.iter();
        programs
            .flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)))
            .find(|file| file.is_file())
    }
}
