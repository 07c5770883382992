//! Texts in which credentials are named.

/// A text with `{name}` where a credential goes.
#[derive(Debug, Clone, Copy)]
pub(in crate::carriers) struct Template<'t>(pub &'t str);

/// A part of a template.
enum Part<'t> {
    Text(&'t str),
    Name(&'t str),
}

impl<'t> Template<'t> {
    /// Refuses braces that name nothing.
    pub fn check(self) -> Result<(), String> {
        let is_name = |name: &str| {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        };
        for part in self.parts() {
            match part {
                Part::Name(name) if !is_name(name) => {
                    return Err(format!("{{{name}}} names no credential: small letters, digits and _ are expected"));
                }
                Part::Text(text) if text.contains(['{', '}']) => {
                    return Err("a brace stands alone; {name} is where a credential goes".to_owned());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The credentials that are named.
    pub fn names(self) -> impl Iterator<Item = &'t str> {
        self.parts().into_iter().filter_map(|part| match part {
            Part::Name(name) => Some(name),
            Part::Text(_) => None,
        })
    }

    /// The text with everything put in.
    pub fn filled<'v>(self, value: impl Fn(&str) -> Option<&'v str>) -> String {
        let mut filled = String::new();
        for part in self.parts() {
            match part {
                Part::Text(text) => filled.push_str(text),
                Part::Name(name) => filled.push_str(value(name).unwrap_or_default()),
            }
        }
        filled
    }

    fn parts(self) -> Vec<Part<'t>> {
        let (mut parts, mut rest) = (Vec::new(), self.0);
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
        {
            parts.extend([Part::Text(before), Part::Name(name)]);
            rest = after;
        }
        parts.push(Part::Text(rest));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_is_put_in_and_everything_else_stays() {
        let template = Template("Bearer {key}, {id}");
        assert_eq!(template.names().collect::<Vec<_>>(), ["key", "id"]);
        assert_eq!(template.filled(|name| if name == "key" { Some("{id}") } else { None }), "Bearer {id}, ");
        for text in ["", "1", "{a_1}", "x{a}y{b}"] {
            assert_eq!(Template(text).check(), Ok(()), "{text}");
        }
        for text in ["{", "}", "a}{b}", "{A}", "{}", "{a b}", "{{a}}", "{a"] {
            assert!(Template(text).check().is_err(), "{text}");
        }
    }
}
