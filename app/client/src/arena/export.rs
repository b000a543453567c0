//! A tournament for other programs: PGN and JSON.

use lab::arena::{PgnTags, write_pgn};
use serde_json::{Value, json};

use super::{Entrant, PlayedGame, Standing, Tournament, TournamentPlan, fragment};

/// A game as PGN, ended by an empty line.
#[must_use]
pub fn pgn_of(plan: &TournamentPlan, game: &PlayedGame) -> String {
    let slot = plan.slot(game.number);
    let [white, black] = slot.players.map(|player| plan.entrants[player].name());
    let limits = plan.limit.to_string();
    write_pgn(
        &game.finished(),
        &PgnTags {
            white,
            black,
            round: format!("{}.{}", slot.round + 1, 1 + u8::from(slot.is_return_game)),
            white_limits: limits.clone(),
            black_limits: limits,
        },
    )
}

/// The tournament with its table and all games as JSON.
#[must_use]
pub fn json(tournament: &Tournament) -> String {
    let plan = tournament.plan();
    let names: Vec<String> = plan.entrants.iter().map(Entrant::name).collect();
    let table: Vec<Value> = tournament
        .standings()
        .iter()
        .map(|standing| standing_json(standing, &names))
        .collect();
    let games: Vec<Value> = tournament
        .games()
        .map(|game| {
            let mut value = game.to_json();
            let players = plan.slot(game.number).players;
            value["white"] = names[players[0]].as_str().into();
            value["black"] = names[players[1]].as_str().into();
            value
        })
        .collect();
    let document = json!({
        "format": "ponder-tournament",
        "version": 1,
        "engine": engine::NAME,
        "plan": fragment(plan),
        "players": names,
        "table": table,
        "games": games,
    });
    document.to_string()
}

fn standing_json(standing: &Standing, names: &[String]) -> Value {
    let score = standing.results;
    // Tenths of an Elo; more is noise.
    let tenths = |elo: f64| (elo * 10.0).round() / 10.0;
    json!({
        "player": names[standing.player],
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "elo": standing.rating.map(|rating| tenths(rating.elo)),
        "elo_error_95": standing.rating.map(|rating| tenths(rating.error)),
    })
}
