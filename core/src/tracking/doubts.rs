//! What looks wrong about facts. Doubtful facts are taken in all the same: a source may know more than we do.

use super::{Fact, Statement};
use crate::numbers::ContainerNumber;

/// The most doubts told of at once: a source with another spelling for everything has told enough by then.
const MOST: usize = 20;

/// What looks wrong about these facts, one sentence each: a milestone that has no meaning here and so becomes no event, a
/// number that no container has.
pub fn doubts(facts: &[Fact]) -> Vec<String> {
    let mut told = Vec::new();
    for doubt in facts.iter().flat_map(doubts_about) {
        if !told.contains(&doubt) {
            told.push(doubt);
        }
        if told.len() == MOST {
            break;
        }
    }
    told
}

fn doubts_about(fact: &Fact) -> Vec<String> {
    let milestone = match &fact.statement {
        Statement::Event(event) if !event.milestone.is_known() => {
            Some(format!("{:?} is no milestone known here, and becomes no event", event.milestone.as_str()))
        }
        _ => None,
    };
    let listed: &[String] = match &fact.statement {
        Statement::Particulars(particulars) => &particulars.containers,
        _ => &[],
    };
    let numbers = fact.container.iter().chain(listed).filter_map(|number| doubt_about_number(number));
    milestone.into_iter().chain(numbers).collect()
}

fn doubt_about_number(number: &str) -> Option<String> {
    let problem = ContainerNumber::parse(number).err()?;
    Some(format!("{number:?} is followed as a container, but {}", problem.sentence()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_milestones_and_wrong_numbers_are_doubted_once_each() {
        let facts = Fact::parse_all(
            r#"[{"container": "MSKU0308961", "event": {"milestone": "vessel_departed"}},
                {"container": "MSKU0308961", "event": {"milestone": "vesel_departed"}},
                {"container": "TGHU1643396", "event": {"milestone": "vesel_departed"}},
                {"container": "MSCU1234567", "reading": {"seal_number": "1"}},
                {"particulars": {"containers": ["MSKU0308961", "MSCU1234567", "a box"]}},
                {"withdrawn": "shipping_line|*|vesel_arrived|estimated|USLAX|9321483|0"}]"#,
        );
        let told = doubts(&facts.unwrap());
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told[0].contains("vesel_departed") && told[1].contains("MSCU1234567") && told[1].contains("check digit")
        );
        assert!(told[2].contains("a box"));
    }

    #[test]
    fn no_more_is_told_than_anybody_reads() {
        let fact = |number: usize| format!(r#"{{"event": {{"milestone": "strange_{number}"}}}}"#);
        let text = (0..100).map(fact).collect::<Vec<_>>().join("\n");
        assert_eq!(doubts(&Fact::parse_all(&text).unwrap()).len(), MOST);
    }
}
