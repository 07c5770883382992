//! Looks up due requests, and applies answers that the host program provides.

use super::apply_answer::apply;
use super::ask_carrier::{CallResult, Reply, ask, check_answer};
use super::detect_carrier::{CarrierSearch, find_carrier};
use super::share_bill_answer::share_bill_answer;
use crate::carriers::{Answer, LookUpFailure};
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::http::Call;
use crate::resources::{AccountId, TrackingRequestId};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::infer_carrier::with_inferred_carrier;
use crate::service::engine::credentials::carrier_credentials::{account_name, lane_of, source_digest};
use crate::store::{Counterparty, RequestRecord};

/// Looks up a number: finds its carrier, asks it, and applies the answer. The answer about a bill is also applied to the
/// requests for its containers. The request stays due if the credential is suspended or the service is stopping.
pub(in crate::service::engine) fn look_up(
    engine: &Engine,
    request: &RequestRecord,
    cancel: &CancelToken,
) -> Result<()> {
    let search = match with_inferred_carrier(request) {
        Some(request) => CarrierSearch::Found(Box::new(request)),
        None => find_carrier(engine, request, cancel)?,
    };
    let reply = match search {
        CarrierSearch::Found(request) => {
            let call = engine.call(engine.policies.look_up_timeout, Call::BODY_LIMIT, cancel);
            let carrier = Counterparty::Carrier(request.carrier().to_owned());
            match ask(engine, *request, &call)? {
                CallResult::Answered(reply) => *reply,
                CallResult::NotSent { why } => return engine.pause_unsent(&carrier, &why),
                CallResult::Suspended | CallResult::Stopped => return Ok(()),
            }
        }
        CarrierSearch::Answered(reply) => *reply,
        CarrierSearch::NotFound(failure) if *failure.kind() == LookUpFailure::NotSent => {
            let unknown_carrier = Counterparty::Carrier(request.carrier().to_owned());
            return engine.pause_unsent(&unknown_carrier, &failure.to_string());
        }
        CarrierSearch::NotFound(failure) => Reply::without_call(request.clone(), Err(failure)),
        CarrierSearch::Stopped => return Ok(()),
    };
    let _processor = engine.read_turns.reserve();
    let Some(applied) = apply(engine, &reply)? else { return Ok(()) };
    applied.report(engine, &reply);
    match &reply.answer {
        Ok(answer) if applied.is_found() => share_bill_answer(engine, &reply.request, answer),
        _ => Ok(()),
    }
}

/// Applies an answer that the host program provides. Returns the number of new facts.
pub(in crate::service) fn record_answer(
    engine: &Engine,
    account: &AccountId,
    id: &TrackingRequestId,
    answer: Answer,
) -> Result<usize> {
    let (request, name) = engine.store.reading(|tx| Ok((tx.request(account, id)?, account_name(tx, account)?)))?;
    let request =
        request.ok_or_else(|| Error::new(ErrorKind::NotFound, format!("there is no tracking request {id}")))?;
    if request.tracked.scac.is_none() {
        return Err(Error::invalid("scac", "the carrier of the number is not known yet"));
    }
    check_answer(request.bookmark.as_deref(), &answer).map_err(|why| Error::invalid("answer", why))?;
    let tracked = request.tracked.clone();
    let count = || engine.store.reading(|tx| Ok(tx.facts(&tracked)?.len()));
    let before = count()?;
    let lane = lane_of(&request);
    let source = Some(source_digest(&lane, &engine.credential(&lane, &name)));
    let reply = Reply { source, ..Reply::without_call(request, Ok(answer)) };
    if let Some(applied) = apply(engine, &reply)? {
        applied.report(engine, &reply);
    }
    engine.wake.wake();
    Ok(count()?.saturating_sub(before))
}
