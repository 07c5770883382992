//! What is written in a form is read back from it, word by word.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use shiptrack::decoders::{self, Form, ReadLimits, Reading};
use shiptrack::simulator::{CarrierEvent, Journey, Scenario};
use shiptrack::tracking::{Event, Fact, Mode, Motion, Movement, Statement};
use shiptrack::zones::Zone;

use super::begins;
use shiptrack_tests::with;

const DCSA: [Form; 4] = [Form::Dcsa2, Form::Dcsa3Beta, Form::Dcsa3Codes, Form::Dcsa3Words];
const EDI: [Form; 4] = [Form::X12StatusDetails, Form::Iftsta, Form::Codeco, Form::Coarri];

/// What every form can say of an event: container, movement, what carried it, whether empty, how sure, when, where, on what.
type Told = (Option<String>, Motion, String, Option<DateTime<Utc>>, Option<String>, Option<String>);

fn told(container: Option<&String>, event: &Event) -> Told {
    let mode = event.motion.mode.clone().or(match event.motion.movement {
        Movement::GateIn | Movement::GateOut => Some(Mode::Truck),
        _ => None,
    });
    // Which part of the voyage it is, and whether a box on a vessel is laden, some forms say and others leave open.
    let empty = (event.motion.empty == Some(true)).then_some(true);
    let motion = with(event.motion.clone(), |it| {
        it.mode = mode;
        it.empty = empty;
        it.phase = None;
    });
    let imo = event.vessel.as_ref().and_then(|vessel| vessel.imo.clone());
    (container.cloned(), motion, event.certainty.as_str().to_owned(), moment(event), event.place.locode.clone(), imo)
}

/// The moment of an event, by the clocks of its place where it has no offset.
fn moment(event: &Event) -> Option<DateTime<Utc>> {
    let at = event.at.as_ref()?;
    at.utc().or_else(|| {
        let shown: NaiveDateTime = at.as_str().parse().ok()?;
        let zone = Zone::named(event.place.locode.as_deref().and_then(shiptrack::places::timezone)?)?;
        let near = shown.and_utc();
        (-16..=16)
            .map(|hours| near + TimeDelta::hours(hours))
            .find(|at| zone.date_time(*at).map(|at| at.naive_local()) == Some(shown))
    })
}

fn events(reading: &Reading) -> Vec<Told> {
    let event = |fact: &Fact| match &fact.statement {
        Statement::Event(event) => Some(told(fact.container.as_ref(), event)),
        _ => None,
    };
    reading.facts().filter_map(event).collect()
}

fn read(bytes: &[u8], what: &str) -> Reading {
    let reading = decoders::read(bytes, &ReadLimits::default());
    let problems: Vec<_> = reading.all_problems().collect();
    assert!(problems.is_empty(), "{what}: {problems:?}\n{}", String::from_utf8_lossy(bytes));
    reading
}

fn journeys() -> impl Iterator<Item = Journey> {
    Scenario::shipped().iter().map(|scenario| scenario.starting(begins()))
}

#[test]
fn an_answer_in_every_shape_is_recognised_and_says_what_is_known() {
    for journey in journeys() {
        for form in DCSA {
            let mut now = journey.tracked_at();
            while now <= journey.ends() + TimeDelta::days(1) {
                let what = format!("{}, {form:?}, {now}", journey.scenario.name);
                let reading = read(&journey.answer(form, now), &what);
                assert_eq!(reading.messages[0].form, form, "{what}");
                let said = events(&reading);
                let can_say = |said: &&CarrierEvent| said.event.motion.movement != Movement::NotAvailable;
                let known = journey.at(now);
                let holding: Vec<_> =
                    known.events.iter().filter(|said| said.withdrawn_at.is_none()).filter(can_say).collect();
                let expected: Vec<Told> =
                    holding.iter().map(|said| told(said.container.as_ref(), &said.event)).collect();
                assert_eq!(said, expected, "{what}");
                let numbers =
                    |fact: &&Fact| matches!(&fact.statement, Statement::Event(event) if !event.documents.is_empty());
                assert_eq!(reading.facts().filter(numbers).count(), expected.len(), "{what}: without its documents");
                now += TimeDelta::days(3);
            }
        }
    }
}

#[test]
fn a_message_of_every_kind_is_recognised_and_says_the_word_it_was_sent_for() {
    for journey in journeys() {
        for form in EDI {
            let mut heard = 0;
            for word in journey.between(begins(), journey.ends()).events {
                let at = word.withdrawn_at.unwrap_or(word.written_at);
                let one = |sent: &shiptrack::simulator::SentMessage| sent.at == at;
                for sent in journey.messages(form, at - TimeDelta::seconds(1), at).into_iter().filter(one) {
                    let what = format!("{}, {form:?}, {}", journey.scenario.name, String::from_utf8_lossy(&sent.bytes));
                    let reading = read(&sent.bytes, &what);
                    assert_eq!(reading.messages[0].form, form, "{what}");
                    heard += 1;
                }
                let sent = journey.messages(form, at - TimeDelta::seconds(1), at);
                let read: Vec<Reading> = sent.iter().map(|sent| read(&sent.bytes, "")).collect();
                if word.withdrawn_at.is_some() || sent.is_empty() {
                    continue;
                }
                let mut expected = told(word.container.as_ref(), &word.event);
                if expected.4.is_none() {
                    // By which clock a time is meant that is of no place, nobody can know.
                    expected.3 = None;
                }
                let is_it = |said: &Told| {
                    let same_box = expected.0.is_none() || said.0 == expected.0;
                    let mode = said.1.mode.is_none() || said.1.mode == expected.1.mode;
                    let motion =
                        said.1.movement == expected.1.movement || expected.1.movement.as_str() == "booking_cancelled";
                    let rest = (&said.1.empty, &said.2, &said.3, &said.4)
                        == (&expected.1.empty, &expected.2, &expected.3, &expected.4);
                    same_box && mode && motion && rest && said.5 == expected.5
                };
                assert!(
                    read.iter().any(|reading| events(reading).iter().any(is_it)),
                    "{}, {form:?}: {expected:#?}\nin {:#?}",
                    journey.scenario.name,
                    read.iter().map(events).collect::<Vec<_>>()
                );
            }
            assert!(heard > 0 || journey.scenario.name == "cancelled", "{}, {form:?}", journey.scenario.name);
        }
    }
}

#[test]
fn what_is_taken_back_is_withdrawn_where_the_form_has_words_for_it() {
    let journey = Scenario::named("retraction").unwrap().starting(begins());
    let gone = begins() + TimeDelta::hours(25 * 24 + 20);
    let withdrawals =
        |reading: &Reading| reading.facts().filter(|fact| matches!(fact.statement, Statement::Withdrawn(_))).count();
    for form in DCSA {
        let reading = read(&journey.answer(form, gone), "");
        assert_eq!(withdrawals(&reading), usize::from(form != Form::Dcsa2), "{form:?}");
    }
    for form in EDI {
        let sent = journey.messages(form, gone - TimeDelta::seconds(1), gone);
        let taken_back: usize = sent.iter().map(|sent| withdrawals(&read(&sent.bytes, ""))).sum();
        assert_eq!(taken_back, usize::from(matches!(form, Form::Iftsta | Form::Codeco)), "{form:?}");
    }
}

#[test]
fn facts_say_what_an_answer_says() {
    for journey in journeys() {
        let now = journey.ends();
        let expected = events(&read(&journey.answer(Form::Dcsa3Codes, now), ""));
        let facts = journey.facts(now);
        let said: Vec<Told> = facts
            .iter()
            .filter_map(|fact| match &fact.statement {
                Statement::Event(event) => Some(told(fact.container.as_ref(), event)),
                _ => None,
            })
            .collect();
        assert_eq!(said, expected, "{}", journey.scenario.name);
    }
}
