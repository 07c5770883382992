//! Texts in which credentials are named.

/// A text with `{name}` where a credential goes.
#[derive(Debug, Clone, Copy)]
pub(in crate::carriers) struct Template<'t>(pub &'t str);

impl<'t> Template<'t> {
    /// Refuses braces that name nothing.
    pub fn check(self) -> Result<(), String> {
        let is_name = |name: &str| {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        };
        for (text, name) in self.parts() {
            if text.contains(['{', '}']) {
                return Err("a brace stands alone; {name} is where a credential goes".to_owned());
            }
            if let Some(name) = name.filter(|name| !is_name(name)) {
                return Err(format!("{{{name}}} names no credential: small letters, digits and _ are expected"));
            }
        }
        Ok(())
    }

    /// The credentials that are named.
    pub fn names(self) -> impl Iterator<Item = &'t str> {
        self.parts().into_iter().filter_map(|(_, name)| name)
    }

    /// The text with everything put in.
    pub fn filled<'v>(self, value: impl Fn(&str) -> Option<&'v str>) -> String {
        let parts = self.parts().into_iter();
        parts.flat_map(|(text, name)| [text, name.and_then(&value).unwrap_or_default()]).collect()
    }

    /// Its texts, each with the name behind it.
    fn parts(self) -> Vec<(&'t str, Option<&'t str>)> {
        let (mut parts, mut rest) = (Vec::new(), self.0);
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
        {
            parts.push((before, Some(name)));
            rest = after;
        }
        parts.push((rest, None));
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
