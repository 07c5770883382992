//! Accounts and their keys.

use shiptrack::error::ErrorKind;
use shiptrack::resources::Party;
use shiptrack::store::{PartyRecord, Store};

use super::after;
use super::records::{Maker, at};
use crate::with;

pub fn accounts_are_found_by_id_and_by_name_and_listed_oldest_first(store: &dyn Store) {
    let (older, newer) = (Maker::new(2).account("older"), Maker::new(3).account("newer"));
    store.writing(|tx| tx.add_account(&newer).and_then(|()| tx.add_account(&older))).unwrap();
    store
        .reading(|tx| {
            assert_eq!(tx.account(&older.id)?.as_ref(), Some(&older));
            assert_eq!(tx.account_by_name("newer")?.as_ref(), Some(&newer));
            assert_eq!(tx.account_by_name("NEWER")?, None);
            assert_eq!(tx.account(&Maker::new(4).account)?, None);
            assert_eq!(tx.accounts()?, [older.clone(), newer.clone()]);
            Ok(())
        })
        .unwrap();
}

pub fn a_second_account_with_the_same_name_is_rejected(store: &dyn Store) {
    let (first, second) = (Maker::new(1).account("acme"), Maker::new(2).account("acme"));
    store.writing(|tx| tx.add_account(&first)).unwrap();
    let error = store.writing(|tx| tx.add_account(&second)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(store.reading(|tx| tx.accounts()).unwrap(), [first]);
}

pub fn keys_are_found_by_their_hash_and_replaced_by_their_id(store: &dyn Store) {
    let mut key = Maker::new(1).key(5);
    store.writing(|tx| tx.put_key(&key)).unwrap();
    key.revoked_at = Some(at(9));
    store.writing(|tx| tx.put_key(&key)).unwrap();
    store
        .reading(|tx| {
            assert_eq!(tx.key_by_hash(&[5; 32])?.as_ref(), Some(&key));
            assert_eq!(tx.key_by_hash(&[6; 32])?, None);
            assert_eq!(tx.keys(&key.account)?, [key.clone()]);
            Ok(())
        })
        .unwrap();
}

pub fn an_account_sees_only_its_keys(store: &dyn Store) {
    let (ours, theirs) = (Maker::new(1), Maker::new(2));
    let keys = [ours.key(1), ours.key(2), ours.key(3)];
    store
        .writing(|tx| {
            tx.put_key(&theirs.key(9))?;
            keys.iter().rev().try_for_each(|key| tx.put_key(key))
        })
        .unwrap();
    assert_eq!(store.reading(|tx| tx.keys(&ours.account)).unwrap(), keys);
}

pub fn customers_have_unique_names_and_are_found_by_id_and_name(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let party = |maker: &Maker, name: &str| PartyRecord {
        account: maker.account.clone(),
        party: with(Party::default(), |record| {
            record.id = maker.uuid().into();
            record.company_name = name.to_owned();
        }),
    };
    let (mut first, second, foreign) = (party(&maker, "Öl"), party(&maker, "öl"), party(&other, "Öl"));
    store.writing(|tx| [&first, &second, &foreign].into_iter().try_for_each(|record| tx.put_party(record))).unwrap();
    let duplicate = store.writing(|tx| tx.put_party(&party(&maker, "Öl"))).unwrap_err();
    assert_eq!(duplicate.kind(), ErrorKind::Conflict);
    first.party.company_name = "Gas".to_owned();
    store.writing(|tx| tx.put_party(&first)).unwrap();
    store
        .reading(|tx| {
            assert_eq!(tx.party(&maker.account, &first.party.id)?.as_ref(), Some(&first));
            assert_eq!(tx.party(&maker.account, &foreign.party.id)?, None);
            assert_eq!(tx.party_by_name(&maker.account, "Öl")?, None);
            assert_eq!(tx.party_by_name(&maker.account, "öl")?.as_ref(), Some(&second));
            let slice = |last| after(last, 1);
            assert_eq!(tx.parties(&maker.account, &slice(None))?, [second.clone()]);
            assert_eq!(tx.parties(&maker.account, &slice(second.party.id.uuid()))?, [first.clone()]);
            assert_eq!((tx.count_parties(&maker.account)?, tx.count_parties(&other.account)?), (2, 1));
            Ok(())
        })
        .unwrap();
}
