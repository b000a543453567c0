//! `/api/v1/openapi.json`: what it describes is what is answered.

mod common;

use axum::http::Request;
use common::{Answer, TestSite, post};
use engine::Rng;
use jsonschema::Validator;
use rand::{RngExt, seq::IndexedRandom};
use serde_json::{Map, Value, json};

/// Requests made up by `hostile_and_friendly_requests…` where `PONDER_CASES` does not say.
const CASES: usize = 400;

/// The description, and what it says of each address.
struct Description(Value);

struct Operation {
    method: String,
    path: String,
    described: Value,
}

impl Description {
    async fn of(site: &TestSite) -> Self {
        Self(site.get("/api/v1/openapi.json").await.json())
    }

    fn operations(&self) -> Vec<Operation> {
        let paths = self.0["paths"].as_object().expect("addresses");
        let mut operations = Vec::new();
        // What an account stores has tests of its own, with keys and with files.
        let paths = paths
            .iter()
            .filter(|(path, _)| !path.starts_with("/networks"));
        for (path, item) in paths {
            for (method, described) in item.as_object().expect("methods") {
                operations.push(Operation {
                    method: method.clone(),
                    path: format!("/api/v1{path}"),
                    described: described.clone(),
                });
            }
        }
        operations
    }

    /// Checks values of a schema that the description holds.
    fn validator(&self, schema: &Value) -> Validator {
        let mut root = schema.clone();
        root["components"] = self.0["components"].clone();
        jsonschema::draft202012::new(&root).expect("a schema")
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let mut schema = schema;
        while let Some(place) = schema["$ref"].as_str() {
            schema = self
                .0
                .pointer(&place[1..])
                .expect("every reference leads somewhere");
        }
        schema
    }
}

impl Operation {
    fn body_schema(&self) -> Option<&Value> {
        self.described
            .pointer("/requestBody/content/application~1json/schema")
    }

    /// Bodies that the description shows.
    fn bodies(&self) -> Vec<Value> {
        let content = &self.described["requestBody"]["content"]["application/json"];
        let several = content["examples"].as_object().into_iter().flatten();
        let several = several.map(|(_, example)| example["value"].clone());
        content
            .get("example")
            .cloned()
            .into_iter()
            .chain(several)
            .collect()
    }

    fn parameters(&self) -> &[Value] {
        self.described["parameters"]
            .as_array()
            .map_or(&[], Vec::as_slice)
    }

    /// The address with the parameters that the description shows.
    fn address(&self) -> String {
        let shown = self
            .parameters()
            .iter()
            .filter(|one| one.get("example").is_some());
        let pairs: Vec<_> = shown
            .map(|one| {
                (
                    one["name"].as_str().expect("a name"),
                    text_of(&one["example"]),
                )
            })
            .collect();
        with_parameters(&self.path, &pairs)
    }

    fn answer_schema(&self, kind: &str) -> Option<&Value> {
        let content = &self.described["responses"]["200"]["content"];
        content[kind].get("schema")
    }
}

fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn with_parameters(path: &str, pairs: &[(&str, String)]) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(pairs)
        .finish();
    format!("{path}?{query}")
}

fn assert_valid(validator: &Validator, value: &Value, what: &str) {
    let errors: Vec<_> = validator
        .iter_errors(value)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{what}: {errors:?} in {value}");
}

#[tokio::test]
async fn every_example_is_answered_as_described() {
    let site = TestSite::with_tables().await;
    let description = Description::of(&site).await;
    assert_eq!(description.0["openapi"], "3.1.0");
    let mut tried = 0;
    for operation in description.operations() {
        let what = format!("{} {}", operation.method, operation.path);
        let schema = operation
            .answer_schema("application/json")
            .expect("an answer");
        let answers = match operation.method.as_str() {
            "get" => vec![site.get(&operation.address()).await],
            "post" => {
                let taken = description.validator(operation.body_schema().expect("a body"));
                let mut answers = Vec::new();
                for body in operation.bodies() {
                    assert_valid(&taken, &body, &what);
                    answers.push(site.post(&operation.path, body.to_string()).await);
                }
                assert!(!answers.is_empty(), "{what} has no example");
                answers
            }
            other => panic!("nobody tries {other}"),
        };
        for answer in answers {
            assert_eq!(answer.status, 200, "{what}: {}", answer.text());
            assert_valid(&description.validator(schema), &answer.json(), &what);
            tried += 1;
        }
    }
    assert!(tried >= 11, "only {tried} examples");
}

#[tokio::test]
async fn streams_and_refusals_are_as_described_too() {
    let site = TestSite::with_tables().await;
    let description = Description::of(&site).await;
    let (mut lines, mut refusals) = (0, 0);
    for operation in description.operations() {
        let what = format!("{} {}", operation.method, operation.path);
        if let Some(schema) = operation.answer_schema("application/x-ndjson") {
            let validator = description.validator(schema);
            for body in operation.bodies() {
                let mut request = post(&operation.path, body.to_string());
                let ndjson = "application/x-ndjson".parse().expect("a header");
                request.headers_mut().insert("accept", ndjson);
                for line in site.send(request).await.text().lines() {
                    let step = serde_json::from_str(line).expect("JSON");
                    assert_valid(&validator, &step, &what);
                    lines += 1;
                }
            }
        }
        let refused = match operation.method.as_str() {
            "get" => {
                site.get(&format!("{}?fen=x&moves=y&z=1", operation.path))
                    .await
            }
            _ => site.post(&operation.path, "[]").await,
        };
        if operation.described["responses"].get("4XX").is_some() {
            let problem = json!({ "$ref": "#/components/schemas/Problem" });
            assert_valid(&description.validator(&problem), &refused.problem(), &what);
            refusals += 1;
        }
    }
    assert!(
        lines >= 15 && refusals >= 6,
        "{lines} lines, {refusals} refusals"
    );
}

/// Whatever the description allows, and what it does not: never a fault of ours, and not merely
/// refusals.
#[tokio::test]
async fn hostile_and_friendly_requests_are_answered_or_refused() {
    let cases = std::env::var("PONDER_CASES").ok();
    let cases = cases.map_or(CASES, |cases| cases.parse().expect("a number of requests"));
    let site = TestSite::with_tables().await;
    let description = Description::of(&site).await;
    let operations = description.operations();
    let mut maker = Maker {
        description: &description,
        rng: engine::rng(20),
    };
    let (mut answered, mut busy) = (0, 0);
    for case in 0..cases {
        let operation = &operations[case % operations.len()];
        let (answer, sent) = maker.send(&site, operation).await;
        let what = format!("{} {} {sent}", operation.method, operation.path);
        let text = answer.text();
        match answer.status.as_u16() {
            200 => {
                let schema = operation
                    .answer_schema("application/json")
                    .expect("an answer");
                assert_valid(&description.validator(schema), &answer.json(), &what);
                answered += 1;
            }
            503 => busy += 1,
            status => {
                assert!((400..500).contains(&status), "{status} for {what}: {text}");
                answer.problem();
            }
        }
    }
    println!("{cases} requests: {answered} answered, {busy} found no thread");
    assert!(answered * 10 >= cases * 3, "{answered} of {cases} answered");
    assert!(busy * 100 <= cases, "{busy} of {cases} found no thread");
}

/// Makes up requests from the description.
struct Maker<'a> {
    description: &'a Description,
    rng: Rng,
}

impl Maker<'_> {
    async fn send(&mut self, site: &TestSite, operation: &Operation) -> (Answer, String) {
        if let Some(schema) = operation.body_schema() {
            let mut body = self.value(schema, "").to_string();
            // At times it breaks off.
            if self.rng.random_bool(0.03) {
                let end = self.rng.random_range(0..=body.len());
                body.truncate(body.floor_char_boundary(end));
            }
            return (site.post(&operation.path, body.clone()).await, body);
        }
        let mut pairs = Vec::new();
        for parameter in operation.parameters() {
            let name = parameter["name"].as_str().expect("a name");
            if self
                .rng
                .random_bool(if is_limit(name) { 0.7 } else { 0.15 })
            {
                let value = self.value(&parameter["schema"], name);
                pairs.push((name, text_of(&value)));
            }
        }
        let address = with_parameters(&operation.path, &pairs);
        let request = Request::get(&address).body(axum::body::Body::empty());
        (site.send(request.expect("an address")).await, address)
    }

    /// A value of this schema, more or less.
    fn value(&mut self, schema: &Value, name: &str) -> Value {
        let schema = self.description.resolve(schema);
        if self.rng.random_bool(0.01) {
            return self.nonsense();
        }
        if let Some(several) = schema["oneOf"].as_array() {
            let one = several.choose(&mut self.rng).expect("one of them");
            return self.value(one, name);
        }
        if let Some(names) = schema["enum"].as_array() {
            return names.choose(&mut self.rng).expect("one of them").clone();
        }
        let kind = schema["type"]
            .as_str()
            .or_else(|| schema["type"][0].as_str());
        match kind {
            Some("object") => self.object(schema),
            Some("array") => {
                let items = (0..self.rng.random_range(1..4))
                    .map(|_| self.value(&schema["items"], name))
                    .collect();
                Value::Array(items)
            }
            Some("integer") => self.integer(schema),
            Some("boolean") => Value::Bool(self.rng.random_bool(0.5)),
            Some("string") => Value::String(self.text(name)),
            _ => self.nonsense(),
        }
    }

    fn object(&mut self, schema: &Value) -> Value {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut object = Map::new();
        for (name, schema) in schema["properties"].as_object().expect("fields") {
            let wanted = match () {
                () if required.iter().any(|known| known == name) => 0.99,
                // Without limits each search takes its 200 ms.
                () if name == "limits" => 0.97,
                () if is_limit(name) => 0.6,
                () => 0.2,
            };
            if self.rng.random_bool(wanted) {
                object.insert(name.clone(), self.value(schema, name));
            }
        }
        if self.rng.random_bool(0.02) {
            object.insert(self.text(""), self.nonsense());
        }
        Value::Object(object)
    }

    fn integer(&mut self, schema: &Value) -> Value {
        let least = schema["minimum"].as_i64().unwrap_or(0);
        let most = schema["maximum"].as_i64().unwrap_or(i64::MAX - 1);
        match self.rng.random_range(0..20) {
            0 => json!(least - 1),
            1 => json!(most + 1),
            2 => json!(u64::MAX),
            // The most of it would take its time.
            _ => json!(self.rng.random_range(least..=least + 3)),
        }
    }

    fn text(&mut self, name: &str) -> String {
        let known: &[&str] = match name {
            "fen" => &[
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
                "8/8/8/8/8/5k2/7q/5K2 w - - 0 1",
                "7k/8/5KQ1/8/8/8/8/8 b - - 0 1",
                "8/8/8/8/8/8/8/8 w - - 0 1",
            ],
            "moves" | "searchmoves" => &["e2e4", "g1f3", "c2c4", "d2d4"],
            "strategy" => &[
                "calculator",
                "ponder",
                "explorer",
                "dice",
                "grabber",
                "learner",
            ],
            "evaluation" => &["tuned", "classic", "material"],
            "playing_style" => &["attacker", "complicator", "none"],
            "book" | "style" => &["standard", "aggressive", "off"],
            "pgn" => &[
                "1. e4 e5 2. Nf3 *",
                "[White \"A\"]\n\n1. d4 d5 1/2-1/2",
                "1. e5",
            ],
            "id" => return format!("{:x}", self.rng.random::<u32>()),
            _ => &[],
        };
        if let Some(text) = known.choose(&mut self.rng)
            && self.rng.random_bool(0.9)
        {
            return (*text).to_owned();
        }
        let length = self.rng.random_range(0..12);
        (0..length).map(|_| self.rng.random::<char>()).collect()
    }

    fn nonsense(&mut self) -> Value {
        let all = [
            json!(null),
            json!(-1),
            json!(1.5),
            json!("\u{0}\u{1f600}"),
            json!([[[]]]),
            json!({ "a": { "b": {} } }),
            json!(true),
        ];
        all.choose(&mut self.rng).expect("one of them").clone()
    }
}

fn is_limit(name: &str) -> bool {
    matches!(name, "depth" | "nodes" | "movetime_ms")
}
