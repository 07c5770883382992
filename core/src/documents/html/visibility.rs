//! Decides which elements of a page are displayed: by their attributes, and by simple rules of the style sheets in the page.

use html5ever::Attribute;

/// Maximum number of rules that are used.
const MAX_RULES: usize = 500;

/// The attributes of an element.
pub(super) struct Attributes<'a>(pub &'a [Attribute]);

impl<'a> Attributes<'a> {
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
    }
}

/// The rules of a page that hide elements or strike them out.
pub(super) struct StyleSheet(Vec<Selector>);

/// The last part of a selector: `td.old`.
struct Selector {
    name: Option<String>,
    id: Option<String>,
    classes: Vec<String>,
}

impl StyleSheet {
    /// Reads all style sheets in the page. Rules for certain media, states and attributes are not used.
    pub fn of(page: &str) -> Self {
        let mut sheet = StyleSheet(Vec::new());
        let lower = page.to_ascii_lowercase();
        let mut from = 0;
        while let Some(found) = memchr::memmem::find(&lower.as_bytes()[from..], b"<style") {
            let begin = from + found;
            let Some(open) = page[begin..].find('>').map(|open| begin + open + 1) else { break };
            let length = memchr::memmem::find(&lower.as_bytes()[open..], b"</style");
            let end = length.map_or(page.len(), |length| open + length);
            sheet.add(&page[open..end]);
            from = end;
        }
        sheet
    }

    fn add(&mut self, rules: &str) {
        let rules = without_comments(rules);
        let mut rest = rules.as_str();
        while let Some(brace) = rest.find('{') {
            let selectors = rest[..brace].rsplit([';', '}']).next().unwrap_or_default().trim();
            let end = block_end(&rest[brace..]).map_or(rest.len(), |end| brace + end);
            let declarations = &rest[brace + 1..end];
            if !selectors.starts_with('@') && hides(declarations) {
                let room = MAX_RULES.saturating_sub(self.0.len());
                self.0.extend(selectors.split(',').filter_map(Selector::parse).take(room));
            }
            rest = rest.get(end + 1..).unwrap_or_default();
        }
    }

    /// Whether the text of an element is not displayed, or is struck out.
    pub fn hides(&self, name: &str, attributes: &Attributes<'_>) -> bool {
        matches!(name, "s" | "del" | "strike")
            || attributes.get("hidden").is_some()
            || attributes.get("style").is_some_and(hides)
            || self.0.iter().any(|selector| selector.matches(name, attributes))
    }

    /// Whether an element is a line because of its attribute `style`.
    pub fn is_block(&self, attributes: &Attributes<'_>) -> bool {
        let is_block = |(name, value): (String, String)| {
            name == "display"
                && ["block", "flex", "grid", "table", "list-item"].iter().any(|kind| value.starts_with(kind))
        };
        attributes.get("style").is_some_and(|style| declarations(style).any(is_block))
    }
}

impl Selector {
    /// `None` if the selector depends on a state, an attribute, or only on the elements around it.
    fn parse(written: &str) -> Option<Self> {
        let written = written.trim();
        let last = written.rsplit(|c: char| c.is_whitespace() || matches!(c, '>' | '+' | '~')).next()?;
        if last.is_empty() || last.contains([':', '[', '*', '@']) {
            return None;
        }
        let mut selector = Selector { name: None, id: None, classes: Vec::new() };
        let (name, mut rest) = last.split_at(last.find(['.', '#']).unwrap_or(last.len()));
        if !name.is_empty() {
            selector.name = Some(name.to_ascii_lowercase());
        }
        while let Some(mark) = rest.chars().next() {
            let end = rest[1..].find(['.', '#']).map_or(rest.len(), |end| end + 1);
            let part = rest[1..end].to_owned();
            match mark {
                '#' => selector.id = Some(part),
                _ => selector.classes.push(part),
            }
            rest = &rest[end..];
        }
        let is_about_element = selector.id.is_some() || !selector.classes.is_empty();
        (is_about_element || last.len() == written.len()).then_some(selector)
    }

    fn matches(&self, name: &str, attributes: &Attributes<'_>) -> bool {
        let classes = attributes.get("class").unwrap_or_default();
        let has_class = |class: &String| classes.split_ascii_whitespace().any(|other| other == class);
        self.name.as_deref().is_none_or(|wanted| wanted == name)
            && self.id.as_deref().is_none_or(|id| attributes.get("id") == Some(id))
            && self.classes.iter().all(has_class)
    }
}

fn hides(style: &str) -> bool {
    declarations(style).any(|(name, value)| match name.as_str() {
        "display" => value == "none",
        "visibility" => value == "hidden" || value == "collapse",
        "text-decoration" | "text-decoration-line" => value.contains("line-through"),
        "mso-hide" => value == "all",
        _ => false,
    })
}

fn declarations(style: &str) -> impl Iterator<Item = (String, String)> {
    style.split(';').filter_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        let value = value.to_ascii_lowercase();
        Some((name.trim().to_ascii_lowercase(), value.trim().trim_end_matches("!important").trim().to_owned()))
    })
}

fn without_comments(rules: &str) -> String {
    let mut kept = String::new();
    let mut rest = rules;
    while let Some((before, comment)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    kept + rest
}

/// The position of the brace that closes the first one.
fn block_end(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().position(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b'}' && depth == 0
    })
}
