use renewal_rules::{Options, Report, Severity, check_catalogue};
use renewal_rules_formatters::{CheckedFile, Format, Renderer, Style};

/// Length above which no more requests are added to the text of a listing: 1 MiB. The listing covers the whole run of
/// the emulator, which may be long.
const MAX_LENGTH: usize = 1 << 20;

/// Listing of errors in requests that were accepted because the emulator is lenient. Many of these errors can no longer
/// be found in the stored products: duplicate keys, or an `id` that is not stored.
pub(crate) struct Listing {
    renderer: Renderer,
    text: String,
    /// Number of requests that were counted after the text had become too long.
    unlisted: usize,
}

impl Default for Listing {
    fn default() -> Self {
        let renderer = Renderer::new(Format::Stylish, Style::default());
        Self { text: renderer.begin(), renderer, unlisted: 0 }
    }
}

impl Listing {
    /// Adds the errors of a request. `name` is its method and path.
    pub(crate) fn push(&mut self, name: &str, body: &str, mut report: Report) {
        report.diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
        let rendered = self.renderer.file(&CheckedFile::product(name, &report).with_text(body));
        if self.text.len() < MAX_LENGTH {
            self.text += &rendered;
        } else {
            self.unlisted += 1;
        }
    }

    /// Returns the errors of all requests, followed by the diagnostics of the stored products and by the total.
    pub(crate) fn finish(&self, products: &str) -> String {
        let mut renderer = self.renderer.clone();
        let unlisted = match self.unlisted {
            0 => String::new(),
            number => format!("Requests with errors that are counted but not listed: {number}\n\n"),
        };
        let report = check_catalogue(products, &Options::default());
        let stored = renderer.file(&CheckedFile::catalogue("products", &report).with_text(products));
        format!("{}{unlisted}{stored}{}", self.text, renderer.end())
    }
}
