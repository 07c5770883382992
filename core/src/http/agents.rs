//! Chooses the connections of an exchange: those that were opened under its own egress rule.

use std::sync::Mutex;

use super::{Egress, Method};
use crate::threads::lock;

const KEPT: usize = 16;

/// Rules with connections of their own. A host has one for its carriers; more come only from changing rules.
const RULES: usize = 8;

pub(super) struct Agents<A> {
    make: Box<dyn Fn(usize) -> A + Send + Sync>,
    open: A,
    single: A,
    /// By rule: a connection was checked against the rule it was opened under.
    ruled: Mutex<Vec<(Egress, A)>>,
}

impl<A: Clone> Agents<A> {
    pub fn new(make: impl Fn(usize) -> A + Send + Sync + 'static) -> Self {
        Agents { open: make(KEPT), single: make(0), ruled: Mutex::default(), make: Box::new(make) }
    }

    /// Under a rule only reads reuse connections: the other side may close one at the moment it is used again, and a
    /// delivery must not be in doubt for that.
    pub fn of(&self, rule: &Egress, method: Method) -> A {
        match (rule, method) {
            (Egress::Open, _) => self.open.clone(),
            (rule, Method::Get | Method::Head) => self.ruled(rule),
            _ => self.single.clone(),
        }
    }

    fn ruled(&self, rule: &Egress) -> A {
        let mut ruled = lock(&self.ruled);
        if let Some((_, agent)) = ruled.iter().find(|(known, _)| known == rule) {
            return agent.clone();
        }
        if ruled.len() >= RULES {
            ruled.remove(0);
        }
        let agent = (self.make)(KEPT);
        ruled.push((rule.clone(), agent.clone()));
        agent
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn only(network: &str) -> Egress {
        Egress::Only(vec![network.to_owned()].into())
    }

    #[test]
    fn a_rule_has_an_agent_of_its_own_for_what_is_read_and_rules_that_change_take_no_more_and_more() {
        let made = AtomicUsize::new(0);
        let agents = Agents::new(move |keeps| (made.fetch_add(1, Ordering::Relaxed), keeps));
        let (open, single) = ((0, KEPT), (1, 0));
        assert_eq!(
            (agents.of(&Egress::Open, Method::Post), agents.of(&only("10.0.0.0/8"), Method::Post)),
            (open, single)
        );
        let first = agents.of(&only("10.0.0.0/8"), Method::Get);
        assert_eq!((first, agents.of(&only("10.0.0.0/8"), Method::Head)), ((2, KEPT), first));
        for third in 0..RULES {
            assert_eq!(agents.of(&only(&format!("10.0.{third}.0/24")), Method::Get), (3 + third, KEPT));
        }
        assert_ne!(agents.of(&only("10.0.0.0/8"), Method::Get), first);
        assert_eq!(agents.ruled.lock().unwrap().len(), RULES);
    }
}
