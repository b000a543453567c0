//! The worker's answers to the theatre's requests.

use engine::player::Control;

use super::side_by_side::compare;
use super::switch_lab::try_switches;
use super::trace::{check_bets, open_branch, trace};
use super::{Networks, TheatreRequest, TheatreResponse};

/// Carries a request out by the networks that there are; `send` gets the answers as they come.
pub fn answer(
    request: TheatreRequest,
    networks: &Networks,
    control: &mut Control<'_>,
    send: &mut dyn FnMut(TheatreResponse),
) {
    if let Some(reason) = networks.missing() {
        return send(TheatreResponse::Refused {
            id: request.id(),
            reason,
        });
    }
    match request {
        TheatreRequest::Trace { id, setup } => {
            send(trace(id, &setup, networks.of(setup.mind), control))
        }
        TheatreRequest::OpenBranch { id, setup, visit } => {
            send(open_branch(
                id,
                &setup,
                visit,
                networks.of(setup.mind),
                control,
            ));
        }
        TheatreRequest::CheckBets { id, setup } => {
            check_bets(id, &setup, networks.of(setup.mind), control, send)
        }
        TheatreRequest::CompareMinds {
            id,
            setup,
            comparison,
        } => {
            compare(&setup, &comparison, networks, control, &mut |found| {
                send(TheatreResponse::MindMoved { id, found });
            });
            send(TheatreResponse::MindsMoved { id });
        }
        TheatreRequest::TrySwitches { id, setup } => {
            try_switches(&setup, networks.of(setup.mind), control, &mut |result| {
                send(TheatreResponse::SwitchTried { id, result });
            });
            send(TheatreResponse::SwitchesTried { id });
        }
    }
}
