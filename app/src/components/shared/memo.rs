//! Parts of a game's state as memos, so that only what changed is drawn again.

use client::play::State;
use leptos::prelude::*;

use crate::controllers::play::PlayController;

type Part<T> = Box<dyn Fn(&State) -> T + Send + Sync>;

/// A part of the state; its readers run only when the part has changed.
pub fn read<T>(play: PlayController, part: impl Fn(&State) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    memo(play, false, Box::new(part))
}

/// A part of the state that a running search changes with each report: a thought, an evaluation.
pub fn read_search<T>(
    play: PlayController,
    part: impl Fn(&State) -> T + Send + Sync + 'static,
) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    memo(play, true, Box::new(part))
}

/// Once for each type, not for each part: the page has a hundred of those.
fn memo<T>(play: PlayController, searches: bool, part: Part<T>) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    Memo::new(move |_| {
        if searches {
            play.follow_search();
        }
        play.with(&*part)
    })
}
