//! A call, written in what people call from.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What stands for itself in an address.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b',')
    .remove(b'/');

/// A value, as it stands in an address.
pub fn escaped(value: &str) -> String {
    utf8_percent_encode(value, ESCAPED).to_string()
}

/// In which form an answer is wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Json,
    Lines,
    Events,
}

impl Form {
    pub const ALL: [Form; 3] = [Form::Json, Form::Lines, Form::Events];

    /// The media type.
    pub fn accept(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Lines => "application/x-ndjson",
            Form::Events => "text/event-stream",
        }
    }

    /// What the page calls it.
    pub fn name(self) -> &'static str {
        match self {
            Form::Json => "One answer",
            Form::Lines => "A line per step",
            Form::Events => "Events",
        }
    }
}

/// A request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Call {
    /// The whole address.
    pub url: String,
    /// JSON, where there is a body; then it is a POST.
    pub body: Option<String>,
    pub form: Form,
}

/// What a call is written in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    Curl,
    JavaScript,
    Python,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::Curl, Language::JavaScript, Language::Python];

    /// As people know it.
    pub fn name(self) -> &'static str {
        match self {
            Language::Curl => "curl",
            Language::JavaScript => "JavaScript",
            Language::Python => "Python",
        }
    }

    /// The call in this language: to be run as it stands.
    pub fn write(self, call: &Call) -> String {
        match self {
            Language::Curl => curl(call),
            Language::JavaScript => javascript(call),
            Language::Python => python(call),
        }
    }
}

/// For a POSIX shell.
fn curl(call: &Call) -> String {
    let streams = call.form != Form::Json;
    let mut words = vec![format!(
        "curl -s{} {}",
        if streams { "N" } else { "" },
        quoted(&call.url)
    )];
    if streams {
        words.push(quoted_header("Accept", call.form.accept()));
    }
    if let Some(body) = &call.body {
        words.push(quoted_header("Content-Type", "application/json"));
        words.push(format!("-d {}", quoted(body)));
    }
    words.join(" \\\n  ")
}

fn quoted_header(name: &str, value: &str) -> String {
    format!("-H {}", quoted(&format!("{name}: {value}")))
}

/// Between single quotes nothing is special but the single quote.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn javascript(call: &Call) -> String {
    let url = string(&call.url);
    let mut options = Vec::new();
    let mut headers = Vec::new();
    if call.form != Form::Json {
        headers.push(format!("Accept: {}", string(call.form.accept())));
    }
    if let Some(body) = &call.body {
        options.push("method: \"POST\"".to_owned());
        headers.push("\"Content-Type\": \"application/json\"".to_owned());
        options.push(format!(
            "body: JSON.stringify({})",
            indented(body.trim(), "  ")
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
        Form::Json => "console.log(await response.json());",
        Form::Lines | Form::Events => {
            "const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();\n\
             for (;;) {\n  const { done, value } = await reader.read();\n  if (done) break;\n  console.log(value);\n}"
        }
    };
    format!("const response = {fetch};\n{read}")
}

/// With nothing but what Python brings.
fn python(call: &Call) -> String {
    let mut lines = vec!["import json, urllib.request".to_owned(), String::new()];
    let mut arguments = vec![string(&call.url)];
    let mut headers = Vec::new();
    if call.form != Form::Json {
        headers.push(format!("\"Accept\": {}", string(call.form.accept())));
    }
    if let Some(body) = &call.body {
        // As text: JSON's true, false and null are no Python.
        let body = body.trim();
        let literal = match body.contains("\"\"\"") || body.ends_with('"') {
            true => string(body),
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
        Form::Json => "    print(json.load(response))".to_owned(),
        Form::Lines | Form::Events => {
            "    for line in response:\n        print(line.decode(), end=\"\")".to_owned()
        }
    });
    lines.join("\n")
}

/// A text as JSON, JavaScript and Python write it.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn indented(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(body: Option<&str>, form: Form) -> Call {
        Call {
            url: "https://example.org/api/v1/search".to_owned(),
            body: body.map(str::to_owned),
            form,
        }
    }

    #[test]
    fn a_shell_takes_the_body_as_it_is() {
        assert_eq!(
            Language::Curl.write(&call(Some("{\"a\": \"it's\"}"), Form::Lines)),
            "curl -sN 'https://example.org/api/v1/search' \\\n  \
             -H 'Accept: application/x-ndjson' \\\n  \
             -H 'Content-Type: application/json' \\\n  \
             -d '{\"a\": \"it'\\''s\"}'"
        );
        assert_eq!(
            Language::Curl.write(&call(None, Form::Json)),
            "curl -s 'https://example.org/api/v1/search'"
        );
    }

    #[test]
    fn a_browser_takes_the_body_as_an_object() {
        assert_eq!(
            Language::JavaScript.write(&call(Some("{\n  \"a\": true\n}"), Form::Json)),
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
            Language::Python.write(&call(Some("{\"a\": null}"), Form::Events)),
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
        assert_eq!(escaped("8/8 w - é&="), "8/8%20w%20-%20%C3%A9%26%3D");
    }
}
