//! Tests of email submissions, documents and files.

use shiptrack::store::{
    BlobId, DocumentFilter, DocumentRecord, DueReading, EmailRecord, EmailState, MailUsage, ReadingStep, Store,
    TemporaryRows,
};

use super::records::{Maker, at};
use super::{after, first};

pub fn bytes_are_stored_under_their_digest(store: &dyn Store) {
    let (blob, empty) = (BlobId::of(&[0, 255, 7]), BlobId::of(&[]));
    store
        .writing(|tx| {
            tx.put_blob(&blob, &[0, 255, 7])?;
            tx.put_blob(&empty, &[])?;
            tx.put_blob(&blob, &[0, 255, 7])
        })
        .unwrap();
    store
        .reading(|tx| {
            assert_eq!(tx.blob(&blob)?, Some(vec![0, 255, 7]));
            assert_eq!(tx.blob(&empty)?, Some(Vec::new()));
            assert_eq!(tx.blob(&BlobId([3; 32]))?, None);
            Ok(())
        })
        .unwrap();
}

pub fn a_very_large_message_is_stored(store: &dyn Store) {
    let bytes: Vec<u8> = (0..25 * 1024 * 1024_u32).map(|n| (n % 251) as u8).collect();
    let id = BlobId::of(&bytes);
    store.writing(|tx| tx.put_blob(&id, &bytes)).unwrap();
    assert!(store.reading(|tx| tx.blob(&id)).unwrap() == Some(bytes));
}

pub fn an_email_is_found_by_id_and_by_bytes(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut emails = [maker.email(BlobId([1; 32])), maker.email(BlobId([2; 32]))];
    store.writing(|tx| emails.iter().try_for_each(|email| tx.put_email(email))).unwrap();
    emails[0].quarantined = true;
    emails[0].submission.body = Some("line\r\nline\u{0}".into());
    store.writing(|tx| tx.put_email(&emails[0])).unwrap();
    store
        .reading(|tx| {
            assert_eq!(tx.email(&maker.account, &emails[0].submission.id)?.as_ref(), Some(&emails[0]));
            assert_eq!(tx.email_by_raw_bytes(&maker.account, &BlobId([1; 32]))?.as_ref(), Some(&emails[0]));
            assert_eq!(tx.email_by_raw_bytes(&maker.account, &BlobId([3; 32]))?, None);
            assert_eq!(tx.email_by_raw_bytes(&Maker::new(2).account, &BlobId([1; 32]))?, None);
            assert_eq!(tx.emails(&maker.account, &first(10))?, [emails[1].clone(), emails[0].clone()]);
            assert_eq!(tx.emails(&maker.account, &after(emails[1].submission.id.uuid(), 10))?, [emails[0].clone()]);
            assert_eq!(tx.count_emails(&maker.account)?, 2);
            Ok(())
        })
        .unwrap();
}

pub fn quarantined_emails_are_listed_newest_first(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut emails = [1, 2, 3].map(|n| maker.email(BlobId([n; 32])));
    emails[0].quarantined = true;
    emails[2].quarantined = true;
    emails[2].problems = vec!["unreadable".to_owned()];
    store.writing(|tx| emails.iter().try_for_each(|email| tx.put_email(email))).unwrap();
    let found = store.reading(|tx| tx.quarantined_emails(&maker.account)).unwrap();
    assert_eq!(found, [emails[2].clone(), emails[0].clone()]);
    assert_eq!(store.reading(|tx| tx.quarantined_emails(&Maker::new(2).account)).unwrap(), []);
}

pub fn deleted_documents_are_neither_listed_nor_counted(store: &dyn Store) {
    let maker = Maker::new(1);
    let (stored, mut deleted) = (maker.document(None, 0), maker.document(None, 0));
    let mut discarded_at_first = maker.document(None, 0);
    discarded_at_first.discarded_at = Some(at(1));
    put(store, &[stored.clone(), deleted.clone(), discarded_at_first.clone()]);
    let listed = || store.reading(|tx| tx.documents(&maker.account, &DocumentFilter::default(), &first(10))).unwrap();
    let counted = || store.reading(|tx| tx.count_documents(&maker.account, &DocumentFilter::default())).unwrap();
    assert_eq!((listed(), counted()), (vec![deleted.clone(), stored.clone()], 2));
    deleted.discarded_at = Some(at(5));
    put(store, &[deleted.clone(), deleted.clone(), discarded_at_first]);
    assert_eq!((listed(), counted()), (vec![stored.clone()], 1));
    let found = store.reading(|tx| tx.document(&maker.account, &deleted.document.id)).unwrap();
    assert_eq!(found.as_ref(), Some(&deleted));
    deleted.discarded_at = None;
    put(store, &[deleted.clone()]);
    assert_eq!((listed(), counted()), (vec![deleted, stored], 2));
}

pub fn documents_of_an_email_are_in_the_order_of_the_message(store: &dyn Store) {
    let maker = Maker::new(1);
    let (email, other) = (maker.uuid().into(), maker.uuid().into());
    let second = maker.document(Some(&email), 1);
    let first = maker.document(Some(&email), 0);
    let mut third = maker.document(Some(&email), 2);
    third.discarded_at = Some(at(1));
    put(store, &[second.clone(), third, first.clone(), maker.document(Some(&other), 0), maker.document(None, 0)]);
    let ids = [first.document.id.clone(), second.document.id.clone()];
    assert_eq!(store.reading(|tx| tx.documents_of(&maker.account, &email)).unwrap(), [first, second]);
    assert_eq!(store.reading(|tx| tx.document_ids_of(&maker.account, &email)).unwrap(), ids);
    assert_eq!(store.reading(|tx| tx.documents_of(&Maker::new(2).account, &email)).unwrap(), []);
}

fn put(store: &dyn Store, documents: &[DocumentRecord]) {
    store.writing(|tx| documents.iter().try_for_each(|document| tx.put_document(document))).unwrap();
}

pub fn processes_that_began_to_read_a_file_are_counted_until_a_reading_ends(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let (file, another) = (BlobId([1; 32]), BlobId([2; 32]));
    let begin = |maker: &Maker, file: &BlobId, second: u32| {
        store.writing(|tx| tx.begin_reading(&maker.account, file, at(second))).unwrap()
    };
    // A process that begins again counts once.
    assert_eq!([1, 1, 2, 3].map(|second| begin(&maker, &file, second)), [1, 1, 2, 3]);
    assert_eq!((begin(&maker, &another, 3), begin(&other, &file, 3)), (1, 1));
    store.writing(|tx| tx.end_reading(&maker.account, &file)).unwrap();
    assert_eq!((begin(&maker, &file, 3), begin(&other, &file, 4)), (1, 2));
    store.writing(|tx| tx.delete_older(TemporaryRows::BegunReadings, at(4), 10)).unwrap();
    assert_eq!((begin(&maker, &file, 5), begin(&other, &file, 5)), (1, 3));
}

pub fn the_text_of_an_email_is_not_listed_until_it_is_a_document(store: &dyn Store) {
    let maker = Maker::new(1);
    let (account, email) = (&maker.account, maker.uuid().into());
    let reading = |due: Option<u32>, step| Some(DueReading { due: due.map(at), step });
    let mut attached = maker.document(Some(&email), 0);
    attached.reading = reading(Some(1), ReadingStep::All);
    let mut text = maker.document(Some(&email), 1);
    text.reading = reading(None, ReadingStep::Text);
    put(store, &[attached.clone(), text.clone()]);
    let ids = |store: &dyn Store| store.reading(|tx| tx.waiting_documents_of(account, &email)).unwrap();
    let listed = || store.reading(|tx| tx.document_ids_of(account, &email)).unwrap();
    let is_waiting = || store.reading(|tx| tx.has_unread_documents(account, &email)).unwrap();
    assert_eq!(ids(store), [attached.document.id.clone(), text.document.id.clone()]);
    assert_eq!((listed(), is_waiting()), (vec![attached.document.id.clone()], true));
    assert_eq!(store.reading(|tx| tx.unread_text_of(account, &email)).unwrap().as_ref(), Some(&text));
    assert_eq!(store.reading(|tx| tx.due_documents(account, at(9), 9)).unwrap(), [attached.document.id.clone()]);

    attached.reading = reading(Some(1), ReadingStep::Facts);
    put(store, &[attached.clone()]);
    assert_eq!((ids(store).len(), is_waiting()), (2, false), "it was read");
    (attached.reading, text.reading) = (None, None);
    put(store, &[attached.clone(), text.clone()]);
    assert_eq!((ids(store).len(), listed().len()), (0, 2));
    store.writing(|tx| tx.delete_unread_text(account, &text.document.id)).unwrap();
    assert_eq!(listed().len(), 2, "a listed document is not deleted");
    text.reading = reading(Some(2), ReadingStep::Text);
    put(store, &[text.clone()]);
    store.writing(|tx| tx.delete_unread_text(account, &text.document.id)).unwrap();
    assert_eq!((ids(store).len(), listed()), (0, vec![attached.document.id]));
}

pub fn the_state_of_an_email_is_stored_without_its_text_and_takes_precedence(store: &dyn Store) {
    let maker = Maker::new(1);
    let (email, mut state) = (maker.email(BlobId([1; 32])), EmailState::default());
    let id = &email.submission.id;
    store.writing(|tx| tx.put_email(&email)).unwrap();
    assert_eq!(store.reading(|tx| tx.email_state(&maker.account, id)).unwrap(), None);
    (state.account, state.id, state.numbers) = (maker.account.clone(), id.clone(), email.numbers.clone());
    state.usage = MailUsage { extracted: 3, tracked: 2, milliseconds: 1 };
    store.writing(|tx| tx.put_email_state(&state)).unwrap();
    let current = |email: &EmailRecord, state: &EmailState| {
        let EmailState { problems, quarantined, numbers, .. } = state.clone();
        EmailRecord { problems, quarantined, numbers, ..email.clone() }
    };
    let found = || store.reading(|tx| Ok((tx.email(&maker.account, id)?, tx.quarantined_emails(&maker.account)?)));
    assert_eq!(found().unwrap(), (Some(current(&email, &state)), vec![]));
    (state.quarantined, state.problems) = (true, vec!["too much".to_owned()]);
    store.writing(|tx| tx.put_email_state(&state)).unwrap();
    assert_eq!(found().unwrap(), (Some(current(&email, &state)), vec![current(&email, &state)]));
    assert_eq!(store.reading(|tx| tx.email_state(&maker.account, id)).unwrap().as_ref(), Some(&state));
    assert_eq!(store.reading(|tx| tx.email_state(&Maker::new(2).account, id)).unwrap(), None);
    store.writing(|tx| tx.merge_email_state(&maker.account, id)).unwrap();
    assert_eq!(store.reading(|tx| tx.email_state(&maker.account, id)).unwrap(), None);
    assert_eq!(found().unwrap().0, Some(current(&email, &state)));
}
