//! Damaged database files.

use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use shiptrack::error::ErrorKind;
use shiptrack::service::{Activity, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::crash::{self, MESSAGE};
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::start;
use shiptrack_tests::scratch::Scratch;

/// Flips a bit of the last byte of `needle` in a file. `false` if the file does not contain it.
fn damage(path: &Path, needle: &[u8]) -> bool {
    let mut file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).unwrap();
    let Some(at) = bytes.windows(needle.len()).position(|window| window == needle) else { return false };
    file.seek(SeekFrom::Start((at + needle.len() - 1) as u64)).unwrap();
    file.write_all(&[bytes[at + needle.len() - 1] ^ 1]).unwrap();
    true
}

#[test]
fn damaged_contents_are_an_error_that_names_the_record() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let service = Service::open(&path).unwrap();
    let account = service.default_account().clone();
    let message = MESSAGE.replace("NUMBER", "4711");
    let stored = service.ingest_email(&account, message.as_bytes(), None).unwrap().submission;
    let document = service.client().documents().list().into_iter().next().unwrap().unwrap().id;
    assert_eq!(service.email_content(&account, &stored.id).unwrap().unwrap(), message.as_bytes());
    service.close().unwrap();
    drop(service);
    assert!(damage(&path, b"MSKU0308961,4711"));
    while damage(&path, b"MSKU0308961,4711") {}
    let service = Service::open(&path).unwrap();
    for (result, id) in [
        (service.email_content(&account, &stored.id), stored.id.to_string()),
        (service.document_content(&account, &document), document.to_string()),
    ] {
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Store);
        assert!(error.to_string().contains(&id) && error.to_string().contains("are damaged"), "{error}");
    }
    // Storing the same content again repairs it.
    service.ingest_email(&account, format!("X-Again: 1\r\n{message}").as_bytes(), None).unwrap();
    assert!(service.document_content(&account, &document).unwrap().is_some());
}

/// The JSON of a record is invalid, which SQLite does not detect.
#[test]
fn an_unreadable_record_is_omitted_from_lists_reported_once_and_an_error_by_id() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let stage = crash::open(&path, start()).unwrap();
    let ids: Vec<String> = (0..5).map(|place| stage.create("bill_of_lading", &crash::number(place), "MAEU")).collect();
    stage.service.close().unwrap();
    let record = format!("{{\"id\":\"{}\",\"tracked\":{{", ids[2]);
    assert!(damage(&path, record.as_bytes()));
    // A page that was split may still contain the bytes of rows that moved to another page.
    while damage(&path, record.as_bytes()) {}
    let errors: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&errors);
    let observe = move |activity: &Activity<'_>| {
        if let Activity::RecordLeftOut { id, error, .. } = activity {
            assert!(error.to_string().contains(&format!("{id} cannot be read: ")), "{error}");
            assert!(error.to_string().ends_with("the stored data is not JSON"), "{error}");
            log.lock().unwrap().push(error.to_string());
        }
    };
    let stage = crash::open_observed(SqliteStore::open(&path).unwrap(), start(), observe).unwrap();
    let found = stage.service.client().search("MAEU").into_iter().map(|found| found.unwrap().id.to_string());
    assert_eq!(found.collect::<Vec<_>>(), [&ids[4], &ids[3], &ids[1], &ids[0]].map(String::clone));
    for size in [1, 2, 3, 5, 100] {
        let shown: Vec<String> = stage
            .service
            .client()
            .tracking_requests()
            .list()
            .page_size(size)
            .into_iter()
            .map(|item| item.unwrap().id.to_string())
            .collect();
        assert_eq!(shown, [&ids[4], &ids[3], &ids[1], &ids[0]].map(String::clone), "{size} a page");
    }
    let refused = stage.service.client().tracking_requests().get(&ids[2].as_str().into()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Store);
    let sentence = format!("the tracking request {} cannot be read", ids[2]);
    assert!(refused.to_string().starts_with(&sentence), "{refused}");
    let errors = errors.lock().unwrap();
    assert!(errors.len() == 1 && errors[0].starts_with(&sentence), "{errors:?}");
}

/// With arbitrary damage, the service opens or reports a damaged file. It never panics, and every call returns.
#[test]
fn arbitrary_damage_causes_errors_and_no_panics() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let stage = crash::open(&path, start()).unwrap();
    for place in 0..40 {
        stage.create("bill_of_lading", &crash::number(place), "MAEU");
    }
    stage.run();
    stage.service.close().unwrap();
    let whole = std::fs::read(&path).unwrap();
    let rounds = depth(60, 60, 4_000);
    let (mut opened, mut refused) = (0, 0);
    for round in 0..rounds {
        let mut bytes = whole.clone();
        // A few bytes, a page, or the end, at a different position in each round.
        let at = (round * 7_919) % bytes.len();
        match round % 3 {
            0 => (at..(at + 8).min(bytes.len())).for_each(|at| bytes[at] ^= 0x55),
            1 => (at..(at + 4_096).min(bytes.len())).for_each(|at| bytes[at] = 0xff),
            _ => bytes.truncate(at),
        }
        std::fs::write(&path, &bytes).unwrap();
        let _ = std::fs::remove_file(scratch.path("s.db-wal"));
        match crash::open(&path, start()) {
            Err(error) => {
                assert!(matches!(error.kind(), ErrorKind::Store | ErrorKind::StoreVersion), "{error}");
                refused += 1;
            }
            Ok(stage) => {
                opened += 1;
                let client = stage.service.client();
                for item in client.tracking_requests().list().into_iter().take(50) {
                    if let Err(error) = item {
                        assert_ne!(error.kind(), ErrorKind::Internal, "{error}");
                        break;
                    }
                }
                let _ = stage.service.run_due(shiptrack::service::Budget::items(20));
                let _ = stage.service.events(&stage.account, 0, 100);
                stage.service.close().unwrap();
            }
        }
    }
    println!("figures: damaged files: {rounds}, {opened} opened, {refused} refused");
}
