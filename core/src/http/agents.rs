//! Selects the connection pool of an exchange. There is a pool for each egress rule.

use std::sync::Mutex;

use super::{Egress, Method};
use crate::threads::lock;

/// Maximum number of idle connections of a pool.
const MAX_IDLE: usize = 16;

/// Maximum number of egress rules with a pool. Usually there is one, for carriers; more are only needed if rules change.
const MAX_RULES: usize = 8;

pub(super) struct Agents<A> {
    make: Box<dyn Fn(usize) -> A + Send + Sync>,
    open: A,
    single: A,
    /// One pool for each rule, because a connection was only checked against the rule under which it was opened.
    ruled: Mutex<Vec<(Egress, A)>>,
}

impl<A: Clone> Agents<A> {
    pub fn new(make: impl Fn(usize) -> A + Send + Sync + 'static) -> Self {
        Agents { open: make(MAX_IDLE), single: make(0), ruled: Mutex::default(), make: Box::new(make) }
    }

    /// The pool for an exchange. Under an egress rule only reads reuse connections: the receiver may close a
    /// connection at the moment when it is used again, and that would put a delivery in doubt.
    pub fn of(&self, rule: &Egress, method: Method) -> A {
        match (rule, method) {
            (Egress::Open, _) => self.open.clone(),
            (rule, Method::Get | Method::Head) => self.ruled(rule),
            _ => self.single.clone(),
        }
    }

    fn ruled(&self, rule: &Egress) -> A {
        let mut ruled = lock(&self.ruled);
        if let Some((_, agent)) = ruled.iter().find(|(other, _)| other == rule) {
            return agent.clone();
        }
        if ruled.len() >= MAX_RULES {
            ruled.remove(0);
        }
        let agent = (self.make)(MAX_IDLE);
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
    fn every_rule_has_its_own_agent_and_their_number_is_limited() {
        let count = AtomicUsize::new(0);
        let agents = Agents::new(move |max_idle| (count.fetch_add(1, Ordering::Relaxed), max_idle));
        let (open, single) = ((0, MAX_IDLE), (1, 0));
        assert_eq!(
            (agents.of(&Egress::Open, Method::Post), agents.of(&only("10.0.0.0/8"), Method::Post)),
            (open, single)
        );
        let first = agents.of(&only("10.0.0.0/8"), Method::Get);
        assert_eq!((first, agents.of(&only("10.0.0.0/8"), Method::Head)), ((2, MAX_IDLE), first));
        for third in 0..MAX_RULES {
            assert_eq!(agents.of(&only(&format!("10.0.{third}.0/24")), Method::Get), (3 + third, MAX_IDLE));
        }
        assert_ne!(agents.of(&only("10.0.0.0/8"), Method::Get), first);
        assert_eq!(agents.ruled.lock().unwrap().len(), MAX_RULES);
    }
}
