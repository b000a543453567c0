//! Selectors: parts of the play state as memos, so that only what changed is rendered again.

use client::play::State;
use leptos::prelude::*;

use crate::controllers::play::PlayController;

type Selector<T> = Box<dyn Fn(&State) -> T + Send + Sync>;

/// Selects a part of the state; its subscribers run only when the part has changed.
pub fn select<T>(
    play: PlayController,
    selector: impl Fn(&State) -> T + Send + Sync + 'static,
) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    memo(play, false, Box::new(selector))
}

/// Selects a part of the state that a running search changes with each report.
pub fn select_search<T>(
    play: PlayController,
    selector: impl Fn(&State) -> T + Send + Sync + 'static,
) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    memo(play, true, Box::new(selector))
}

/// Not generic over the selector: the page has a hundred of them, and one copy per type is enough.
fn memo<T>(play: PlayController, searches: bool, selector: Selector<T>) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    Memo::new(move |_| {
        if searches {
            play.follow_search();
        }
        play.with(&*selector)
    })
}
