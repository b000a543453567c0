//! The operations of the OpenAPI document.

use serde_json::Value;

/// An HTTP method of a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// In capitals.
    pub method: String,
    /// The whole path.
    pub path: String,
    pub summary: String,
    /// Example requests, each with its name: a body, or a query string. Never empty.
    pub examples: Vec<(String, String)>,
    pub parameters: Vec<Parameter>,
    /// Whether it can also stream its answer.
    pub streams: bool,
}

/// A query parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    pub name: String,
    pub description: String,
}

impl Operation {
    pub fn has_body(&self) -> bool {
        self.method != "GET"
    }

    /// A short name: `POST /search`.
    pub fn name(&self) -> String {
        let end = self.path.rsplit('/').next().unwrap_or_default();
        format!("{} /{end}", self.method)
    }
}

/// The operations of an OpenAPI document, searches first; empty for anything else.
pub fn parse_operations(description: &Value) -> Vec<Operation> {
    let base = description["servers"][0]["url"]
        .as_str()
        .unwrap_or_default();
    let mut operations = Vec::new();
    let paths = description["paths"].as_object().into_iter().flatten();
    // Those of networks take keys and files, which the console does not send.
    for (path, item) in paths.filter(|(path, _)| !path.starts_with("/networks")) {
        for (method, described) in item.as_object().into_iter().flatten() {
            operations.push(operation(format!("{base}{path}"), method, described));
        }
    }
    let rank = |operation: &Operation| {
        let is_search = operation.path.ends_with("/search");
        (!is_search, operation.method == "GET")
    };
    engine::short::sort_by_key(&mut operations, rank);
    operations
}

fn operation(path: String, method: &str, described: &Value) -> Operation {
    let text = |value: &Value| value.as_str().unwrap_or_default().replace('\n', " ");
    let parameters = described["parameters"].as_array();
    let parameters: Vec<&Value> = parameters.into_iter().flatten().collect();
    let examples = match method {
        "get" => vec![("Example".to_owned(), example_query(&parameters))],
        _ => example_bodies(&described["requestBody"]["content"]["application/json"]),
    };
    let content = &described["responses"]["200"]["content"];
    Operation {
        method: method.to_ascii_uppercase(),
        path,
        summary: text(&described["summary"]),
        examples,
        parameters: parameters
            .iter()
            .map(|parameter| Parameter {
                name: text(&parameter["name"]),
                description: text(&parameter["description"]),
            })
            .collect(),
        streams: content.get("application/x-ndjson").is_some(),
    }
}

/// The query string of the parameters' examples.
fn example_query(parameters: &[&Value]) -> String {
    let pair = |parameter: &&Value| {
        let (name, example) = (parameter["name"].as_str()?, parameter.get("example")?);
        let value = example
            .as_str()
            .map_or_else(|| example.to_string(), str::to_owned);
        Some(format!(
            "{name}={}",
            super::snippets::percent_encode(&value)
        ))
    };
    let pairs: Vec<String> = parameters.iter().filter_map(pair).collect();
    pairs.join("&")
}

fn example_bodies(content: &Value) -> Vec<(String, String)> {
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap_or_default();
    let mut bodies: Vec<(String, String)> = Vec::new();
    for (name, example) in content["examples"].as_object().into_iter().flatten() {
        bodies.push((name.clone(), pretty(&example["value"])));
    }
    if bodies.is_empty() {
        let example = content
            .get("example")
            .map_or_else(|| "{}".to_owned(), pretty);
        bodies.push(("Example".to_owned(), example));
    }
    bodies
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_described_can_be_called() {
        let json = "application/json";
        let description = json!({
            "servers": [{ "url": "/api/v1" }],
            "paths": {
                "/openings": { "get": {
                    "summary": "Names\nit", "parameters": [
                        { "name": "fen", "description": "Where" },
                        { "name": "moves", "description": "Which", "example": "e2e4 x" },
                        { "name": "depth", "example": 6 }],
                    "responses": { "200": { "content": { json: {} } } } } },
                "/networks/{id}": { "delete": { "responses": {} } },
                "/search": { "post": {
                    "requestBody": { "content": { json: { "examples": {
                        "a": { "value": { "x": 1 } }, "b": { "value": 2 } } } } },
                    "responses": { "200": { "content": { json: {}, "application/x-ndjson": {} } } } } }
            }
        });
        let operations = parse_operations(&description);
        let names: Vec<_> = operations.iter().map(Operation::name).collect();
        assert_eq!(names, ["POST /search", "GET /openings"]);
        let [search, openings] = operations.as_slice() else {
            panic!("two")
        };
        assert_eq!(
            search.examples[0],
            ("a".to_owned(), "{\n  \"x\": 1\n}".to_owned())
        );
        assert_eq!(
            (search.examples.len(), search.streams, search.has_body()),
            (2, true, true)
        );
        assert_eq!(openings.examples[0].1, "moves=e2e4%20x&depth=6");
        assert_eq!(
            (openings.summary.as_str(), openings.streams),
            ("Names it", false)
        );
        assert_eq!(openings.parameters.len(), 3);
    }

    #[test]
    fn what_is_no_description_offers_nothing() {
        for value in [
            json!(null),
            json!([]),
            json!({ "paths": 7 }),
            json!({ "paths": { "/x": [] } }),
        ] {
            assert_eq!(parse_operations(&value), []);
        }
        let bare = json!({ "paths": { "/x": { "post": {} } } });
        assert_eq!(parse_operations(&bare)[0].examples[0].1, "{}");
    }
}
