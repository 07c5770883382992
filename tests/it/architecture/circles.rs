//! Finds circles of files: files that use each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};

use super::names::Name;

/// The circles, each with the uses that form it. Re-exports do not count.
pub fn of(names: &BTreeSet<Name>) -> Vec<Vec<&Name>> {
    let mut needs: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for name in names.iter().filter(|name| !name.is_reexport) {
        needs.entry(&name.from).or_default().insert(&name.to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = needs.keys().map(|file| (*file, behind(file, &needs))).collect();
    let is_mutual = |one: &str, other: &str| {
        let leads = |from: &str, to: &str| reached.get(from).is_some_and(|files| files.contains(to));
        leads(one, other) && leads(other, one)
    };
    let mut circles: Vec<Vec<&Name>> = Vec::new();
    for name in names.iter().filter(|name| !name.is_reexport && is_mutual(&name.from, &name.to)) {
        match circles.iter_mut().find(|circle| is_mutual(&circle[0].from, &name.from)) {
            Some(circle) => circle.push(name),
            None => circles.push(vec![name]),
        }
    }
    circles
}

/// Every file that `file` uses, directly or through others.
fn behind<'n>(file: &'n str, needs: &BTreeMap<&'n str, BTreeSet<&'n str>>) -> BTreeSet<&'n str> {
    let (mut found, mut ahead) = (BTreeSet::new(), vec![file]);
    while let Some(next) = ahead.pop() {
        let further = needs.get(next).into_iter().flatten().filter(|needed| found.insert(**needed));
        ahead.extend(further.collect::<Vec<_>>());
    }
    found
}
