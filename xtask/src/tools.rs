//! Locates the source tree, and finds or installs the programs that the tasks need.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{env, process::Command};

use anyhow::{Context, Result, bail};

/// A checkout of the project, and cargo's target directory for it.
pub(crate) struct Tree {
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
}

impl Tree {
    /// Returns the checkout that this program was built from.
    pub(crate) fn of_this_project() -> Result<Self> {
        let here =
            env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = here.parent().context("the directory of xtask has no parent")?.to_path_buf();
        let target = match env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => env::current_dir()?.join(folder),
            None => root.join("target"),
        };
        Ok(Self { root, target })
    }

    /// Copies all files that git does not ignore to a new directory below the target directory.
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

    /// Returns the directory of the npm package.
    pub(crate) fn wasm(&self) -> PathBuf {
        self.root.join("wasm")
    }

    /// Returns a cargo command with these space-separated arguments, in the root of the tree.
    pub(crate) fn cargo(&self, words: &str) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(words.split(' ')).current_dir(&self.root);
        command
    }

    /// Like [`Self::cargo`], with another toolchain, which is installed if missing.
    pub(crate) fn cargo_of(&self, toolchain: &str, words: &str) -> Command {
        let mut command = Command::new("rustup");
        command.args(["run", "--install", toolchain, "cargo"]).args(words.split(' ')).current_dir(&self.root);
        command
    }

    /// Returns a command that npm has installed.
    pub(crate) fn npm_tool(&self, name: &str) -> Command {
        let mut command = Command::new(self.wasm().join("node_modules/.bin").join(name));
        command.current_dir(self.wasm());
        command
    }

    /// Returns a command in the directory of the npm package.
    pub(crate) fn in_wasm(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.wasm());
        command
    }

    /// Like [`Self::install_npm`], unless the lock file was installed already.
    #[expect(clippy::incompatible_msrv, reason = "this program is only built with the pinned toolchain")]
    pub(crate) fn install_npm_once(&self, folder: &str) -> Result<()> {
        let path = self.wasm().join(folder);
        // Steps that run side by side can need the same directory: the second one waits for the first.
        let name = folder.replace(['.', '/'], "");
        fs::create_dir_all(&self.target)?;
        let guard = File::create(self.target.join(format!("npm-install-{name}.lock")))?;
        guard.lock()?;
        let lock = fs::read(path.join("package-lock.json"))?;
        let stamp = path.join("node_modules/.installed-lock.json");
        if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
            return Ok(());
        }
        self.install_npm(folder)?;
        Ok(fs::write(stamp, lock)?)
    }

    /// Installs the npm dependencies of a directory from its lock file. `folder` is relative to the npm package.
    pub(crate) fn install_npm(&self, folder: &str) -> Result<()> {
        let words = ["ci", "--no-audit", "--no-fund", "--prefer-offline"];
        run(self.in_wasm("npm").args(words).args(["--prefix", folder]))
    }
}

/// Directories with the npm dependencies of the package's build and tests, relative to the package. Each has a lock file.
pub(crate) const NPM_PACKAGES: [&str; 2] = [".", "test"];

/// Prints and runs a command. Returns an error if the command fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let text = command_text(command);
    eprintln!("$ {text}");
    let status = command.status().with_context(|| format!("could not run `{text}`"))?;
    if !status.success() {
        bail!("`{text}` failed ({status})");
    }
    Ok(())
}

/// Runs a command and returns its output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let text = command_text(command);
    let output = command.output().with_context(|| format!("could not run `{text}`"))?;
    if !output.status.success() {
        bail!("`{text}` failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Returns a command as text, for messages.
fn command_text(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program());
    [program]
        .into_iter()
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Adds a compilation target if it is missing.
pub(crate) fn install_target(tree: &Tree, target: &str) -> Result<()> {
    let installed = sysroot(tree)?.join("lib/rustlib").join(target).join("lib");
    if installed.is_dir() {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", target]).current_dir(&tree.root))
}

/// Installs exactly this version of a program from a published crate.
pub(crate) fn install_crate(tree: &Tree, name: &str, version: &str) -> Result<()> {
    let subcommand = name.strip_prefix("cargo-").unwrap_or(name);
    let installed = output(&mut tree.cargo(&format!("{subcommand} --version")));
    if installed.is_ok_and(|text| text.split_whitespace().any(|word| word == version)) {
        return Ok(());
    }
    run(&mut tree.cargo(&format!("install --locked {name}@{version}")))
}

/// Published crates with their folders. Each crate comes after the crates that it depends on.
pub(crate) const PUBLISHED: [(&str, &str); 7] = [
    ("renewal-rules-json", "crates/json"),
    ("renewal-rules", "."),
    ("renewal-rules-service", "crates/service"),
    ("renewal-rules-preview", "crates/preview"),
    ("renewal-rules-formatters", "crates/formatters"),
    ("renewal-rules-editor", "crates/editor"),
    ("renewal-rules-corpus", "corpus"),
];

/// Installs exactly this version of a package from the Python index, with its programs in `bin` of the returned directory.
pub(crate) fn install_python(tree: &Tree, name: &str, version: &str) -> Result<PathBuf> {
    let folder = tree.target.join(name);
    let program = |name: &str| Command::new(folder.join("bin").join(name));
    let wanted = format!("Version: {version}");
    let installed = output(program("pip").args(["show", name]));
    if installed.is_ok_and(|text| text.lines().any(|line| line == wanted)) {
        return Ok(folder);
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    run(program("pip").args(["install", "--quiet", &format!("{name}=={version}")]))?;
    Ok(folder)
}

/// Installs Debian packages.
pub(crate) fn install_packages(names: &[&str]) -> Result<()> {
    run(Command::new("apt-get").arg("update"))?;
    run(Command::new("apt-get").args(["install", "-y", "--no-install-recommends"]).args(names))
}

/// Returns the compiler's sysroot.
pub(crate) fn sysroot(tree: &Tree) -> Result<PathBuf> {
    Ok(output(Command::new("rustc").args(["--print", "sysroot"]).current_dir(&tree.root))?.into())
}

/// A program that the npm tests need: a browser or an editor.
pub(crate) struct Program {
    /// Environment variable that contains the path of the executable.
    pub(crate) variable: &'static str,
    /// Debian package that contains the program.
    package: &'static str,
    programs: &'static [&'static str],
}

pub(crate) const CHROMIUM: Program = Program {
    variable: "CHROMIUM_PATH",
    package: "chromium",
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
};
pub(crate) const FIREFOX: Program =
    Program { variable: "FIREFOX_PATH", package: "firefox-esr", programs: &["firefox-esr", "firefox"] };
pub(crate) const NEOVIM: Program = Program { variable: "NVIM_PATH", package: "neovim", programs: &["nvim"] };

impl Program {
    /// Returns the path of the executable; installs the Debian package if there is no executable.
    pub(crate) fn path(&self) -> Result<PathBuf> {
        let Self { variable, package, .. } = self;
        if let Some(found) = self.find() {
            return Ok(found);
        }
        install_packages(&[package]).with_context(|| format!("{package} was not found: set {variable} to its path"))?;
        self.find().with_context(|| format!("{package} was installed but not found: set {variable} to its path"))
    }

    fn find(&self) -> Option<PathBuf> {
        if let Some(path) = env::var_os(self.variable) {
            return Some(path.into());
        }
        let path = env::var_os("PATH")?;
        let programs = self.programs.iter();
        programs
            .flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)))
            .find(|file| file.is_file())
    }
}
