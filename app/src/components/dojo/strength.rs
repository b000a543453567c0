//! The curve of strength, and the last test.

use client::dojo::{CURVE_HEIGHT, Curve, DojoState, PairCounts, TEST_NODES};
use leptos::prelude::*;

use super::text::{short_name, yardstick_name};
use crate::components::shared::format::{count, counted};
use crate::controllers::dojo::DojoController;

/// The last test, row by row: opponent, games, points in per cent.
#[derive(Clone, Default, PartialEq)]
struct LastTest {
    games: u64,
    rows: Vec<(String, u32, f64)>,
}

#[component]
pub fn StrengthCurve(dojo: DojoController) -> impl IntoView {
    let curve = dojo.read(|state| {
        let training = state.training.as_ref();
        let tests = training.map_or(&[][..], |it| &it.history.tests);
        Curve::new(tests.iter().map(|test| (test.games, test.strength)))
    });
    let last = dojo.read(last_test);
    let is_empty = move || curve.with(|curve| curve.points.len() < 2);
    let label = move || {
        let test = last.get();
        format!(
            "Strength over practice games, {} tests so far",
            curve.with(|curve| curve.points.len())
        ) + &match test.games {
            0 => String::new(),
            games => format!("; the last one after {}", counted(games, "game")),
        }
    };
    let caption = move || {
        let games = counted(last.get().games, "practice game");
        format!(
            "Strength over {games}, with its 95 % interval, among opponents of known strength; the levels are the Calculator\u{2019}s"
        )
    };
    let rows = move || {
        let row = |(name, games, percent): (String, u32, f64)| {
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    <td class="figures">{games}</td>
                    <td class="figures">{format!("{percent:.0} %")}</td>
                </tr>
            }
        };
        last.get().rows.into_iter().map(row).collect_view()
    };
    view! {
        <div class="panel-body">
            <p class="empty" hidden=move || !is_empty()>
                "The curve begins with the second test, a few hundred games from here."
            </p>
            <div hidden=is_empty>
                <CurveFigure curve label=Signal::derive(label) caption=Signal::derive(caption) />
            </div>
            <table class="last-test" hidden=move || last.with(|test| test.rows.is_empty())>
                <caption class="empty">
                    {format!("The last test, {} positions a move for the network", count(TEST_NODES.into()))}
                </caption>
                <thead>
                    <tr>
                        <th scope="col">"Against"</th>
                        <th scope="col" class="figures">"Games"</th>
                        <th scope="col" class="figures">"Points"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// A curve among the names of the opponents.
#[component]
pub fn CurveFigure(
    curve: Memo<Curve>,
    label: Signal<String>,
    caption: Signal<String>,
) -> impl IntoView {
    let lines = move || {
        curve.with(|curve| {
            let line = |y: f64| view! { <path class="middle" d=format!("M0 {y:.1}H1000") /> };
            curve
                .grid
                .iter()
                .map(|line_at| line(line_at.y))
                .collect_view()
        })
    };
    let names = move || {
        curve.with(|curve| {
            let name = |y: f64, name: String| {
                view! { <span style:top=format!("{:.2}%", 100.0 * y / CURVE_HEIGHT)>{name}</span> }
            };
            let grid = curve.grid.iter();
            grid.map(|line| name(line.y, short_name(line.yardstick)))
                .collect_view()
        })
    };
    view! {
        <figure class="dojo-curve">
            <svg viewBox="0 0 1000 400" preserveAspectRatio="none" role="img" aria-label=label>
                {lines}
                <path class="band" d=move || curve.with(Curve::band) />
                <polyline points=move || curve.with(Curve::polyline) />
            </svg>
            <div class="names" aria-hidden="true">
                {names}
            </div>
            <figcaption class="empty">{caption}</figcaption>
        </figure>
    }
}

fn last_test(state: &DojoState) -> LastTest {
    let training = state.training.as_ref();
    let Some(test) = training.and_then(|training| training.history.tests.last()) else {
        return LastTest::default();
    };
    let row = |name: String, pairs: &PairCounts| (name, pairs.games(), 100.0 * pairs.score());
    let results = test.results.iter();
    let rows = results.map(|(yardstick, pairs)| row(yardstick_name(*yardstick), pairs));
    let earlier = test.against_earlier.iter();
    let earlier = earlier.map(|pairs| row("Itself, as of the test before".to_owned(), pairs));
    LastTest {
        games: test.games,
        rows: rows.chain(earlier).collect(),
    }
}
