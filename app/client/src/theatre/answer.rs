//! The worker's answers to the theatre's requests.

use engine::eval::SharedEval;
use engine::player::Control;

use super::side_by_side::compare;
use super::switch_lab::try_switches;
use super::trace::{check_bets, open_branch, trace};
use super::{TheatreRequest, TheatreResponse};

/// Carries a request out by this network, if there is one; `send` gets the answers as they come.
pub fn answer(
    request: TheatreRequest,
    network: Option<SharedEval>,
    control: &mut Control<'_>,
    send: &mut dyn FnMut(TheatreResponse),
) {
    match request {
        TheatreRequest::Trace { id, setup } => send(trace(id, &setup, network, control)),
        TheatreRequest::OpenBranch { id, setup, visit } => {
            send(open_branch(id, &setup, visit, network, control));
        }
        TheatreRequest::CheckBets { id, setup } => check_bets(id, &setup, network, control, send),
        TheatreRequest::CompareMinds {
            id,
            setup,
            comparison,
        } => {
            compare(&setup, &comparison, network, control, &mut |found| {
                send(TheatreResponse::MindMoved { id, found });
            });
            send(TheatreResponse::MindsMoved { id });
        }
        TheatreRequest::TrySwitches { id, setup } => {
            try_switches(&setup, network, control, &mut |result| {
                send(TheatreResponse::SwitchTried { id, result });
            });
            send(TheatreResponse::SwitchesTried { id });
        }
    }
}
