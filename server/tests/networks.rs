//! Networks of visitors: uploaded, searched by, shared, refused, deleted.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use base64::{Engine, prelude::BASE64_STANDARD as STANDARD};
use common::guest::{Browser, PASSWORD};
use common::{Answer, TestSite, post};
use engine::eval::nnue::{INPUTS, LANES, Network, NetworkParameters, Scales};
use serde_json::{Value, json};
use server::rate_limit::{BucketRule, Rules};

const NETWORKS: &str = "/api/v1/networks";

/// The smallest network there is; another number, another network.
fn network(number: i16) -> Vec<u8> {
    let parameters = NetworkParameters {
        provenance: format!("number {number}"),
        scales: Scales {
            qa: 255,
            qb: 64,
            centipawns: 400,
        },
        ft_weights: vec![1; INPUTS * LANES],
        ft_biases: vec![number; LANES],
        output_weights: vec![1; 2 * LANES],
        output_biases: vec![0],
    };
    Network::new(parameters).expect("a network").write()
}

/// Writes the checksum that fits into a file.
fn signed(mut file: Vec<u8>) -> Vec<u8> {
    let end = file.len() - 4;
    let checksum = engine::checksum::crc32(&file[..end]).to_le_bytes();
    file[end..].copy_from_slice(&checksum);
    file
}

async fn key_of(browser: &mut Browser<'_>, name: &str) -> String {
    browser.register(name).await;
    let form = json!({ "label": "bot", "password": PASSWORD });
    let made = browser.ask("new_api_key", form).await;
    made["key"].as_str().expect("a key").to_owned()
}

async fn ask(
    site: &TestSite,
    method: &str,
    path: &str,
    key: Option<&str>,
    body: Vec<u8>,
) -> Answer {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header("content-type", "application/octet-stream");
    if let Some(key) = key {
        request = request.header("authorization", format!("Bearer {key}"));
    }
    site.send(request.body(Body::from(body)).expect("a request"))
        .await
}

async fn upload(site: &TestSite, key: &str, file: Vec<u8>) -> Value {
    let answer = ask(site, "POST", NETWORKS, Some(key), file).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    let uploaded = answer.json();
    let id = uploaded["id"].as_str().expect("an id");
    assert_eq!(answer.header("location"), format!("{NETWORKS}/{id}"));
    uploaded
}

async fn search(site: &TestSite, key: Option<&str>, id: &str) -> Answer {
    let body = json!({
        "position": "startpos", "limits": { "depth": 3 },
        "options": { "evaluation": format!("network:{id}") }
    });
    let mut request = post("/api/v1/search", body.to_string());
    if let Some(key) = key {
        let value = format!("Bearer {key}").parse().expect("a header");
        request.headers_mut().insert("authorization", value);
    }
    site.send(request).await
}

#[tokio::test]
async fn a_search_by_an_uploaded_network_is_answered_by_it_and_cached_as_its_own() {
    let site = TestSite::new().await;
    let key = key_of(&mut Browser::new(&site), "Anna").await;
    let (one, other) = (
        upload(&site, &key, network(1)).await,
        upload(&site, &key, network(2)).await,
    );
    assert_ne!(one["id"], other["id"]);
    assert_eq!(one["neurons"], LANES);
    assert_eq!(one["provenance"], "number 1");
    for uploaded in [&one, &other, &one] {
        let id = uploaded["id"].as_str().expect("an id");
        let answer = search(&site, Some(&key), id).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        assert_eq!(answer.json()["evaluation"], uploaded["evaluation"]);
    }
    let again = search(&site, Some(&key), one["id"].as_str().expect("an id")).await;
    assert_eq!(again.json()["cached"], true);
    // By the address, and in a batch.
    let path = format!(
        "/api/v1/search?depth=3&evaluation=network:{}",
        other["id"].as_str().expect("an id")
    );
    let answer = ask(&site, "GET", &path, Some(&key), Vec::new()).await;
    assert_eq!(
        answer.json()["evaluation"],
        other["evaluation"],
        "{}",
        answer.text()
    );
    let body = json!({ "searches": [
        { "id": "a", "search": { "position": "startpos", "limits": { "depth": 2 },
            "options": { "evaluation": format!("network:{}", one["id"].as_str().expect("an id")) } } },
        { "id": "b", "search": { "position": "startpos", "limits": { "depth": 2 },
            "options": { "evaluation": "network:00000000000000000000000000000000" } } },
    ] });
    let mut request = post("/api/v1/batch", body.to_string());
    let value = format!("Bearer {key}").parse().expect("a header");
    request.headers_mut().insert("authorization", value);
    let results = site.send(request).await.json();
    assert_eq!(
        results["results"][0]["answer"]["evaluation"],
        one["evaluation"]
    );
    let problem = &results["results"][1]["problem"];
    assert_eq!(
        problem["field"], "searches[1].search.options.evaluation",
        "{results}"
    );
}

#[tokio::test]
async fn who_shows_no_key_searches_by_no_network_but_has_its_file_by_the_id() {
    let site = TestSite::new().await;
    let key = key_of(&mut Browser::new(&site), "Anna").await;
    let uploaded = upload(&site, &key, network(1)).await;
    let id = uploaded["id"].as_str().expect("an id");
    for refused in [
        search(&site, None, id).await,
        ask(&site, "POST", NETWORKS, None, network(1)).await,
        ask(&site, "GET", NETWORKS, None, Vec::new()).await,
        ask(
            &site,
            "DELETE",
            &format!("{NETWORKS}/{id}"),
            None,
            Vec::new(),
        )
        .await,
    ] {
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
        assert_eq!(refused.header("www-authenticate"), "Bearer");
        refused.problem();
    }
    let file = site.get(&format!("{NETWORKS}/{id}")).await;
    assert_eq!(file.status, StatusCode::OK);
    assert_eq!(file.header("content-type"), "application/octet-stream");
    assert!(file.header("cache-control").contains("immutable"));
    assert_eq!(file.body, network(1));
}

#[tokio::test]
async fn what_is_no_network_is_refused_with_the_reason() {
    let site = TestSite::new().await;
    let key = key_of(&mut Browser::new(&site), "Anna").await;
    let file = network(1);
    let mut damaged = file.clone();
    damaged[100] ^= 1;
    // The bias of the first neuron: its sums could overflow.
    let mut heavy = file.clone();
    let biases = file.len() - 4 - 4 - 2 * LANES - 2 * LANES;
    heavy[biases..biases + 2].copy_from_slice(&i16::MAX.to_le_bytes());
    for (body, words) in [
        (b"GIF89a".to_vec(), "no network of Ponder"),
        (Vec::new(), "no network of Ponder"),
        (damaged, "damaged"),
        (file[..file.len() - 1].to_vec(), "cut off"),
        (signed(heavy), "sixteen bits"),
    ] {
        let answer = ask(&site, "POST", NETWORKS, Some(&key), body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        let problem = answer.problem();
        assert_eq!(problem["field"], "file");
        assert!(answer.text().contains(words), "{words}: {}", answer.text());
    }
    let large = ask(
        &site,
        "POST",
        NETWORKS,
        Some(&key),
        vec![0; (256 << 10) + 1],
    )
    .await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    let json = Request::post(NETWORKS)
        .header("authorization", format!("Bearer {key}"))
        .header("content-type", "application/json")
        .body(Body::from("{}"));
    let json = site.send(json.expect("a request")).await;
    assert_eq!(json.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert!(json.text().contains("octet-stream"), "{}", json.text());
    for (id, status) in [
        ("0123", StatusCode::UNPROCESSABLE_ENTITY),
        ("../accounts", StatusCode::NOT_FOUND),
        ("00000000000000000000000000000000", StatusCode::NOT_FOUND),
    ] {
        let answer = site.get(&format!("{NETWORKS}/{id}")).await;
        assert_eq!(answer.status, status, "{id}");
        answer.problem();
    }
    for id in ["", "0123", "00000000000000000000000000000000"] {
        let answer = search(&site, Some(&key), id).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer.problem()["field"], "options.evaluation");
    }
}

#[tokio::test]
async fn an_account_has_so_many_networks_and_takes_none_of_anothers() {
    let site = TestSite::new().await;
    let (mut anna, mut ben) = (Browser::new(&site), Browser::new(&site));
    let (annas, bens) = (
        key_of(&mut anna, "Anna").await,
        key_of(&mut ben, "Ben").await,
    );
    for number in 0..20 {
        upload(&site, &annas, network(number)).await;
    }
    let more = ask(&site, "POST", NETWORKS, Some(&annas), network(20)).await;
    assert_eq!(more.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(more.text().contains("at most 20"), "{}", more.text());
    // What is there already is no more; another visitor has room of their own.
    let first = upload(&site, &annas, network(0)).await;
    upload(&site, &bens, network(0)).await;
    upload(&site, &bens, network(20)).await;
    let path = format!("{NETWORKS}/{}", first["id"].as_str().expect("an id"));
    let other = upload(&site, &annas, network(1)).await;
    let only_annas = format!("{NETWORKS}/{}", other["id"].as_str().expect("an id"));
    let theft = ask(&site, "DELETE", &only_annas, Some(&bens), Vec::new()).await;
    assert_eq!(theft.status, StatusCode::NOT_FOUND);
    assert_eq!(site.get(&only_annas).await.status, StatusCode::OK);
    // The file stays as long as somebody has it.
    let deleted = ask(&site, "DELETE", &path, Some(&annas), Vec::new()).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    assert_eq!(site.get(&path).await.status, StatusCode::OK);
    ask(&site, "DELETE", &path, Some(&bens), Vec::new()).await;
    assert_eq!(site.get(&path).await.status, StatusCode::NOT_FOUND);
    let id = first["id"].as_str().expect("an id");
    let gone = search(&site, Some(&annas), id).await;
    assert_eq!(
        gone.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{}",
        gone.text()
    );
    let listed = ask(&site, "GET", NETWORKS, Some(&annas), Vec::new()).await;
    assert_eq!(listed.json().as_array().map(Vec::len), Some(19));
    // With the account all of it goes.
    anna.ask("delete_account", json!({ "password": PASSWORD }))
        .await;
    assert_eq!(site.get(&only_annas).await.status, StatusCode::NOT_FOUND);
}

fn card() -> Value {
    json!({
        "algorithm": "self-play-scores", "neurons": 16, "games": 400, "generations": 2, "parents": [],
        "curve": [{ "games": 200, "elo": -310, "margin": 90 }],
    })
}

#[tokio::test]
async fn a_page_shares_a_network_with_its_card_and_an_account_takes_it_over() {
    let site = TestSite::new().await;
    let mut guest = Browser::new(&site);
    let form = json!({ "file": STANDARD.encode(network(7)), "card": card() });
    let id = guest.ask("upload_network", form.clone()).await;
    let mut anybody = Browser::new(&site);
    let view = anybody.ask("view_network", json!({ "id": id })).await;
    assert_eq!(view["card"], card());
    assert_eq!(
        (&view["width"], &view["owner"]),
        (&json!(LANES), &Value::Null)
    );
    guest.register("Anna").await;
    let view = anybody.ask("view_network", json!({ "id": id })).await;
    assert_eq!(view["owner"], "Anna");
    // Who has it from elsewhere, too: the first card counts.
    let mut ben = Browser::new(&site);
    let mut other = form.clone();
    other["card"]["games"] = json!(1);
    ben.ask("upload_network", other).await;
    let view = anybody.ask("view_network", json!({ "id": id })).await;
    assert_eq!(view["card"], card());
    for (field, change) in [
        ("file", json!({ "file": STANDARD.encode(b"nothing") })),
        (
            "card.algorithm",
            json!({ "card": { "algorithm": "<b>", "neurons": 16, "games": 1, "generations": 1, "parents": [], "curve": [] } }),
        ),
    ] {
        let mut form = form.clone();
        for (name, value) in change.as_object().expect("fields") {
            form[name] = value.clone();
        }
        let refused = ben.call("upload_network", form).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text().contains(field), "{}", refused.text());
    }
    for odd in [
        json!({ "file": "no base64!", "card": card() }),
        json!({ "file": STANDARD.encode(network(7)) }),
        json!({ "file": STANDARD.encode(network(7)), "card": { "games": -1 } }),
        json!({ "id": id }),
    ] {
        let refused = ben.call("upload_network", odd).await;
        assert!(refused.status.is_client_error(), "{}", refused.text());
    }
    let none = anybody
        .ask("view_network", json!({ "id": "0".repeat(32) }))
        .await;
    assert_eq!(none, Value::Null);
}

#[tokio::test]
async fn an_address_uploads_so_many_bytes_a_day_and_another_is_not_held_up() {
    let form = |number| json!({ "file": STANDARD.encode(network(number)), "card": card() });
    let twice = 2 * form(0).to_string().len() as u64 + 1_000;
    let rules = Rules {
        daily_bytes: BucketRule {
            per_second: 1,
            burst: twice,
            at_once: u32::MAX,
        },
        ..common::plenty()
    };
    let site = TestSite::with_rules(rules).await;
    let (mut anna, mut ben) = (Browser::new(&site), Browser::new(&site));
    let (mut kept, mut refused) = (0, 0);
    for number in 0..4 {
        match anna.call("upload_network", form(number)).await.status {
            StatusCode::OK => kept += 1,
            StatusCode::TOO_MANY_REQUESTS => refused += 1,
            other => panic!("{other}"),
        }
    }
    assert_eq!((kept, refused), (2, 2));
    ben.ask("upload_network", form(5)).await;
    // The same over the API, which says when to come again.
    let key = key_of(&mut Browser::new(&site), "Carl").await;
    let mut last = None;
    for number in 6..10 {
        last = Some(ask(&site, "POST", NETWORKS, Some(&key), network(number)).await);
    }
    let last = last.expect("an answer");
    assert_eq!(last.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(!last.header("retry-after").is_empty());
    last.problem();
}
