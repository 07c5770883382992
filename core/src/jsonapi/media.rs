//! Media types.

/// The media type of JSON:API.
pub const JSON_API: &str = "application/vnd.api+json";

/// Plain JSON, which public clients of this interface send and some of its endpoints answer.
pub const JSON: &str = "application/json";

/// Whether a `Content-Type` names JSON in any of its forms (`application/json`, `application/vnd.api+json`, `…+json`).
pub fn is_json(content_type: &str) -> bool {
    let subtype = essence(content_type).split_once('/').map_or("", |(_, subtype)| subtype);
    subtype.eq_ignore_ascii_case("json")
        || subtype.rsplit_once('+').is_some_and(|(_, suffix)| suffix.eq_ignore_ascii_case("json"))
}

/// Whether a request body of this `Content-Type` is accepted: plain JSON with any parameters, or JSON:API with those that
/// leave a document what it is.
pub fn is_accepted(content_type: &str) -> bool {
    let essence = essence(content_type);
    let is_json_api = essence.eq_ignore_ascii_case(JSON_API);
    (is_json_api || essence.eq_ignore_ascii_case(JSON)) && unsupported_parameter(content_type).is_none()
}

/// The first parameter of the media type of JSON:API that is not supported. The standard allows `profile`, which may be
/// passed over, and `ext`, of which there is none here; every other one is to be refused.
pub fn unsupported_parameter(content_type: &str) -> Option<&str> {
    if !essence(content_type).eq_ignore_ascii_case(JSON_API) {
        return None;
    }
    parameters(content_type).find(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let is_empty_ext = name.trim().eq_ignore_ascii_case("ext") && value.trim().trim_matches('"').trim().is_empty();
        !name.trim().eq_ignore_ascii_case("profile") && !is_empty_ext
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
    fn json_is_known_in_all_its_forms() {
        for yes in ["application/json", "Application/VND.API+JSON; charset=utf-8", "application/problem+json"] {
            assert!(is_json(yes), "{yes}");
        }
        for no in ["", "text/html", "json", "application/jsonp", "text/plain; x=application/json"] {
            assert!(!is_json(no), "{no}");
        }
        assert!(is_accepted("application/json; charset=utf-8") && !is_accepted("application/problem+json"));
    }

    #[test]
    fn json_api_comes_without_parameters_but_profiles() {
        for yes in [
            "application/vnd.api+json",
            "Application/vnd.API+json ;",
            "application/vnd.api+json; profile=\"https://a.example/x;y https://b.example\"",
            "application/vnd.api+json; ext=\"\"",
        ] {
            assert!(is_accepted(yes), "{yes}: {:?}", unsupported_parameter(yes));
        }
        for (no, named) in [
            ("application/vnd.api+json; charset=utf-8", "charset=utf-8"),
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
