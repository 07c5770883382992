//! Messages that try to exhaust memory, time or disk. Every message is stored, at a cost in proportion to its size.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use shiptrack::numbers::ContainerNumber;
use shiptrack_tests::depth::depth;
use shiptrack_tests::memory_use::MemoryUse;
use shiptrack_tests::scratch::Scratch;

const CHILD: &str = env!("CARGO_BIN_EXE_shiptrack-test-child");

/// What a message may take in addition to four times its size: decoding the body, extracted data, and pages of SQLite.
const CONSTANT: usize = 48 << 20;

const MIXED: &str = "Subject: s\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n";
const PLAIN: &str = "Subject: s\r\n\r\n";

/// Ingests messages in a child process and returns the cost of each.
pub(super) fn weigh(shapes: Vec<(&'static str, Vec<u8>)>) -> Vec<(&'static str, MemoryUse)> {
    let scratch = Scratch::new();
    let folder = scratch.path("mail");
    std::fs::create_dir(&folder).expect("a folder for the messages");
    let mut names = Vec::new();
    for (place, (name, message)) in shapes.into_iter().enumerate() {
        std::fs::write(folder.join(format!("{place:03}")), message).expect("a message is written");
        names.push(name);
    }
    let output = run("measure-mail", &scratch.path("s.db"), &folder);
    let weights: Vec<MemoryUse> =
        output.lines().map(|line| serde_json::from_str(line).expect("a weight in JSON")).collect();
    assert_eq!(weights.len(), names.len());
    names.into_iter().zip(weights).collect()
}

/// Runs a task of the child process, and returns the lines that it printed.
pub(super) fn run(task: &str, database: &Path, folder: &Path) -> String {
    let output = Command::new(CHILD).arg(task).arg(database).arg(folder).output().expect("the child starts");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "after {} messages: {}: {errors}", lines.lines().count(), output.status);
    lines
}

pub(super) fn print(weights: &[(&str, MemoryUse)]) {
    println!(
        "figures: {:48} {:>9} {:>9} {:>9} {:>9} {:>9} {:>6}",
        "shape", "size", "peak", "resident", "kept", "shown", "ms"
    );
    for (name, weight) in weights {
        let [size, peak, resident, shown] = [weight.size, weight.peak, weight.resident, weight.shown].map(|n| n >> 10);
        let kept = weight.kept >> 10;
        println!(
            "figures: {name:48} {size:7}kB {peak:7}kB {resident:7}kB {kept:7}kB {shown:7}kB {:6} {} {}",
            weight.milliseconds,
            if weight.quarantined { "quarantined" } else { "" },
            weight.problems.first().map_or("", String::as_str),
        );
    }
}

fn assert_in_proportion(weights: &[(&str, MemoryUse)], constant: usize) {
    for (name, weight) in weights {
        let most = 4 * weight.size + constant;
        assert!(weight.peak <= most, "{name}: {} bytes took {} at once", weight.size, weight.peak);
        assert!(weight.resident <= most, "{name}: {} bytes took {} resident", weight.size, weight.resident);
        assert!(weight.shown <= most, "{name}: {} bytes took {} to show", weight.size, weight.shown);
        assert!(weight.kept <= most as u64, "{name}: {} bytes became {} on the disk", weight.size, weight.kept);
    }
}

fn of<'w>(weights: &'w [(&str, MemoryUse)], name: &str) -> &'w MemoryUse {
    &weights.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no shape {name}")).1
}

#[test]
fn every_message_is_stored_at_a_cost_in_proportion_to_its_size() {
    let scale = depth(SMALL, LARGE);
    let mut shapes = freight(scale);
    let numbers = shapes.len();
    shapes.extend(texts(scale.bytes).into_iter().chain(structures(scale)).chain(headers(scale.bytes)));
    let weights = weigh(shapes);
    print(&weights);
    assert_in_proportion(&weights[..numbers], CONSTANT);
    assert_in_proportion(&weights[numbers..], scale.constant);
    for name in ["numbers in a body, empty parts", "numbers in many parts"] {
        assert!(of(&weights, name).documents > 50, "{name}: {} documents", of(&weights, name).documents);
    }
    for name in [
        "numbers in a body, empty parts",
        "a body of control characters",
        "a body in UTF-16",
        "a subject without end",
        "larger than a value",
    ] {
        assert!(of(&weights, name).quarantined, "{name}: {:?}", of(&weights, name).problems);
    }
    for name in ["numbers in a document", "an ordinary notice", "base64 of zeros"] {
        assert!(!of(&weights, name).quarantined, "{name}: {:?}", of(&weights, name).problems);
    }
}

/// `count` different container numbers with valid check digits.
fn numbers(first: u32, count: u32, separator: &str) -> String {
    let mut text = String::new();
    for n in first..first + count {
        let letters: String = [n / 26_000_000 % 26, n / 1_000_000 % 26]
            .map(|place| char::from(b'A' + u8::try_from(place).expect("a letter")))
            .iter()
            .collect();
        let ten = format!("M{letters}U{:06}", n % 1_000_000);
        let digit = ContainerNumber::check_digit_of(&ten).expect("ten characters");
        write!(text, "{ten}{digit}{separator}").expect("text is written");
    }
    text
}

fn parts(count: usize, part: impl Fn(usize) -> String) -> String {
    let mut text = MIXED.to_owned();
    for n in 0..count {
        write!(text, "--b\r\n{}\r\n", part(n)).expect("text is written");
    }
    text + "--b--\r\n"
}

fn nested(depth: usize, kind: &str) -> String {
    let opened: String =
        (0..depth).map(|n| format!("Content-Type: multipart/{kind}; boundary=b{n}\r\n\r\n--b{n}\r\n")).collect();
    format!("Subject: s\r\n{opened}\r\nx\r\n")
}

fn attachment(n: usize, content: &str) -> String {
    format!("Content-Type: text/csv\r\nContent-Disposition: attachment; filename={n}.csv\r\n\r\n{content}")
}

/// The size of the messages.
#[derive(Clone, Copy)]
struct Scale {
    /// Bytes of most of them, about.
    bytes: usize,
    /// Attachments of those with many: each is stored and read in separate transactions.
    attachments: usize,
    /// What a message without many numbers may take in addition to four times its size.
    constant: usize,
}

const SMALL: Scale = Scale { bytes: 8 << 10, attachments: 60, constant: 20 << 20 };
const LARGE: Scale = Scale { bytes: 30 << 18, attachments: 990, constant: CONSTANT };

/// Messages with many container numbers.
fn freight(Scale { bytes: m, attachments, .. }: Scale) -> Vec<(&'static str, Vec<u8>)> {
    let [many, each] = [m / 5, m / attachments / 2].map(|count| u32::try_from(count).expect("a small scale"));
    let body = format!("--b\r\n\r\n{}\r\n", numbers(0, 8_700, " "));
    let empty: String = (0..attachments).map(|n| format!("--b\r\n{}\r\n", attachment(n, ""))).collect();
    let almost = "MSCU595681".repeat(m / 16);
    vec![
        ("an ordinary notice", parts(2, |n| attachment(n, &numbers(0, 3, "\r\n"))).into_bytes()),
        ("numbers in a body, empty parts", format!("{MIXED}{body}{empty}--b--\r\n").into_bytes()),
        ("numbers in a body", format!("{PLAIN}{}", numbers(0, many, "\r\n")).into_bytes()),
        ("numbers in a document", parts(1, |_| attachment(0, &numbers(0, many, "\r\n"))).into_bytes()),
        (
            "numbers in a body and again in a document",
            parts(2, |n| match n {
                0 => format!("\r\n{}", numbers(0, many / 2, " ")),
                n => attachment(n, &numbers(many / 2, many / 2, " ")),
            })
            .into_bytes(),
        ),
        (
            "numbers in many parts",
            parts(attachments, |n| attachment(n, &numbers(u32::try_from(n).expect("a number") * each, each, " ")))
                .into_bytes(),
        ),
        ("one number repeated", parts(1, |_| attachment(0, &"MSCU5956818 ".repeat(m / 8))).into_bytes()),
        ("almost numbers", parts(1, |_| attachment(0, &almost)).into_bytes()),
    ]
}

/// More characters than the text of a body may have.
const LIMIT: usize = (1 << 20) + 1;

/// Messages whose text grows when it is decoded or stored.
fn texts(m: usize) -> Vec<(&'static str, Vec<u8>)> {
    let bytes = |kind: &str, content: &[u8]| [format!("Subject: s\r\n{kind}\r\n\r\n").as_bytes(), content].concat();
    let attached = |content: &[u8]| {
        [MIXED.as_bytes(), b"--b\r\nContent-Type: text/plain; name=a.txt\r\n\r\n", content, b"\r\n--b--\r\n"].concat()
    };
    vec![
        ("a body of control characters", bytes("X: x", &vec![1; 12 << 20])),
        ("a body of NULs", bytes("X: x", &vec![0; m])),
        ("a body of quotes", bytes("X: x", &vec![b'"'; 2 * m])),
        ("a body of backslashes and line ends", bytes("X: x", &b"\\\r\n".repeat(m))),
        ("a body that is not UTF-8", bytes("Content-Type: text/plain; charset=utf-8", &vec![0xff; 2 * m])),
        ("a document that is not UTF-8", attached(&vec![0xff; 2 * m])),
        ("a body in windows-1252", bytes("Content-Type: text/plain; charset=windows-1252", &vec![0x80; 2 * m])),
        (
            "a body in UTF-16",
            bytes("Content-Type: text/plain; charset=utf-16le", &[0x01, 0x00].repeat((8 * m).max(LIMIT))),
        ),
        (
            "a body in gb18030",
            bytes("Content-Type: text/plain; charset=gb18030", &[0x81, 0x30, 0x81, 0x30].repeat(m / 2)),
        ),
        ("a body of shifts", bytes("Content-Type: text/plain; charset=iso-2022-jp", &b"\x1b$B\x1b(B".repeat(m / 4))),
        ("a body in UTF-7", bytes("Content-Type: text/plain; charset=utf-7", &b"+AAE-".repeat(m / 4))),
        (
            "a body in an unknown charset",
            bytes(&format!("Content-Type: text/plain; charset={}", "x".repeat(9_000)), &vec![b'x'; m]),
        ),
        (
            "base64 of zeros",
            bytes("Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64", &vec![b'A'; 2 * m]),
        ),
        ("invalid base64", bytes("Content-Transfer-Encoding: base64", &b"=\x01=".repeat(m))),
        ("a base64 body of control characters", bytes("Content-Transfer-Encoding: base64", &b"AQEB".repeat(m))),
        ("quoted-printable of nothing", bytes("Content-Transfer-Encoding: quoted-printable", &b"=\r\n".repeat(m))),
        (
            "quoted-printable of control characters",
            bytes("Content-Transfer-Encoding: quoted-printable", &b"=01".repeat(m)),
        ),
        ("one line without end", bytes("X: x", &vec![b'x'; 8 * m])),
        ("larger than the limit", bytes("X: x", &vec![b'x'; 26 << 20])),
        ("larger than a value", bytes("X: x", &vec![b'x'; 65 << 20])),
        ("nothing", Vec::new()),
        ("nothing but noise", (0..m).map(|n| u8::try_from(n * 167 % 251).expect("a byte")).collect()),
        ("nothing but control characters", vec![2; 4 * m]),
    ]
}

/// Messages with many or nested parts.
fn structures(Scale { bytes: m, attachments, .. }: Scale) -> Vec<(&'static str, Vec<u8>)> {
    let siblings = |kind: &str| MIXED.replace("mixed", kind);
    vec![
        ("multiparts within multiparts", nested(60, "mixed").into_bytes()),
        ("multiparts within multiparts, too deep", nested(m / 64, "alternative").into_bytes()),
        ("a million empty parts", format!("{MIXED}{}", "--b\r\n".repeat(m / 5)).into_bytes()),
        (
            "a digest of empty messages",
            format!("{}{}", siblings("digest"), "--b\r\n\r\n".repeat(m / 70 + attachments)).into_bytes(),
        ),
        (
            "versions of one text",
            format!("{}{}", siblings("alternative"), "--b\r\nContent-Type: text/html\r\n\r\nx\r\n".repeat(m / 40))
                .into_bytes(),
        ),
        (
            "a body of control characters, and many documents of one byte",
            parts(attachments + 1, |n| match n {
                0 => format!("\r\n{}", "\u{1}".repeat(1 << 20)),
                n => attachment(n, "x"),
            })
            .into_bytes(),
        ),
        ("many documents of one byte", parts(attachments, |n| attachment(n, "x")).into_bytes()),
        (
            "many documents of a kilobyte",
            parts(attachments, |n| attachment(n, &"x".repeat(m / attachments))).into_bytes(),
        ),
        ("a boundary that never comes", format!("{MIXED}{}", "--bb\r\n--\r\n".repeat(m / 10)).into_bytes()),
        (
            "boundaries that almost match",
            format!("{MIXED}{}", format!("--{}\r\n", "b".repeat(300)).repeat(m / 300)).into_bytes(),
        ),
        ("messages within messages", "Content-Type: message/rfc822\r\n\r\n".repeat(m / 32).into_bytes()),
        (
            "headers in every part",
            parts(attachments, |n| format!("{}\r\nx", "X-Y: z\r\n".repeat(100 + n / 10))).into_bytes(),
        ),
        ("no header, and lines like boundaries", "--b\r\n".repeat(m / 5).into_bytes()),
    ]
}

/// Messages with many or long fields, or fields that are slow to parse.
fn headers(m: usize) -> Vec<(&'static str, Vec<u8>)> {
    let field = |name: &str, value: &str| format!("{name}: {value}\r\n\r\nx").into_bytes();
    // At most as long as the header may be.
    let room = (32 * m).min(1_000_000);
    let addresses: String = (0..m / 20).map(|n| format!("{n}@h.example, ")).collect();
    let continued: String = (0..900).map(|n| format!("; name*{n}*=utf-8''%41%42")).collect();
    vec![
        ("a subject without end", field("Subject", &"s".repeat(2 << 20))),
        ("the longest subject", field("Subject", &"\"".repeat(room))),
        ("a subject of raw bytes", [b"Subject: ".as_slice(), &vec![0x80; room], b"\r\n\r\nx"].concat()),
        ("a subject of encoded words", field("Subject", &"=?utf-8?q?=01?= ".repeat(room / 16))),
        ("a subject of one encoded word", field("Subject", &format!("=?windows-1252?q?{}?=", "=80".repeat(room / 3)))),
        ("a subject of beginnings", field("Subject", &"=?utf-8?q?".repeat(room / 10))),
        ("fields without end", "X: y\r\n".repeat(m / 6).into_bytes()),
        ("one field folded without end", format!("X: y\r\n{}\r\nx", " z\r\n".repeat(m / 4)).into_bytes()),
        ("addresses without end", field("To", &addresses)),
        ("invalid addresses", field("Cc", &"\"x\" y, ".repeat(room / 8))),
        ("one address with comments without end", field("From", &"(".repeat(room))),
        ("addresses of encoded words", field("To", &"=?utf-8?q?,=22?= <a@b>, ".repeat(room / 24))),
        ("groups without end", field("To", &"g:a@b;".repeat(room / 6))),
        ("references without end", field("References", &"<a@b> ".repeat(room / 6))),
        ("one reference without end", field("References", &format!("<{}>", "a".repeat(room)))),
        ("references of quotes", field("References", &format!("<{}>", "\"".repeat(400)).repeat(2_400))),
        ("a date without end", field("Date", &"(".repeat(room))),
        ("continued parameters", field("Content-Type", &format!("text/plain{continued}"))),
        (
            "continued parameters in every part",
            parts(50, |_| format!("Content-Disposition: attachment{}\r\n\r\nx", &continued[..15_000])).into_bytes(),
        ),
        ("a media type without end", field("Content-Type", &format!("text/{}", "x".repeat(room)))),
        (
            "media types without end",
            parts(60, |_| format!("Content-Type: x/{}\r\n\r\nx", "y".repeat(15_000))).into_bytes(),
        ),
        (
            "a file name without end",
            parts(60, |_| format!("Content-Disposition: attachment; filename=\"{}\"\r\n\r\nx", "\u{1}".repeat(15_000)))
                .into_bytes(),
        ),
        (
            "content ids without end",
            parts(60, |_| format!("Content-ID: <{}>\r\n\r\nx", "y".repeat(15_000))).into_bytes(),
        ),
    ]
}
