//! An API call as a code snippet.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters that a query string escapes.
const QUERY_ESCAPES: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b',')
    .remove(b'/');

/// Percent-encodes a value for a query string.
pub fn percent_encode(value: &str) -> String {
    utf8_percent_encode(value, QUERY_ESCAPES).to_string()
}

/// The format of the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AnswerFormat {
    #[default]
    Json,
    Lines,
    Events,
}

impl AnswerFormat {
    pub const ALL: [AnswerFormat; 3] = [
        AnswerFormat::Json,
        AnswerFormat::Lines,
        AnswerFormat::Events,
    ];

    /// The media type.
    pub fn accept(self) -> &'static str {
        match self {
            AnswerFormat::Json => "application/json",
            AnswerFormat::Lines => "application/x-ndjson",
            AnswerFormat::Events => "text/event-stream",
        }
    }

    /// The label on the page.
    pub fn name(self) -> &'static str {
        match self {
            AnswerFormat::Json => "One answer",
            AnswerFormat::Lines => "A line per step",
            AnswerFormat::Events => "Events",
        }
    }
}

/// An API call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApiCall {
    /// The whole URL.
    pub url: String,
    /// The JSON body of a POST; `None` for a GET.
    pub body: Option<String>,
    pub form: AnswerFormat,
}

/// The language of a snippet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SnippetLanguage {
    #[default]
    Curl,
    JavaScript,
    Python,
}

impl SnippetLanguage {
    pub const ALL: [SnippetLanguage; 3] = [
        SnippetLanguage::Curl,
        SnippetLanguage::JavaScript,
        SnippetLanguage::Python,
    ];

    /// The label on the page.
    pub fn name(self) -> &'static str {
        match self {
            SnippetLanguage::Curl => "curl",
            SnippetLanguage::JavaScript => "JavaScript",
            SnippetLanguage::Python => "Python",
        }
    }

    /// The call in this language, ready to run.
    pub fn snippet(self, call: &ApiCall) -> String {
        match self {
            SnippetLanguage::Curl => curl(call),
            SnippetLanguage::JavaScript => javascript(call),
            SnippetLanguage::Python => python(call),
        }
    }
}

/// For a POSIX shell.
fn curl(call: &ApiCall) -> String {
    let streams = call.form != AnswerFormat::Json;
    let mut words = vec![format!(
        "curl -s{} {}",
        if streams { "N" } else { "" },
        shell_quote(&call.url)
    )];
    if streams {
        words.push(curl_header("Accept", call.form.accept()));
    }
    if let Some(body) = &call.body {
        words.push(curl_header("Content-Type", "application/json"));
        words.push(format!("-d {}", shell_quote(body)));
    }
    words.join(" \\\n  ")
}

fn curl_header(name: &str, value: &str) -> String {
    format!("-H {}", shell_quote(&format!("{name}: {value}")))
}

/// Within single quotes only the single quote is special.
fn shell_quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn javascript(call: &ApiCall) -> String {
    let url = json_string(&call.url);
    let mut options = Vec::new();
    let mut headers = Vec::new();
    if call.form != AnswerFormat::Json {
        headers.push(format!("Accept: {}", json_string(call.form.accept())));
    }
    if let Some(body) = &call.body {
        options.push("method: \"POST\"".to_owned());
        headers.push("\"Content-Type\": \"application/json\"".to_owned());
        options.push(format!(
            "body: JSON.stringify({})",
            indent_lines(body.trim(), "  ")
        ));
    }
    if !headers.is_empty() {
        options.insert(
            options.len().min(1),
            format!("headers: {{ {} }}", headers.join(", ")),
        );
    }
    let fetch = match options.is_empty() {
        true => format!("await fetch({url})"),
        false => format!("await fetch({url}, {{\n  {},\n}})", options.join(",\n  ")),
    };
    let read = match call.form {
        AnswerFormat::Json => "console.log(await response.json());",
        AnswerFormat::Lines | AnswerFormat::Events => {
            "const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();\n\
             for (;;) {\n  const { done, value } = await reader.read();\n  if (done) break;\n  console.log(value);\n}"
        }
    };
    format!("const response = {fetch};\n{read}")
}

/// Uses Python's standard library alone.
fn python(call: &ApiCall) -> String {
    let mut lines = vec!["import json, urllib.request".to_owned(), String::new()];
    let mut arguments = vec![json_string(&call.url)];
    let mut headers = Vec::new();
    if call.form != AnswerFormat::Json {
        headers.push(format!("\"Accept\": {}", json_string(call.form.accept())));
    }
    if let Some(body) = &call.body {
        // As text: JSON's true, false and null are not Python.
        let body = body.trim();
        let literal = match body.contains("\"\"\"") || body.ends_with('"') {
            true => json_string(body),
            false => format!("r\"\"\"{body}\"\"\""),
        };
        lines.push(format!("body = {literal}"));
        arguments.push("data=body.encode()".to_owned());
        headers.push("\"Content-Type\": \"application/json\"".to_owned());
    }
    if !headers.is_empty() {
        arguments.push(format!("headers={{{}}}", headers.join(", ")));
    }
    lines.push(format!(
        "request = urllib.request.Request({})",
        arguments.join(", ")
    ));
    lines.push("with urllib.request.urlopen(request) as response:".to_owned());
    lines.push(match call.form {
        AnswerFormat::Json => "    print(json.load(response))".to_owned(),
        AnswerFormat::Lines | AnswerFormat::Events => {
            "    for line in response:\n        print(line.decode(), end=\"\")".to_owned()
        }
    });
    lines.join("\n")
}

/// A string literal of JSON, JavaScript and Python.
fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn indent_lines(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(body: Option<&str>, form: AnswerFormat) -> ApiCall {
        ApiCall {
            url: "https://example.org/api/v1/search".to_owned(),
            body: body.map(str::to_owned),
            form,
        }
    }

    #[test]
    fn a_shell_takes_the_body_as_it_is() {
        assert_eq!(
            SnippetLanguage::Curl.snippet(&call(Some("{\"a\": \"it's\"}"), AnswerFormat::Lines)),
            "curl -sN 'https://example.org/api/v1/search' \\\n  \
             -H 'Accept: application/x-ndjson' \\\n  \
             -H 'Content-Type: application/json' \\\n  \
             -d '{\"a\": \"it'\\''s\"}'"
        );
        assert_eq!(
            SnippetLanguage::Curl.snippet(&call(None, AnswerFormat::Json)),
            "curl -s 'https://example.org/api/v1/search'"
        );
    }

    #[test]
    fn a_browser_takes_the_body_as_an_object() {
        assert_eq!(
            SnippetLanguage::JavaScript
                .snippet(&call(Some("{\n  \"a\": true\n}"), AnswerFormat::Json)),
            "const response = await fetch(\"https://example.org/api/v1/search\", {\n  \
             method: \"POST\",\n  \
             headers: { \"Content-Type\": \"application/json\" },\n  \
             body: JSON.stringify({\n    \"a\": true\n  }),\n\
             });\nconsole.log(await response.json());"
        );
    }

    #[test]
    fn python_needs_nothing_but_itself() {
        assert_eq!(
            SnippetLanguage::Python.snippet(&call(Some("{\"a\": null}"), AnswerFormat::Events)),
            "import json, urllib.request\n\nbody = r\"\"\"{\"a\": null}\"\"\"\n\
             request = urllib.request.Request(\"https://example.org/api/v1/search\", \
             data=body.encode(), headers={\"Accept\": \"text/event-stream\", \
             \"Content-Type\": \"application/json\"})\n\
             with urllib.request.urlopen(request) as response:\n    \
             for line in response:\n        print(line.decode(), end=\"\")"
        );
    }

    #[test]
    fn what_an_address_holds_is_escaped() {
        assert_eq!(percent_encode("8/8 w - é&="), "8/8%20w%20-%20%C3%A9%26%3D");
    }
}
