//! The lazy bundles with the contents of pages, each loaded by [`load_content`].

use leptos::lazy;
use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;
use wire::visitor::live_games::GameForVisitor;

use super::page_content::PageContent;
use crate::components::{
    account, analysis, api_console, arena, dojo, endgames, live, openings, theatre, train,
};
use crate::routes::{GAME_DATA, Page};

/// A bundle's only function.
type ContentFunction = Box<fn() -> AnyView>;

/// Loads a bundle, the first time; `None` on failure, after which another call tries again.
pub async fn load_content(content: PageContent) -> Option<fn() -> AnyView> {
    let loaded = match content {
        PageContent::Account => load_account().await,
        PageContent::Analysis => load_analysis().await,
        PageContent::Endgames => load_endgames().await,
        PageContent::Lab => load_lab().await,
        PageContent::Live => load_live().await,
        PageContent::Theatre => load_theatre().await,
        PageContent::Train => load_train().await,
    };
    loaded.ok().map(|function| *function)
}

#[lazy(account, fallible)]
fn load_account() -> Result<ContentFunction, SplitLoaderError> {
    Ok(Box::new(account::me))
}

#[lazy(analysis, fallible)]
fn load_analysis() -> Result<ContentFunction, SplitLoaderError> {
    Ok(Box::new(analysis::analysis))
}

#[lazy(endgames, fallible)]
fn load_endgames() -> Result<ContentFunction, SplitLoaderError> {
    Ok(Box::new(endgames::endgames))
}

#[lazy(lab, fallible)]
fn load_lab() -> Result<ContentFunction, SplitLoaderError> {
    Ok(Box::new(lab_content))
}

#[lazy(live, fallible)]
fn load_live() -> Result<ContentFunction, SplitLoaderError> {
    Ok(Box::new(live_content))
}

#[lazy(theatre, fallible)]
fn load_theatre() -> Result<ContentFunction, SplitLoaderError> {
    Ok(Box::new(theatre_content))
}

#[lazy(train, fallible)]
fn load_train() -> Result<ContentFunction, SplitLoaderError> {
    Ok(Box::new(train_content))
}

/// The exercises, or the openings.
fn train_content() -> AnyView {
    match Page::here() {
        Page::Openings => openings::openings(),
        _ => train::train(),
    }
}

/// The console of the HTTP API, the tournaments, or the dojo.
fn lab_content() -> AnyView {
    match Page::here() {
        Page::Arena => arena::arena(),
        Page::Dojo => dojo::dojo(),
        _ => api_console::api_console(),
    }
}

/// The theatre, or the searches within a page of text.
fn theatre_content() -> AnyView {
    match Page::here() {
        Page::Theatre => theatre::theatre(),
        _ => theatre::diagrams(),
    }
}

/// The lobby, the games under way, or the game in the document.
fn live_content() -> AnyView {
    match (Page::here(), game_from_document()) {
        (Page::Live, _) => live::lobby::lobby(),
        (Page::Watch, _) => live::running_games::running_games(),
        (Page::Embed, Some(shown)) => live::frame(shown),
        (_, Some(shown)) => live::game(shown),
        (_, None) => view! {
            <p class="trouble" role="alert">
                "This game could not be read. Reload the page."
            </p>
        }
        .into_any(),
    }
}

/// The game in the document's data.
fn game_from_document() -> Option<GameForVisitor> {
    let data = document().get_element_by_id(GAME_DATA)?;
    serde_json::from_str(&data.text_content()?).ok()
}
