//! An HTTP client for the tests, and what they send.

use serde_json::Value;

/// A product that no rule finds anything wrong with.
pub(crate) const PRODUCT: &str = r#"{"family_name":"Example","name":"Month","licence_term":"P1M","variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
pub(crate) const JSON: (&str, &str) = ("Content-Type", "application/json");

/// An answer: its status, its headers and its body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: ureq::http::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

/// A client that has logged in.
pub(crate) struct Client {
    agent: ureq::Agent,
    url: String,
    pub(crate) token: String,
}

impl Client {
    /// A client that has not.
    pub(crate) fn of(url: &str) -> Self {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        Self { agent: config.build().into(), url: url.to_owned(), token: String::new() }
    }

    pub(crate) fn logged_in(url: &str) -> Self {
        let mut client = Self::of(url);
        client.token = client.log_in("emulator", "emulator").unwrap();
        client
    }

    pub(crate) fn log_in(&self, username: &str, password: &str) -> Option<String> {
        let body = serde_json::json!({ "username": username, "password": password });
        let answer = self.post("/v1/login_check", &[JSON], body.to_string()).unwrap();
        Some(answer.json()["token"].as_str()?.to_owned())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        let request = self.agent.get(format!("{}{path}", self.url));
        read(request.call()).unwrap()
    }

    pub(crate) fn post(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        body: impl ureq::AsSendBody,
    ) -> Result<Answer, ureq::Error> {
        let mut request = self.agent.post(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(request.send(body))
    }

    /// A call of the admin address.
    pub(crate) fn admin(&self, path: &str, body: &str) -> Answer {
        self.post(&format!("/_emulator/{path}"), &[JSON], body).unwrap()
    }

    pub(crate) fn try_create(&self, body: impl ureq::AsSendBody) -> Result<Answer, ureq::Error> {
        let token = format!("Bearer {}", self.token);
        self.post("/v1/product", &[JSON, ("Authorization", &token)], body)
    }

    pub(crate) fn create(&self, body: impl ureq::AsSendBody) -> Answer {
        self.try_create(body).unwrap()
    }

    pub(crate) fn try_change(&self, id: &str, body: &str) -> Result<Answer, ureq::Error> {
        let request = self.agent.patch(format!("{}/v1/product/{id}", self.url));
        let request = request.header("Authorization", format!("Bearer {}", self.token));
        read(request.header(JSON.0, JSON.1).send(body))
    }

    pub(crate) fn change(&self, id: &str, body: &str) -> Answer {
        self.try_change(id, body).unwrap()
    }

    /// The products, as text.
    pub(crate) fn products(&self) -> String {
        self.get("/_emulator/products").text
    }
}

fn read(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Answer, ureq::Error> {
    let mut answer = answer?;
    Ok(Answer {
        status: answer.status().as_u16(),
        headers: answer.headers().clone(),
        text: answer.body_mut().read_to_string()?,
    })
}
