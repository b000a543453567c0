//! What a report says in words. A comparison is said where it is more than chance, see
//! [`Rate::exceeds`]; else nothing is.

use std::cmp::Reverse;

use engine::exercises::GamePhase;
use engine::rules::Color;

use super::games_report::GamesReport;
use super::openings::OpeningReport;
use super::rate::{Rate, count_exceeds};
use super::score::GameScore;
use crate::game_import::format::{counted, points, share};
use crate::phase_losses::phase_name;
use crate::sorted::sorted_by_key;

/// The fewest games with clocks of which shares are told.
const MIN_TIMED_GAMES: u32 = 5;
/// The fewest mistakes of a kind that are told.
const MIN_MISTAKES: u32 = 3;
/// The most kinds of mistakes that are told.
const MAX_KINDS: usize = 3;
/// The fewest decided games of which the phases are told.
const MIN_DECIDED: u32 = 10;

impl GamesReport {
    /// What can be said of the games, in plain English.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let told = [
            score_text(self),
            color_text(self),
            phase_text(self),
            decided_text(self),
            mistakes_text(self),
            trouble_text(self),
            premature_text(self),
            time_text(self),
        ];
        let openings = Color::ALL.into_iter();
        let openings = openings.flat_map(|color| opening_texts(self, color));
        told.into_iter().flatten().chain(openings).collect()
    }
}

fn score_text(report: &GamesReport) -> Option<String> {
    let scores = Color::ALL.map(|color| report.score(color));
    let sum = |count: fn(&GameScore) -> u32| scores.iter().map(|score| count(score)).sum();
    let (wins, draws, losses): (u32, u32, u32) = (
        sum(|score| score.wins),
        sum(|score| score.draws),
        sum(|score| score.losses),
    );
    let games = wins + draws + losses;
    (games > 0).then(|| {
        let points = f64::from(2 * wins + draws) * 50.0 / f64::from(games);
        format!(
            "{}: {} won, {} drawn, {} lost, {} of the points.",
            counted(games, "game"),
            wins,
            draws,
            losses,
            share(points)
        )
    })
}

fn color_text(report: &GamesReport) -> Option<String> {
    let rate = |color| &report.score(color).points;
    let text = |better, worse| {
        let (more, less) = (percent(rate(better))?, percent(rate(worse))?);
        let is_more = rate(better).exceeds(rate(worse));
        let (better, worse) = (color_name(better), color_name(worse));
        is_more.then(|| {
            format!(
                "You score better with {better}: {more} of the points, against {less} with {worse}."
            )
        })
    };
    text(Color::White, Color::Black).or_else(|| text(Color::Black, Color::White))
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A share of the points in words.
fn percent(points: &Rate) -> Option<String> {
    Some(share(points.mean()? * 100.0))
}

/// A loss in words.
fn loss(rate: &Rate) -> Option<String> {
    Some(points(rate.mean()? / 10.0))
}

/// Where most is lost, or least, by more than chance against each other phase.
fn phase_text(report: &GamesReport) -> Option<String> {
    let phases: Vec<(GamePhase, &Rate)> = report
        .phases
        .iter()
        .map(|(phase, found)| (phase, &found.loss))
        .filter(|(_, loss)| loss.mean().is_some())
        .collect();
    let mean = |(_, loss): &(GamePhase, &Rate)| loss.mean().unwrap_or_default();
    let by_mean = |one: &_, other: &_| mean(one).total_cmp(&mean(other));
    let &(most, highest) = phases.iter().max_by(|one, other| by_mean(one, other))?;
    let &(least, lowest) = phases.iter().min_by(|one, other| by_mean(one, other))?;
    if phases.len() < 2 {
        return None;
    }
    let (high, low) = (loss(highest)?, loss(lowest)?);
    let above = |(_, other): &(GamePhase, &Rate)| highest.exceeds(other);
    let below = |(_, other): &(GamePhase, &Rate)| other.exceeds(lowest);
    let others = |left_out: GamePhase| phases.iter().filter(move |(phase, _)| *phase != left_out);
    let (is_most, is_least) = (others(most).all(above), others(least).all(below));
    let (most, least) = (phase_name(most), phase_name(least));
    if is_most {
        Some(format!(
            "You lose most in the {most}: {high} of winning chance per move, against {low} in the {least}."
        ))
    } else if is_least {
        Some(format!(
            "You lose least in the {least}: {low} of winning chance per move, against {high} in the {most}."
        ))
    } else {
        None
    }
}

/// The phase in which most games are decided.
fn decided_text(report: &GamesReport) -> Option<String> {
    let phases: Vec<(GamePhase, u32)> = report
        .phases
        .iter()
        .map(|(phase, found)| (phase, found.all_decided()))
        .collect();
    let phases = sorted_by_key(&phases, |(_, count)| Reverse(*count));
    let all: u32 = phases.iter().map(|(_, count)| count).sum();
    let [(phase, most), (_, next), ..] = phases[..] else {
        return None;
    };
    (all >= MIN_DECIDED && count_exceeds(most, next)).then(|| {
        format!(
            "Most of your games are decided in the {}: {most} of {all}.",
            phase_name(phase)
        )
    })
}

fn mistakes_text(report: &GamesReport) -> Option<String> {
    let mut groups = report.mistakes.by_count();
    groups.retain(|(_, found)| found.count >= MIN_MISTAKES);
    let (first, found) = *groups.first()?;
    let next = groups.get(1).map_or(0, |(_, found)| found.count);
    let games = counted(report.games(), "game");
    let times = |count: u32| match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    };
    if count_exceeds(found.count, next) {
        return Some(format!(
            "Your most frequent kind of mistake: {}, {} in {games}.",
            first.name(),
            times(found.count)
        ));
    }
    let told: Vec<String> = groups
        .iter()
        .take(MAX_KINDS)
        .map(|(group, found)| format!("{} ({})", group.name(), found.count))
        .collect();
    Some(format!(
        "Frequent mistakes in {games}: {}.",
        told.join(", ")
    ))
}

fn trouble_text(report: &GamesReport) -> Option<String> {
    let (trouble, calm) = (&report.clocks.in_trouble, &report.clocks.with_time);
    let (more, less) = (loss(trouble)?, loss(calm)?);
    trouble.exceeds(calm).then(|| {
        format!("In time trouble you lose {more} of winning chance per move, otherwise {less}.")
    })
}

fn premature_text(report: &GamesReport) -> Option<String> {
    let count = report.clocks.premature;
    (count >= MIN_MISTAKES).then(|| {
        format!(
            "You played {count} blunders in less than 2 seconds, with enough time on the clock."
        )
    })
}

fn time_text(report: &GamesReport) -> Option<String> {
    if report.clocks.games < MIN_TIMED_GAMES {
        return None;
    }
    let shares: Vec<String> = report
        .phases
        .iter()
        .filter_map(|(phase, _)| {
            let of_time = report.phases.time_share(phase)?;
            Some(format!("{} in the {}", share(of_time), phase_name(phase)))
        })
        .collect();
    let (last, first) = shares.split_last()?;
    Some(format!(
        "Of your time you use {} and {last}.",
        first.join(", ")
    ))
}

/// The best and the worst opening of a colour, where they are so by more than chance.
fn opening_texts(report: &GamesReport, color: Color) -> Vec<String> {
    let all = &report.score(color).points;
    let text = |opening: &OpeningReport, word: &str| {
        Some(format!(
            "With {} you score {word} in the {}: {} of the points in {}, against {} in all.",
            color_name(color),
            opening.family,
            percent(&opening.score.points)?,
            counted(opening.score.games(), "game"),
            percent(all)?
        ))
    };
    let best = report.openings.best(color);
    let best = best.filter(|one| one.score.points.exceeds(all));
    let worst = report.openings.worst(color);
    let worst = worst.filter(|one| all.exceeds(&one.score.points));
    let best = best.and_then(|one| text(one, "best"));
    let worst = worst.and_then(|one| text(one, "worst"));
    best.into_iter().chain(worst).collect()
}
