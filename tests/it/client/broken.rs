//! Tests with broken responses.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use shiptrack::error::ErrorKind;
use shiptrack_tests::script_server::{Script, Server, answer, chunked, head};

use super::{CREATE, GET, JSON_API, LIST, Stage, every_operation, one, resource};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn html_page_is_an_error_that_contains_it() {
    let page = b"<html><body>Please log in</body></html>";
    for (status, kind) in [(200, ErrorKind::UnexpectedResponse), (502, ErrorKind::Unavailable)] {
        for operation in every_operation() {
            let stage = Stage::answering(answer(status, &[("Content-Type", "text/html")], page));
            let error = operation.run(&stage.client).unwrap_err();
            assert_eq!((error.kind(), error.http_status()), (kind, Some(status)));
            assert_eq!(error.body(), Some(&page[..]), "{error}");
        }
    }
}

#[test]
fn only_json_media_types_are_accepted() {
    let body = format!(r#"{{"data":{}}}"#, resource("r-1"));
    let answer_of_type = |media_type: &str| answer(200, &[("Content-Type", media_type)], body.as_bytes());
    for media_type in ["text/plain", "application/xml", "application/jsonp", "image/png", ""] {
        let error = GET.run(&Stage::answering(answer_of_type(media_type)).client).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedResponse, "{media_type:?}: {error}");
    }
    for media_type in ["application/json", "application/vnd.api+json; charset=utf-8", "Application/VND.API+JSON"] {
        GET.run(&Stage::answering(answer_of_type(media_type)).client).unwrap();
    }
    // A response without a media type is read as JSON.
    GET.run(&Stage::answering(answer(200, &[], body.as_bytes())).client).unwrap();
}

#[test]
fn document_of_another_shape_is_an_error() {
    for body in ["", "null", "[]", "7", "\"text\"", "{}", r#"{"data":null}"#, r#"{"data":[1]}"#, "{\"data\":{}} x"] {
        let stage = Stage::answering(answer(200, &[JSON_API], body.as_bytes()));
        let error = CREATE.run(&stage.client).unwrap_err();
        assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::UnexpectedResponse, true), "{body:?}: {error}");
        assert_eq!(stage.sent(), 1);
    }
}

#[test]
fn redirect_is_an_error_and_not_followed() {
    let elsewhere = Server::answering(one());
    for status in [300, 301, 302, 303, 304, 307, 308] {
        for operation in every_operation() {
            let moved = head(status, &[("Location", &elsewhere.url("/v2/stolen")), ("Content-Length", "0")]);
            let stage = Stage::answering(moved);
            let error = operation.run(&stage.client).unwrap_err();
            assert_eq!((error.kind(), error.http_status()), (ErrorKind::UnexpectedResponse, Some(status)));
            assert_eq!((stage.sent(), error.is_in_doubt()), (1, false));
        }
    }
    assert_eq!(elsewhere.connections(), 0);
}

#[test]
fn compressed_bomb_stops_at_the_limit_without_retry() {
    let megabyte = gzip(&vec![b' '; 1_000_000]);
    let script = Script::new().receive().send(head(200, &[JSON_API, ("Content-Encoding", "gzip")])).flood(megabyte);
    let stage = Stage::of([script.clone()]);
    assert_eq!((GET.run(&stage.client).unwrap_err().kind(), stage.sent()), (ErrorKind::TooLarge, 1));
    for (operation, in_doubt) in [(LIST, false), (CREATE, true)] {
        let stage = Stage::with([script.clone()], |builder| builder.body_limit(1_000_000));
        let error = operation.run(&stage.client).unwrap_err();
        assert_eq!((error.kind(), error.is_in_doubt(), stage.sent()), (ErrorKind::TooLarge, in_doubt, 1));
    }
}

#[test]
fn endless_body_stops_at_the_limit() {
    let flood =
        |headers: &[(&str, &str)], piece: Vec<u8>| Script::new().receive().send(head(200, headers)).flood(piece);
    for script in [
        flood(&[JSON_API], vec![b' '; 10_000]),
        flood(&[JSON_API, ("Transfer-Encoding", "chunked")], b"4\r\n    \r\n".repeat(500)),
        flood(&[JSON_API, ("Content-Length", "99999999999")], vec![b' '; 10_000]),
    ] {
        let stage = Stage::with([script], |builder| builder.body_limit(100_000));
        assert_eq!(GET.run(&stage.client).unwrap_err().kind(), ErrorKind::TooLarge);
        assert_eq!(stage.sent(), 1);
    }
}

#[test]
fn deeply_nested_document_is_rejected() {
    for body in ["[".repeat(1_000_000), format!("{}\"data\":", "{\"a\":".repeat(1_000_000))] {
        let deep = answer(200, &[JSON_API], body.as_bytes());
        let stage = Stage::of([Script::new().answer(deep.clone()).answer(deep)]);
        assert_eq!(GET.run(&stage.client).unwrap_err().kind(), ErrorKind::UnexpectedResponse);
    }
}

#[test]
fn too_large_header_is_rejected() {
    for script in [
        Script::new().receive().send("HTTP/1.1 200 OK\r\nX-Field: ").flood("x".repeat(10_000)),
        Script::new().answer(answer(200, &vec![("X-Field", "1"); 100], b"{}")),
    ] {
        for (operation, in_doubt) in [(GET, false), (CREATE, true)] {
            let stage = Stage::of([script.clone()]);
            let error = operation.run(&stage.client).unwrap_err();
            assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::TooLarge, in_doubt), "{error}");
            assert_eq!(stage.sent(), 1);
        }
    }
}

#[test]
fn response_cut_at_any_byte_is_an_error() {
    let body = format!(r#"{{"data":{}}}"#, resource("r-1"));
    let (half, rest) = body.as_bytes().split_at(30);
    let zipped = gzip(body.as_bytes());
    for whole in [
        answer(200, &[JSON_API], body.as_bytes()),
        chunked(200, &[JSON_API], &[half, rest]),
        answer(200, &[JSON_API, ("Content-Encoding", "gzip")], &zipped),
        // Without a length, the end of the connection is the end of the body, and the document is incomplete.
        [head(200, &[JSON_API]), body.clone().into_bytes()].concat(),
    ] {
        // The line break after the last chunk is not needed.
        let unneeded = if whole.ends_with(b"0\r\n\r\n") { 2 } else { 0 };
        let cuts = 0..whole.len() - unneeded;
        let scripts: Vec<Script> = cuts.clone().map(|cut| Script::new().answer(&whole[..cut])).collect();
        let stage = Stage::of(scripts);
        for cut in cuts.clone() {
            let error = CREATE.run(&stage.client).expect_err("the response is incomplete");
            assert!(error.is_in_doubt(), "cut at {cut}: {error}");
            assert!(matches!(error.kind(), ErrorKind::Connection | ErrorKind::UnexpectedResponse), "{cut}: {error}");
        }
        assert_eq!(stage.sent(), cuts.len(), "each create is sent once");
    }
}
