//! Writes a page for each rule, in English and Russian, and the indexes of the rules.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use renewal_rules::internal::percent_encode;
use renewal_rules::{Code, Diagnostic, Example, Messages, Options, RUSSIAN, Rule, Severity, check, check_catalogue};
use renewal_rules_preview::timeline::{CalendarDate, TimelineOptions};
use renewal_rules_preview::{SENTENCES_RUSSIAN, Sentences, example_witness};
use serde_json::{Value, json};

use crate::tools::Tree;

use super::write;

/// Texts of the pages in one language.
struct Words {
    /// Path prefix of the language.
    prefix: &'static str,
    /// Link to the page in the other language; `#` stands for the code.
    other: &'static str,
    /// End of a link to the studio, which selects the language.
    studio: &'static str,
    rules: &'static str,
    lead: &'static str,
    wrong: &'static str,
    right: &'static str,
    options: &'static str,
    open: &'static str,
    fix: &'static str,
    no_fix: &'static str,
    loss: &'static str,
    level: &'static str,
    data: &'static str,
    at: &'static str,
    reads: &'static str,
    params: &'static str,
    product: &'static str,
    messages: &'static str,
    /// Header row of the table of messages.
    table: &'static str,
    /// Header row of the tables in the index.
    index: &'static str,
    severities: [&'static str; 3],
}

const ENGLISH: Words = Words {
    prefix: "",
    other: "[Русский](/ru/rules/#/)",
    studio: "",
    rules: "Rules",
    lead: "Every code, by the section of the interface document that it follows from.",
    wrong: "Wrong",
    right: "Right",
    options: "Both examples are checked with these options:",
    open: "Open in the studio",
    fix: "Safe fix, a JSON Patch:",
    no_fix: "This example has no safe fix.",
    loss: "Example of a loss",
    level: "To change the level of the code, see [levels of rules](/reference/options#levels-of-rules).",
    data: "Data",
    at: "Reported at",
    reads: "Fields read",
    params: "Params",
    product: "the product",
    messages: "Messages",
    table: "| `messageId` | template |",
    index: "| code | what is wrong | severity |",
    severities: ["error", "warning", "info"],
};

const RUSSIAN_WORDS: Words = Words {
    prefix: "ru/",
    other: "[English](/rules/#/)",
    studio: "&language=ru",
    rules: "Правила",
    lead: "Все коды, по разделам документа интерфейса, из которых они следуют.",
    wrong: "Неверно",
    right: "Верно",
    options: "Оба примера проверены с этими настройками:",
    open: "Открыть в студии",
    fix: "Безопасное исправление, JSON Patch:",
    no_fix: "Для этого примера безопасного исправления нет, потому что намерение неизвестно.",
    loss: "Пример потери",
    level: "Как изменить уровень кода: [уровни правил](/reference/options#levels-of-rules), на английском языке.",
    data: "Данные",
    at: "Где сообщается",
    reads: "Читает поля",
    params: "Параметры",
    product: "продукт",
    messages: "Сообщения",
    table: "| `messageId` | шаблон |",
    index: "| код | что неверно | уровень |",
    severities: ["ошибка", "предупреждение", "замечание"],
};

/// A language with its tables of texts. A text that the tables lack stays English.
struct Language {
    words: &'static Words,
    titles: Value,
    templates: Value,
    messages: Messages,
    sentences: Sentences,
    /// Titles of the sections of the interface, by number.
    sections: BTreeMap<String, String>,
}

/// Writes the pages and the index of each language, and `rules.json` with the sidebars of both languages.
pub(super) fn write_rules(tree: &Tree, source: &Path) -> Result<()> {
    let languages @ [english, russian] = &languages(&tree.root, source)?;
    for language in languages {
        let prefix = language.words.prefix;
        for code in Code::ALL {
            write(source, &format!("{prefix}rules/{code}/index.md"), &language.page(*code)?)?;
        }
        write(source, &format!("{prefix}rules/index.md"), &language.index()?)?;
    }
    let sidebars = json!({ "en": english.sidebar()?, "ru": russian.sidebar()? });
    write(source, "rules.json", &sidebars.to_string())
}

/// Returns English and Russian. Reads the titles of the sections from the pages in `source`.
fn languages(root: &Path, source: &Path) -> Result<[Language; 2]> {
    let titles = fs::read_to_string(root.join("src/messages/rules.ru.json"))?;
    let english = Language {
        words: &ENGLISH,
        titles: Value::Null,
        templates: Value::Null,
        messages: Messages::from_json("{}")?,
        sentences: Sentences::english(),
        sections: sections(&fs::read_to_string(source.join("interface.md"))?),
    };
    let russian = Language {
        words: &RUSSIAN_WORDS,
        titles: serde_json::from_str(&titles)?,
        templates: serde_json::from_str(RUSSIAN)?,
        messages: Messages::from_json(RUSSIAN)?,
        sentences: Sentences::from_json(SENTENCES_RUSSIAN)?,
        sections: sections(&fs::read_to_string(source.join("ru/interface.md"))?),
    };
    Ok([english, russian])
}

/// Reads the titles of the sections from the headings of a page: `## §2.3 Product {#section-2.3}`.
fn sections(page: &str) -> BTreeMap<String, String> {
    let headings = page.lines().filter_map(|line| {
        let (number, rest) = line.trim_start_matches('#').trim_start().strip_prefix('§')?.split_once(' ')?;
        let title = rest.split(" {#").next()?;
        Some((number.to_owned(), title.to_owned()))
    });
    headings.collect()
}

impl Language {
    fn text<'a>(&'a self, code: Code, name: &str, english: &'a str) -> &'a str {
        self.titles.get(code.as_str()).and_then(|texts| texts.get(name)).and_then(Value::as_str).unwrap_or(english)
    }

    fn title(&self, code: Code) -> &str {
        self.text(code, "title", code.rule().title())
    }

    /// Returns the title of a section; every section that a rule cites must be explained.
    fn section(&self, number: &str) -> Result<&str> {
        let title = self.sections.get(number).map(String::as_str);
        title.with_context(|| format!("{}interface.md explains no section §{number}", self.words.prefix))
    }

    fn page(&self, code: Code) -> Result<String> {
        let (words, rule) = (self.words, code.rule());
        let (title, section, example) = (self.title(code), self.section(rule.section)?, rule.example());
        let explanation = prose(self.text(code, "explanation", rule.explanation()));
        let front = json!(format!("{code}: {}", title.replace('`', "")));
        let mut page = format!(
            "---\ntitle: {front}\nprev: false\nnext: false\n---\n\n# {}\n\n`{code}` {} · [§{} {section}](/{}interface#section-{}) · {}\n\n{explanation}\n",
            prose(title),
            self.badges(rule),
            rule.section,
            words.prefix,
            rule.section,
            words.other.replace('#', code.as_str()),
        );
        self.examples(&mut page, code, &example)?;
        self.loss(&mut page, code)?;
        self.data(&mut page, rule)?;
        Ok(page)
    }

    fn examples(&self, page: &mut String, code: Code, example: &Example) -> Result<()> {
        let words = self.words;
        let diagnostic = self.diagnostic(code, example)?;
        let kind = style(diagnostic.severity);
        let heading = format!("{} `{}`", self.severity(diagnostic.severity), diagnostic.path);
        let heading = heading.trim_end_matches(" ``");
        let mut link = format!("json={}", fragment(&pretty(example.bad)));
        if !example.options.is_empty() {
            write!(link, "&options={}", fragment(example.options))?;
        }
        write!(
            page,
            "\n## {}\n\n```json\n{}\n```\n\n::: {kind} {heading}\n{}\n:::\n\n[{}](/studio/index.html#{link}{}){{target=\"_self\"}}\n",
            words.wrong,
            pretty(example.bad),
            prose(&diagnostic.message),
            words.open,
            words.studio,
        )?;
        if !example.options.is_empty() {
            write!(page, "\n{}\n\n```json\n{}\n```\n", words.options, pretty(example.options))?;
        }
        write!(page, "\n## {}\n\n```json\n{}\n```\n", words.right, pretty(example.good))?;
        match &diagnostic.fix {
            Some(patch) => {
                write!(page, "\n{}\n\n```json\n{}\n```\n", words.fix, pretty(&serde_json::to_string(patch)?))?;
            }
            None => write!(page, "\n{}\n", words.no_fix)?,
        }
        Ok(())
    }

    /// Describes the buyer who loses by the wrong example, if any.
    fn loss(&self, page: &mut String, code: Code) -> Result<()> {
        let purchase = TimelineOptions::new(CalendarDate::new(2026, 1, 31)?);
        if let Some(witness) = example_witness(code, &purchase) {
            write!(page, "\n## {}\n\n{}\n", self.words.loss, prose(&witness.describe(&self.sentences)))?;
        }
        Ok(())
    }

    fn data(&self, page: &mut String, rule: &Rule) -> Result<()> {
        let words = self.words;
        write!(page, "\n## {}\n\n", words.data)?;
        writeln!(page, "- {}: {}", words.at, self.fields(rule.reported_at()))?;
        writeln!(page, "- {}: {}", words.reads, self.fields(rule.reads()))?;
        let params: Vec<String> = rule.params().iter().map(|param| format!("`{}`", param.name)).collect();
        if !params.is_empty() {
            writeln!(page, "- {}: {}", words.params, params.join(", "))?;
        }
        write!(page, "\n{}\n\n## {}\n\n{}\n|---|---|\n", words.level, words.messages, words.table)?;
        for template in rule.templates {
            let translated = self.templates.get(rule.code.as_str()).and_then(|texts| texts.get(template.id));
            let text = translated.and_then(Value::as_str).unwrap_or(template.text);
            writeln!(page, "| `{}` | {} |", template.id, prose(text).replace('|', "\\|"))?;
        }
        Ok(())
    }

    fn fields(&self, names: impl Iterator<Item = String>) -> String {
        let names = names.map(|name| if name.is_empty() { self.words.product.into() } else { format!("`{name}`") });
        names.collect::<Vec<String>>().join(", ")
    }

    /// Returns the diagnostic of a rule for its own invalid example.
    fn diagnostic(&self, code: Code, example: &Example) -> Result<Diagnostic> {
        let options = Options::from_json(example.options)?;
        let diagnostics = if example.catalogue {
            check_catalogue(example.bad, &options).translated(&self.messages).diagnostics
        } else {
            check(example.bad, &options).translated(&self.messages).diagnostics
        };
        let mut diagnostics = diagnostics.into_iter();
        diagnostics
            .find(|found| found.code == code)
            .with_context(|| format!("the example of {code} does not violate it"))
    }

    fn severity(&self, severity: Severity) -> &'static str {
        let [error, warning, info] = self.words.severities;
        match severity {
            Severity::Error => error,
            Severity::Warning => warning,
            Severity::Info => info,
        }
    }

    fn badges(&self, rule: &Rule) -> String {
        let badges = rule
            .severities
            .iter()
            .map(|severity| format!("<Badge type=\"{}\" text=\"{}\" />", style(*severity), self.severity(*severity)));
        badges.collect::<Vec<_>>().join(" ")
    }

    /// Groups the codes by the sections that they follow from, in order.
    fn by_section() -> BTreeMap<&'static str, Vec<Code>> {
        let mut sections = BTreeMap::<_, Vec<Code>>::new();
        for code in Code::ALL {
            sections.entry(code.rule().section).or_default().push(*code);
        }
        sections
    }

    fn index(&self) -> Result<String> {
        let words = self.words;
        let mut page = format!("---\nprev: false\nnext: false\n---\n\n# {}\n\n{}\n", words.rules, words.lead);
        for (number, codes) in Self::by_section() {
            let title = self.section(number)?;
            let heading = format!("§{number} {title}");
            write!(
                page,
                "\n## [{heading}](/{}interface#section-{number})\n\n{}\n|---|---|---|\n",
                words.prefix, words.index
            )?;
            for code in codes {
                let (title, badges) = (prose(self.title(code)), self.badges(code.rule()));
                writeln!(page, "| [`{code}`](/{}rules/{code}/) | {title} | {badges} |", words.prefix)?;
            }
        }
        Ok(page)
    }

    fn sidebar(&self) -> Result<Value> {
        let groups = Self::by_section().into_iter().map(|(number, codes)| {
            let items: Vec<Value> = codes
                .iter()
                .map(|code| json!({ "text": code.as_str(), "link": format!("/{}rules/{code}/", self.words.prefix) }))
                .collect();
            Ok(json!({ "text": format!("§{number} {}", self.section(number)?), "items": items }))
        });
        groups.collect()
    }
}

/// Returns the style that badges and containers of a page use for a severity.
fn style(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "danger",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// Escapes text for a Markdown page: neither HTML nor an expression of Vue.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for (index, piece) in text.split('`').enumerate() {
        if index > 0 {
            out.push('`');
        }
        // Every second piece is code in backticks, in which nothing needs escaping.
        let is_code = index % 2 == 1;
        if is_code {
            out += piece;
        } else {
            let escaped = piece.replace('<', "&lt;").replace('{', "&#123;");
            out += &escaped.replace('[', "\\[").replace('*', "\\*");
        }
    }
    out
}

/// Encodes text for the fragment of a URL.
fn fragment(text: &str) -> String {
    percent_encode(text, b"-_.~")
}

/// Breaks JSON text into lines; lists of plain values stay on one line. Keeps every token, so that duplicate keys and
/// the notation of numbers remain; text that is not JSON is returned unchanged.
fn pretty(text: &str) -> String {
    if serde_json::from_str::<Value>(text).is_err() {
        return text.to_owned();
    }
    let mut out = String::new();
    let (mut depth, mut in_string, mut is_escaped, mut in_list) = (0_usize, false, false, false);
    for (at, letter) in text.char_indices() {
        let rest = text.get(at + 1..).unwrap_or_default();
        if in_string {
            out.push(letter);
            in_string = is_escaped || letter != '"';
            is_escaped = !is_escaped && letter == '\\';
            continue;
        }
        match letter {
            '[' | '{' => {
                out.push(letter);
                let inner = rest.split([']', '}']).next().unwrap_or_default();
                in_list = inner.trim().is_empty() || (letter == '[' && !inner.contains(['[', '{']));
                depth += 1;
                if !in_list {
                    new_line(&mut out, depth);
                }
            }
            ']' | '}' => {
                depth = depth.saturating_sub(1);
                if !in_list {
                    new_line(&mut out, depth);
                }
                in_list = false;
                out.push(letter);
            }
            ',' if in_list => out += ", ",
            ',' => {
                out.push(',');
                new_line(&mut out, depth);
            }
            ':' => out += ": ",
            letter if letter.is_whitespace() => {}
            letter => {
                in_string = letter == '"';
                out.push(letter);
            }
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_broken_into_lines() {
        let text = r#"{"a":[1,1],"a":{},"b":[{"c":"x,{\"}"}]}"#;
        let expected = "{\n  \"a\": [1, 1],\n  \"a\": {},\n  \"b\": [\n    {\n      \"c\": \"x,{\\\"}\"\n    }\n  ]\n}";
        assert_eq!(pretty(text), expected);
        assert_eq!(pretty("{,"), "{,");
    }

    #[test]
    fn pages_show_who_loses_by_the_example() -> Result<()> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let [english, russian] = languages(&root, &root.join("docs"))?;
        let page = english.page(Code::TermZero)?;
        assert!(
            page.contains("\n## Example of a loss\n\nA buyer who pays online and consents to auto renewal buys"),
            "{page}"
        );
        assert!(page.contains("On 2026-02-28 nothing happens."), "{page}");
        let page = russian.page(Code::TermZero)?;
        assert!(page.contains("\n## Пример потери\n\nПокупатель, который платит онлайн"), "{page}");
        assert!(!english.page(Code::EmptyText)?.contains("Example of a loss"));
        Ok(())
    }

    #[test]
    fn prose_escapes_html_and_vue_expressions() {
        assert_eq!(prose("a<b `<c>` {{d}}"), "a&lt;b `<c>` &#123;&#123;d}}");
    }

    #[test]
    fn sections_are_read_from_headings() {
        let found = sections("# Interface\n\n## §4 Calls {#section-4}\n\n### §4.4 Rules {#section-4.4}\n");
        assert_eq!(found.get("4.4").map(String::as_str), Some("Rules"));
        assert_eq!(found.len(), 2);
    }
}
