//! Recorded conversations with the server, stored as JSON and compared with today's answers, so that
//! no name on the wire changes unnoticed.
//!
//! A file is a list of steps in order. A request has `by`, `method`, `path`, perhaps `accept` and `body`,
//! and an `answer` with `status` and `body`; a line with `open` or `send` opens the socket of a visitor
//! or sends a message over it; one with `hear` is the next message that the visitor is sent. In what is
//! expected, `<number>` and `<text>` stand for any, and `{name}` for a value that is kept the first time
//! it is met and the same from then on; in requests `{name}` is that value. An environment variable,
//! [`RECORD`], has the answers written anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::http::{Request, Response};
use crate::live::{Received, Socket, SocketRequest};

/// Set to anything, it has each conversation written anew instead of compared.
pub const RECORD: &str = "PONDER_RECORD";

/// The pause that ends a message list while a conversation is recorded.
const SILENCE: Duration = Duration::from_millis(500);

/// Numbers that differ from run to run, by the field.
const NUMBERS: [&str; 11] = [
    "seen",
    "expires",
    "named",
    "created",
    "used",
    "time_ms",
    "kept_ms",
    "changed_ms",
    "nps",
    "created_ms",
    "next",
];

/// Texts that differ from run to run, by the field.
const TEXTS: [&str; 1] = ["learner"];

/// A conversation under way.
#[derive(Default)]
struct Conversation {
    cookies: BTreeMap<String, String>,
    sockets: BTreeMap<String, Socket>,
    /// What the names in braces stand for.
    kept: BTreeMap<String, Value>,
}

/// Replays the conversation of `tests/fixtures/NAME.json` and compares the answers.
///
/// # Panics
/// At the first answer that is not as recorded.
pub async fn hold(addr: SocketAddr, name: &str) {
    let Value::Array(steps) = fixture(name) else {
        panic!("{name}: expected a list of steps");
    };
    let mut conversation = Conversation::default();
    if is_recording() {
        record(name, &conversation.written_anew(addr, steps).await);
        return;
    }
    for (index, step) in steps.iter().enumerate() {
        let found = conversation.take(addr, step).await;
        let compared = match (step.get("message"), step.get("answer")) {
            (Some(expected), _) | (None, Some(expected)) => conversation.compare(expected, &found),
            (None, None) => Ok(()),
        };
        compared.unwrap_or_else(|place| panic!("{name}, step {index}: {place}\n{found:#}"));
    }
}

/// Whether fixtures are to be written anew.
pub fn is_recording() -> bool {
    std::env::var_os(RECORD).is_some()
}

/// The fixture of this name.
///
/// # Panics
/// When it is not there.
pub fn fixture(name: &str) -> Value {
    let text = fs::read_to_string(path(name)).expect("the fixture is there");
    serde_json::from_str(&text).expect("the fixture is JSON")
}

/// Writes the fixture of this name, one element of a list to a line.
///
/// # Panics
/// When it cannot be written.
pub fn record(name: &str, value: &Value) {
    let text = match value {
        Value::Array(steps) => {
            let lines: Vec<String> = steps.iter().map(Value::to_string).collect();
            format!("[\n{}\n]\n", lines.join(",\n"))
        }
        other => format!("{other:#}\n"),
    };
    fs::write(path(name), text).expect("the fixture can be written");
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/{name}.json"))
}

impl Conversation {
    /// The same requests with the answers of today's server, and with all that is heard by the sockets
    /// after each of them.
    async fn written_anew(&mut self, addr: SocketAddr, steps: Vec<Value>) -> Value {
        let mut written = Vec::new();
        for mut step in steps.into_iter().filter(|step| step.get("hear").is_none()) {
            let found = self.take(addr, &step).await;
            if step.get("path").is_some() {
                step["answer"] = self.general(found);
            }
            written.push(step);
            let mut received = Vec::new();
            for (who, socket) in &mut self.sockets {
                while let Some(Received::Json(message)) = socket.receive_within(SILENCE).await {
                    let same = (who.clone(), message);
                    if !is_presence(&same.1) || !received.contains(&same) {
                        received.push(same);
                    }
                }
            }
            for (who, message) in received {
                written.push(json!({ "hear": who, "message": self.general(message) }));
            }
        }
        written.into()
    }

    /// Carries out a step; what came of it.
    async fn take(&mut self, addr: SocketAddr, step: &Value) -> Value {
        let text = |field: &str| step[field].as_str().map(str::to_owned);
        if let Some(who) = text("open") {
            let cookie = self.cookies.get(&who).map(String::as_str);
            let opened = SocketRequest::to(addr).with_cookie(cookie).open().await;
            self.sockets.insert(who, opened.expect("a socket"));
            return Value::Null;
        }
        if let Some(who) = text("send") {
            let message = self.filled(&step["says"]);
            self.socket(&who).send(&message).await;
            return Value::Null;
        }
        if let Some(who) = text("hear") {
            loop {
                match self.socket(&who).must_receive().await {
                    // Presence may be sent again at any time.
                    Received::Json(message)
                        if is_presence(&message) && message != self.filled(&step["message"]) => {}
                    Received::Json(message) => return message,
                    end => panic!("{who} hears {end:?}"),
                }
            }
        }
        let by = text("by").unwrap_or_default();
        let answer = self.request(&by, step).send(addr).expect("an answer");
        if let Some(set) = answer.header("set-cookie") {
            let cookie = set.split(';').next().unwrap_or_default();
            self.cookies.insert(by, cookie.to_owned());
        }
        if let Some(kept) = step["keep"].as_object() {
            for (name, pointer) in kept {
                let pointer = pointer.as_str().unwrap_or_default();
                let value = answer.json().pointer(pointer).cloned();
                let value = value.unwrap_or_else(|| panic!("{name} in {}", answer.text()));
                self.kept.insert(name.clone(), value);
            }
        }
        told(&answer)
    }

    fn request(&self, by: &str, step: &Value) -> Request {
        let path = self.filled(&step["path"]);
        let path = path.as_str().expect("a path");
        let mut request = match step.get("body") {
            None => Request::new(step["method"].as_str().unwrap_or("GET"), path),
            Some(body) => Request::post(path, "application/json", self.filled(body).to_string()),
        };
        if let Some(accept) = step["accept"].as_str() {
            request = request.header("Accept", accept);
        }
        match self.cookies.get(by) {
            Some(cookie) => request.header("Cookie", cookie),
            None => request,
        }
    }

    fn socket(&mut self, who: &str) -> &mut Socket {
        self.sockets.get_mut(who).expect("who has a socket")
    }

    /// A value with what the names in braces stand for.
    fn filled(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => {
                let known = name_in(text).and_then(|name| self.kept.get(name));
                known.cloned().unwrap_or_else(|| {
                    let filled = self.kept.iter().fold(text.clone(), |text, (name, value)| {
                        let value = value.as_str().unwrap_or_default();
                        text.replace(&format!("{{{name}}}"), value)
                    });
                    filled.into()
                })
            }
            Value::Array(values) => values.iter().map(|value| self.filled(value)).collect(),
            Value::Object(fields) => {
                let fields = fields.iter();
                fields
                    .map(|(name, value)| (name.clone(), self.filled(value)))
                    .collect()
            }
            other => other.clone(),
        }
    }

    /// A value as it is recorded: without what differs from run to run.
    fn general(&self, value: Value) -> Value {
        if let Some((name, _)) = self.kept.iter().find(|(_, kept)| **kept == value) {
            return format!("{{{name}}}").into();
        }
        match value {
            Value::Array(values) => values
                .into_iter()
                .map(|value| self.general(value))
                .collect(),
            Value::Object(fields) => {
                let general = |(name, value): (String, Value)| {
                    let value = match &value {
                        Value::Number(_) if NUMBERS.contains(&&*name) => "<number>".into(),
                        Value::String(_) if TEXTS.contains(&&*name) => "<text>".into(),
                        _ => self.general(value),
                    };
                    (name, value)
                };
                fields.into_iter().map(general).collect()
            }
            other => other,
        }
    }

    /// Compares what was found with what was recorded.
    ///
    /// # Errors
    /// The place of the first difference, as a JSON pointer, and both values there.
    fn compare(&mut self, expected: &Value, found: &Value) -> Result<(), String> {
        let differs = || Err(format!(": expected {expected}, found {found}"));
        match (expected, found) {
            (Value::String(any), Value::Number(_)) if any == "<number>" => Ok(()),
            (Value::String(any), Value::String(_)) if any == "<text>" => Ok(()),
            (Value::String(text), _) if name_in(text).is_some() => {
                let name = name_in(text).unwrap_or_default().to_owned();
                let kept = self.kept.entry(name).or_insert_with(|| found.clone());
                if kept == found { Ok(()) } else { differs() }
            }
            (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
                let mut pairs = expected.iter().zip(found).enumerate();
                pairs.try_for_each(|(index, (expected, found))| {
                    let compared = self.compare(expected, found);
                    compared.map_err(|place| format!("/{index}{place}"))
                })
            }
            (Value::Object(expected), Value::Object(found)) => {
                let names = |fields: &Map<String, Value>| -> BTreeSet<String> {
                    fields.keys().cloned().collect()
                };
                if names(expected) != names(found) {
                    let [expected, found] = [expected, found].map(|fields| json!(names(fields)));
                    return Err(format!(": expected the fields {expected}, found {found}"));
                }
                expected.iter().try_for_each(|(name, expected)| {
                    let compared = self.compare(expected, &found[name]);
                    compared.map_err(|place| format!("/{name}{place}"))
                })
            }
            _ if expected == found => Ok(()),
            _ => differs(),
        }
    }
}

fn is_presence(message: &Value) -> bool {
    message["type"] == "presence"
}

/// The name that a text in braces is.
fn name_in(text: &str) -> Option<&str> {
    text.strip_prefix('{')?.strip_suffix('}')
}

/// An answer as it is recorded: status and body, a stream's body line by line.
fn told(answer: &Response) -> Value {
    let text = answer.text();
    let body = match answer.header("content-type") {
        Some("application/x-ndjson") => text.lines().map(json_or_text).collect(),
        Some(kind) if kind.starts_with("text/event-stream") => text
            .lines()
            .map(|line| match line.strip_prefix("data: ") {
                Some(data) => json_or_text(data),
                None => line.into(),
            })
            .collect(),
        _ => json_or_text(&text),
    };
    json!({ "status": answer.status, "body": body })
}

fn json_or_text(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_what_it_met_first_and_a_place_is_told() {
        let mut conversation = Conversation::default();
        let expected = json!({ "a": "{id}", "b": ["<number>", "{id}"] });
        let mut compare = |found: Value| conversation.compare(&expected, &found);
        assert_eq!(compare(json!({ "a": 7, "b": [1.5, 7] })), Ok(()));
        let error = compare(json!({ "a": 7, "b": [2, 8] })).unwrap_err();
        assert_eq!(error, "/b/1: expected \"{id}\", found 8");
        let error = compare(json!({ "a": 7 })).unwrap_err();
        assert_eq!(error, r#": expected the fields ["a","b"], found ["a"]"#);
        let error = compare(json!({ "a": 7, "b": ["1", 7] })).unwrap_err();
        assert_eq!(error, "/b/0: expected \"<number>\", found \"1\"");
    }
}
