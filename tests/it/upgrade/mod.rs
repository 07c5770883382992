//! Databases made by earlier versions: each opens with this one, answers every id and document as it did then, and what
//! was told goes out with the same bytes. `tests/fixtures/README.md` says how they were made.

mod answers;
mod journeys;
mod make;
mod receivers;

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;
use shiptrack_tests::scratch::Scratch;

use answers::{Answers, assert_kept};

/// The schema versions of which there is a database, oldest first.
const VERSIONS: [u32; 1] = [1];

#[test]
fn a_database_of_an_earlier_version_answers_as_it_did_then() {
    for version in VERSIONS {
        let scratch = Scratch::new();
        let database = unpacked(version, &scratch);
        let expected: Answers = serde_json::from_slice(&unzipped(&answers_of(version))).unwrap();
        let found = Answers::read(&make::open(&database));
        assert_eq!(found.lists, expected.lists, "version {version}");
        assert_eq!(found.feeds, expected.feeds, "version {version}");
        assert_kept(&expected.resources, &found.resources);
        assert_kept(&expected.host, &found.host);
    }
}

#[test]
fn what_an_earlier_version_told_goes_out_with_the_same_bytes() {
    for version in VERSIONS {
        let scratch = Scratch::new();
        let database = unpacked(version, &scratch);
        let expected: Answers = serde_json::from_slice(&unzipped(&answers_of(version))).unwrap();
        let sent = answers::deliver(&make::open(&database));
        for (id, digest) in &expected.told {
            assert_eq!(sent.get(id), Some(digest), "version {version}: notification {id}");
        }
    }
}

/// Makes the database and the answers of the present version. Run it when the schema gets a new version, with the code
/// that still has the old one, and name both files by that one.
#[test]
#[ignore = "makes the fixture of the present schema version"]
fn a_database_of_this_version_is_made() {
    let scratch = Scratch::new();
    let database = scratch.path("made.db");
    make::make(&database);
    let folder = PathBuf::from(std::env::var_os("SHIPTRACK_FIXTURES").expect("where to write the fixture"));
    zip(&std::fs::read(&database).unwrap(), &folder.join("made.db.gz"));
    let answers = Answers::read(&make::open(&database));
    let answers = answers.and_told(&make::open(&database));
    println!("{}", answers.figures());
    zip(&serde_json::to_vec(&answers).unwrap(), &folder.join("made.answers.json.gz"));
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

fn answers_of(version: u32) -> PathBuf {
    fixture(&format!("schema-{version}.answers.json.gz"))
}

/// The database of a version, as a file of its own.
fn unpacked(version: u32, scratch: &Scratch) -> PathBuf {
    let path = scratch.path(format!("{version}.db"));
    std::fs::write(&path, unzipped(&fixture(&format!("schema-{version}.db.gz")))).unwrap();
    path
}

fn unzipped(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

fn zip(bytes: &[u8], path: &Path) {
    let mut file = GzEncoder::new(File::create(path).unwrap(), Compression::best());
    file.write_all(bytes).unwrap();
    file.finish().unwrap();
}

/// A digest that is the same on every machine and in every version (FNV-1a): the bytes are what is compared, not kept.
fn digest(bytes: &[u8]) -> String {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}/{}", bytes.len())
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
