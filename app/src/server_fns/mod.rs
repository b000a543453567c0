//! The server functions: the only way by which the page reads and writes the visitor's data.

mod accounts;
mod analyses;
mod endings;
mod exercises;
mod games;
mod learners;
mod live_games;
mod networks;
mod sequential_client;
#[cfg(feature = "ssr")]
mod session_cookie;
mod strict_json;

pub use accounts::{
    account, api_keys, change_password, delete_account, my_data, new_api_key, new_recovery_code,
    recover, register, revoke_api_key, sign_in, sign_out,
};
#[cfg_attr(not(feature = "hydrate"), allow(unused_imports))] // Only a browser calls them.
pub use analyses::{delete_analysis, keep_analysis, kept_analyses, open_analysis, rename_analysis};
#[cfg_attr(not(feature = "hydrate"), allow(unused_imports))] // Only a browser calls them.
pub use endings::{record_endings, solved_endings};
#[cfg_attr(not(feature = "hydrate"), allow(unused_imports))] // Only a browser calls them.
pub use exercises::{known_exercises, record_exercises};
pub use games::{games_before, rating, record_game, reset_rating, results, results_by_level};
pub use learners::{sync_learner, sync_learner_in_turn};
pub use live_games::{join_live_game, new_live_game, share_game};
#[cfg_attr(not(feature = "hydrate"), allow(unused_imports))] // Only a browser calls them.
pub use networks::{upload_network, view_network};
#[cfg(feature = "ssr")]
pub use session_cookie::CookiePolicy;
