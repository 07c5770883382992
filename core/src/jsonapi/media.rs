//! The media types of JSON:API and plain JSON.

/// The media type of JSON:API.
pub const JSON_API: &str = "application/vnd.api+json";

/// The media type of plain JSON, which many clients send and some endpoints return.
pub const JSON: &str = "application/json";

/// Whether a `Content-Type` is a form of JSON (`application/json`, `application/vnd.api+json`, `…+json`).
pub fn is_json(content_type: &str) -> bool {
    let subtype = essence(content_type).split_once('/').map_or("", |(_, subtype)| subtype);
    subtype.eq_ignore_ascii_case("json")
        || subtype.rsplit_once('+').is_some_and(|(_, suffix)| suffix.eq_ignore_ascii_case("json"))
}

/// Whether a request body with this `Content-Type` is accepted: JSON or JSON:API in UTF-8, with supported parameters.
pub fn is_accepted(content_type: &str) -> bool {
    let essence = essence(content_type);
    let is_json_api = essence.eq_ignore_ascii_case(JSON_API);
    (is_json_api || essence.eq_ignore_ascii_case(JSON)) && unsupported_parameter(content_type).is_none()
}

/// The first unsupported parameter of a `Content-Type`. The only supported `charset` is UTF-8. JSON:API allows the parameters `profile`,
/// which is ignored, and `ext`, which must be empty because no extension is supported. Other parameters of plain JSON are ignored;
/// those of JSON:API must be rejected.
pub fn unsupported_parameter(content_type: &str) -> Option<&str> {
    let is_json_api = essence(content_type).eq_ignore_ascii_case(JSON_API);
    parameters(content_type).find(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let value = value.trim().trim_matches('"').trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "charset" => !value.eq_ignore_ascii_case("utf-8") && !value.eq_ignore_ascii_case("utf8"),
            "profile" => false,
            "ext" => is_json_api && !value.is_empty(),
            _ => is_json_api,
        }
    })
}

fn essence(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}

/// Splits at semicolons outside quotes.
fn parameters(content_type: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let cut = move |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    content_type.split(cut).skip(1).map(str::trim).filter(|parameter| !parameter.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_of_json_are_recognized() {
        for yes in ["application/json", "Application/VND.API+JSON; charset=utf-8", "application/problem+json"] {
            assert!(is_json(yes), "{yes}");
        }
        for no in ["", "text/html", "json", "application/jsonp", "text/plain; x=application/json"] {
            assert!(!is_json(no), "{no}");
        }
        assert!(is_accepted("application/json; charset=utf-8") && !is_accepted("application/problem+json"));
    }

    #[test]
    fn a_body_is_accepted_in_utf_8_without_extensions() {
        for yes in [
            "application/vnd.api+json",
            "Application/vnd.API+json ;",
            "application/vnd.api+json; profile=\"https://a.example/x;y https://b.example\"",
            "application/vnd.api+json; ext=\"\"",
            "application/vnd.api+json; charset=utf-8",
            "application/vnd.api+json; Charset=\"UTF-8\"; profile=x",
            "application/json; charset=UTF8; ext=x",
        ] {
            assert!(is_accepted(yes), "{yes}: {:?}", unsupported_parameter(yes));
        }
        for (no, named) in [
            ("application/vnd.api+json; charset=iso-8859-1", "charset=iso-8859-1"),
            ("application/json; charset=utf-16", "charset=utf-16"),
            ("application/json; charset", "charset"),
            (
                "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"",
                "ext=\"https://jsonapi.org/ext/atomic\"",
            ),
            ("application/vnd.api+json; profile=\"a;b\"; v=1", "v=1"),
            ("application/vnd.api+json; =", "="),
        ] {
            assert_eq!((is_accepted(no), unsupported_parameter(no)), (false, Some(named)), "{no}");
        }
    }
}
