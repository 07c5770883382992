//! Media types.

/// The media type of JSON:API.
pub const JSON_API: &str = "application/vnd.api+json";

/// Plain JSON, which public clients of this interface send and some of its endpoints answer.
pub const JSON: &str = "application/json";

/// Whether a `Content-Type` names JSON in any of its forms (`application/json`, `application/vnd.api+json`, `…+json`).
pub fn is_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    let subtype = essence.split_once('/').map_or("", |(_, subtype)| subtype);
    subtype.eq_ignore_ascii_case("json")
        || subtype.rsplit_once('+').is_some_and(|(_, suffix)| suffix.eq_ignore_ascii_case("json"))
}

/// Whether a request body of this `Content-Type` is accepted: JSON:API or plain JSON, with any parameters.
pub fn is_accepted(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case(JSON_API) || essence.eq_ignore_ascii_case(JSON)
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
}
