//! The limits that `/api/v1/openapi.json` tells are those in force: for each of them what lies just
//! within it is answered and what lies just beyond it is refused, by name.

mod common;

use common::{Answer, TestSite, post};
use jsonschema::Validator;
use serde_json::{Value, json};

/// Nothing is searched here: the game is over.
const MATED: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A field with a limit: values that it may hold and values that it may not.
#[derive(Debug)]
struct Limit {
    /// Where it stands in the body, as a JSON pointer.
    place: String,
    within: Vec<Value>,
    beyond: Vec<Value>,
    /// The most that there may be of it, which a refusal names.
    most: Option<u64>,
}

/// The description, and all that is found out from it.
struct Description(Value);

impl Description {
    async fn of(site: &TestSite) -> Self {
        Self(site.get("/api/v1/openapi.json").await.json())
    }

    fn validator(&self, schema: &Value) -> Validator {
        let mut root = schema.clone();
        root["components"] = self.0["components"].clone();
        jsonschema::draft202012::new(&root).expect("a schema")
    }

    /// The schema itself: what it refers to, and of one that allows nothing at all what it allows.
    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        if let Some(place) = schema["$ref"].as_str() {
            let found = self.0.pointer(&place[1..]);
            return self.resolve(found.expect("every reference leads somewhere"));
        }
        let several = schema["oneOf"].as_array().into_iter().flatten();
        let some: Vec<_> = several.filter(|one| one["type"] != "null").collect();
        match some.as_slice() {
            [one] => self.resolve(one),
            _ => schema,
        }
    }

    /// Every limit below a place of this schema.
    fn limits(&self, schema: &Value, place: &str, found: &mut Vec<Limit>) {
        let schema = self.resolve(schema);
        if let Some(several) = schema["oneOf"].as_array() {
            for one in several {
                self.limits(one, place, found);
            }
            return;
        }
        let kind = schema["type"].as_str();
        match kind.or_else(|| schema["type"][0].as_str()) {
            Some("object") => {
                assert_eq!(schema["additionalProperties"], false, "{place}: {schema}");
                for (name, field) in schema["properties"].as_object().expect("fields") {
                    self.limits(field, &format!("{place}/{name}"), found);
                }
            }
            Some("array") => {
                found.push(list(schema, place));
                self.limits(&schema["items"], &format!("{place}/0"), found);
            }
            Some("integer") => found.push(integer(schema, place)),
            Some("number") => found.push(tenths(schema, place)),
            Some("string") => found.push(text(schema, place)),
            Some("boolean") => {}
            _ => panic!("{place}: nobody knows the limits of {schema}"),
        }
    }
}

/// The least and the most that a number may be.
fn range(schema: &Value, place: &str) -> (u64, u64) {
    let end = |name: &str| {
        let end = schema[name].as_u64();
        end.unwrap_or_else(|| panic!("{place} has no {name}: {schema}"))
    };
    (end("minimum"), end("maximum"))
}

fn integer(schema: &Value, place: &str) -> Limit {
    let (least, most) = range(schema, place);
    let below = i64::try_from(least).expect("a small number") - 1;
    let above = match most.checked_add(1) {
        Some(above) => json!(above),
        None => json!(2_f64.powi(64)),
    };
    Limit {
        place: place.to_owned(),
        within: vec![json!(least), json!(most)],
        beyond: vec![json!(below), above],
        most: Some(most),
    }
}

/// A number in tenths.
fn tenths(schema: &Value, place: &str) -> Limit {
    let (least, most) = range(schema, place);
    Limit {
        place: place.to_owned(),
        within: vec![json!(least), json!(most), json!(least as f64 + 0.1)],
        beyond: vec![json!(least as f64 - 0.1), json!(most as f64 + 0.1)],
        most: Some(most),
    }
}

fn size(schema: &Value, name: &str) -> Option<usize> {
    let size = schema[name].as_u64()?;
    Some(usize::try_from(size).expect("a length"))
}

fn list(schema: &Value, place: &str) -> Limit {
    let most = size(schema, "maxItems");
    let most = most.unwrap_or_else(|| panic!("{place} may be of any length: {schema}"));
    let least = size(schema, "minItems");
    let of = |length: usize| match place {
        "/searches" => {
            let entry = |id| json!({ "id": format!("{id}"), "search": over() });
            Value::Array((0..length).map(entry).collect())
        }
        "/searchmoves" | "/searches/0/search/searchmoves" => json!(vec!["e2e4"; length]),
        _ => json!(back_and_forth(length)),
    };
    Limit {
        place: place.to_owned(),
        within: vec![of(least.unwrap_or(0)), of(most)],
        beyond: least
            .and_then(|least| least.checked_sub(1))
            .into_iter()
            .chain([most + 1])
            .map(of)
            .collect(),
        most: Some(most as u64),
    }
}

fn text(schema: &Value, place: &str) -> Limit {
    let limit = |within: Vec<Value>, beyond: Vec<Value>| Limit {
        place: place.to_owned(),
        within,
        beyond,
        most: None,
    };
    if let Some(names) = schema["enum"].as_array() {
        return limit(names.clone(), vec![json!("oracle"), json!("")]);
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        // Who shows a key may name a network: see the tests of networks.
        if pattern.starts_with("^network:") {
            return limit(Vec::new(), vec![json!("network:0123"), json!("network:")]);
        }
        let Some((_, most)) = pattern.split_once("{0,") else {
            return limit(vec![json!("e2e4")], vec![json!("e2e9"), json!("e2e4e5")]);
        };
        let most = most.split('}').next().and_then(|most| most.parse().ok());
        let most: usize = most.expect("a number");
        let of = |length| match place {
            "/searchmoves" => json!(vec!["e2e4"; length].join(",")),
            _ => json!(back_and_forth(length).join(",")),
        };
        let within = vec![json!(""), of(1), of(most + 1)];
        return limit(within, vec![json!("e2e9"), of(most + 2)]);
    }
    let most = size(schema, "maxLength");
    let most = most.unwrap_or_else(|| panic!("{place} may be of any length: {schema}"));
    let of = |length: usize| match place.rsplit('/').next() {
        Some("fen") => json!(padded(STARTPOS, length)),
        Some("pgn") => json!(padded("1. e4 e5 *", length)),
        // Counted as characters, not as bytes.
        _ => json!("\u{1f98a}".repeat(length)),
    };
    let mut limit = limit(vec![of(most)], vec![of(most + 1)]);
    limit.most = Some(most as u64);
    if let Some(least) = size(schema, "minLength") {
        limit.within.push(of(least));
        limit.beyond.push(of(least - 1));
    }
    limit
}

fn padded(text: &str, length: usize) -> String {
    text.to_owned() + &" ".repeat(length.saturating_sub(text.len()))
}

/// Knights go and come back.
fn back_and_forth(length: usize) -> Vec<&'static str> {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
    moves.take(length).collect()
}

/// A request for a search that need not be made.
fn over() -> Value {
    json!({ "position": { "moves": MATED } })
}

/// A body that is answered, and in which the field at `place` may hold anything it is allowed to.
fn base(path: &str, place: &str) -> Value {
    let is_of_game = place.contains("/position") || place.contains("/searchmoves");
    let search = match is_of_game {
        true => json!({ "position": { "fen": STARTPOS }, "limits": { "depth": 1 } }),
        false => over(),
    };
    match path {
        "/search" => search,
        "/batch" => json!({ "searches": [{ "id": "a", "search": search }] }),
        "/evaluate" => json!({ "position": {} }),
        "/validate" if place == "/pgn" => json!({}),
        "/validate" => json!({ "fen": STARTPOS }),
        _ => panic!("nobody knows what {path} takes"),
    }
}

/// Puts a value where `place` says, with what is missing on the way there.
fn put(body: &mut Value, place: &str, value: Value) {
    let mut at = body;
    for step in place.split('/').skip(1) {
        at = match step.parse::<usize>() {
            Ok(index) => {
                if at.is_null() {
                    *at = json!([null]);
                }
                &mut at[index]
            }
            Err(_) => &mut at[step],
        };
    }
    *at = value;
}

/// As a problem names a place: `position.moves[0]`.
fn field(place: &str) -> String {
    let mut field = String::new();
    for step in place.split('/').skip(1) {
        match step.parse::<usize>() {
            Ok(index) => field.push_str(&format!("[{index}]")),
            Err(_) if field.is_empty() => field.push_str(step),
            Err(_) => field.push_str(&format!(".{step}")),
        }
    }
    field
}

/// The problem, of a batch that of its first search.
fn problem_of(answer: &Answer) -> Option<Value> {
    if answer.status != 200 {
        return Some(answer.problem());
    }
    answer.json().pointer("/results/0/problem").cloned()
}

fn assert_refused(answer: &Answer, expected: &str, most: Option<u64>, what: &str) {
    let problem = problem_of(answer).unwrap_or_else(|| panic!("{what} is answered"));
    let status = problem["status"].as_u64().expect("a status");
    assert!((400..500).contains(&status), "{what}: {problem}");
    assert_eq!(problem["field"], expected, "{what}: {problem}");
    // What can't be read at all, a negative depth, say, has no such limit.
    if let Some(most) = most.filter(|_| status == 422) {
        let detail = problem["detail"].as_str().expect("a reason");
        assert!(detail.contains(&most.to_string()), "{what}: {detail}");
    }
}

fn assert_answered(answer: &Answer, what: &str) {
    let problem = problem_of(answer);
    assert!(problem.is_none(), "{what}: {problem:?}");
    assert_eq!(answer.status, 200, "{what}");
}

fn shown(value: &impl ToString) -> String {
    value.to_string().chars().take(120).collect()
}

#[tokio::test]
async fn a_body_is_taken_up_to_the_limits_that_are_told_and_no_further() {
    let site = TestSite::with_tables().await;
    let description = Description::of(&site).await;
    let mut tried = 0;
    for (path, item) in description.0["paths"].as_object().expect("addresses") {
        let schema = &item["post"]["requestBody"]["content"]["application/json"]["schema"];
        if schema.is_null() {
            continue;
        }
        let validator = description.validator(schema);
        let mut limits = Vec::new();
        description.limits(schema, "", &mut limits);
        for limit in limits {
            let place = &limit.place;
            let is_traced = place.contains("/trace/");
            // A batch tells no tree.
            if is_traced && path == "/batch" {
                continue;
            }
            let within = limit.within.iter().map(|value| (value, true));
            let beyond = limit.beyond.iter().map(|value| (value, false));
            for (value, is_within) in within.chain(beyond) {
                let mut body = base(path, place);
                put(&mut body, place, value.clone());
                let what = format!("{path} {place} {}", shown(value));
                assert_eq!(validator.is_valid(&body), is_within, "{what}: as described");
                let mut request = post(&format!("/api/v1{path}"), body.to_string());
                if is_traced {
                    // Only a stream tells a tree.
                    let ndjson = "application/x-ndjson".parse().expect("a header");
                    request.headers_mut().insert("accept", ndjson);
                }
                let answer = site.send(request).await;
                match is_within {
                    true => assert_answered(&answer, &what),
                    false => assert_refused(&answer, &field(place), limit.most, &what),
                }
                tried += 1;
            }
        }
    }
    assert!(tried >= 150, "only {tried} values");
}

#[tokio::test]
async fn an_address_is_taken_up_to_the_limits_that_are_told_and_no_further() {
    let site = TestSite::with_tables().await;
    let description = Description::of(&site).await;
    let mut tried = 0;
    for (path, item) in description.0["paths"].as_object().expect("addresses") {
        let parameters = item["get"]["parameters"].as_array();
        let parameters = parameters.into_iter().flatten();
        for parameter in parameters.filter(|one| one["in"] == "query") {
            let name = parameter["name"].as_str().expect("a name");
            let validator = description.validator(&parameter["schema"]);
            let mut limits = Vec::new();
            let place = format!("/{name}");
            description.limits(&parameter["schema"], &place, &mut limits);
            for limit in limits {
                let within = limit.within.iter().map(|value| (value, true));
                let beyond = limit.beyond.iter().map(|value| (value, false));
                for (value, is_within) in within.chain(beyond) {
                    let what = format!("{path} {name} {}", shown(value));
                    assert_eq!(validator.is_valid(value), is_within, "{what}: as described");
                    let text = value
                        .as_str()
                        .map_or_else(|| value.to_string(), str::to_owned);
                    let mut pairs = vec![(name, text)];
                    let moves = MATED.join(",");
                    match (path.as_str(), name) {
                        ("/search", "fen" | "moves" | "searchmoves") => {
                            pairs.push(("depth", "1".to_owned()));
                        }
                        ("/search", _) => pairs.push(("moves", moves)),
                        _ => {}
                    }
                    let query = form_urlencoded::Serializer::new(String::new())
                        .extend_pairs(&pairs)
                        .finish();
                    let answer = site.get(&format!("/api/v1{path}?{query}")).await;
                    if is_within {
                        assert_answered(&answer, &what);
                    } else {
                        let problem = problem_of(&answer);
                        let problem = problem.unwrap_or_else(|| panic!("{what} is answered"));
                        let field = problem["field"].as_str().expect("a field");
                        let named = field.split('[').next().expect("a first part");
                        assert_eq!(named, name, "{what}: {problem}");
                    }
                    tried += 1;
                }
            }
        }
    }
    assert!(tried >= 60, "only {tried} values");
}

#[tokio::test]
async fn a_fen_and_a_pgn_are_taken_one_at_a_time() {
    let site = TestSite::with_tables().await;
    let description = Description::of(&site).await;
    let post = &description.0["paths"]["/validate"]["post"];
    let schema = &post["requestBody"]["content"]["application/json"]["schema"];
    let validator = description.validator(schema);
    for (body, is_taken) in [
        (json!({ "fen": STARTPOS }), true),
        (json!({ "fen": STARTPOS, "moves": [] }), true),
        (json!({ "pgn": "1. e4" }), true),
        (json!({}), false),
        (json!({ "moves": ["e2e4"] }), false),
        (json!({ "fen": STARTPOS, "pgn": "1. e4" }), false),
        (json!({ "pgn": "1. e4", "moves": [] }), false),
    ] {
        assert_eq!(validator.is_valid(&body), is_taken, "{body}: as described");
        let answer = site.post("/api/v1/validate", body.to_string()).await;
        assert_eq!(answer.status == 200, is_taken, "{body}: {}", answer.text());
    }
}
