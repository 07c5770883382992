//! Formats Python code: docstrings, and lists on one or several lines.

/// Longest line.
const WIDTH: usize = 120;

/// Converts a description to the markup of Python docstrings.
pub fn words(about: &str) -> String {
    about.trim().replace("`null`", "`None`").replace('`', "``")
}

/// Returns a docstring with this indentation, its paragraphs wrapped.
pub fn docstring(depth: usize, paragraphs: &[String]) -> String {
    let indent = " ".repeat(depth);
    let text = paragraphs.iter().filter(|part| !part.is_empty()).map(|part| lines(part, &indent));
    let text = text.collect::<Vec<_>>().join("\n\n");
    let text = text.trim_start();
    match text.contains('\n') || depth + text.len() + 6 > WIDTH {
        true => format!("{indent}\"\"\"{text}\n{indent}\"\"\"\n"),
        false => format!("{indent}\"\"\"{text}\"\"\"\n"),
    }
}

/// Wraps one paragraph. Further lines of a list item are indented.
fn lines(paragraph: &str, indent: &str) -> String {
    let each = paragraph.lines().map(|line| {
        let hanging = if line.starts_with("* ") { "  " } else { "" };
        // The first line begins with three quotes.
        let (mut all, mut current) = (Vec::new(), String::from(if hanging.is_empty() { "   " } else { "" }));
        for word in line.split(' ') {
            if !current.trim().is_empty() && indent.len() + current.chars().count() + 1 + word.chars().count() > WIDTH {
                all.push(std::mem::replace(&mut current, hanging.to_owned()));
            }
            let is_begun = !current.trim().is_empty();
            current.push_str(if is_begun { " " } else { "" });
            current.push_str(word);
        }
        all.push(current);
        let first = all[0].trim_start().to_owned();
        let rest = all[1..].iter().map(|line| format!("\n{indent}{line}"));
        format!("{indent}{first}{}", rest.collect::<String>())
    });
    each.collect::<Vec<_>>().join("\n")
}

/// Returns `head(items)tail` on one line, or with one line for each item.
pub fn bracketed(depth: usize, head: &str, items: &[String], tail: &str) -> String {
    let indent = " ".repeat(depth);
    let one = format!("{indent}{head}{}{tail}", items.join(", "));
    if one.chars().count() <= WIDTH {
        return one + "\n";
    }
    let all: String = items.iter().map(|item| format!("{indent}    {item},\n")).collect();
    format!("{indent}{head}\n{all}{indent}{tail}\n").replace("*,,", "*,")
}

/// Returns items with a trailing comma, as many on a line as fit.
pub fn packed(indent: &str, items: &[String]) -> String {
    let (mut text, mut width) = (String::new(), WIDTH);
    for item in items {
        let length = item.chars().count() + 2;
        if width + length > WIDTH {
            text.push_str(if text.is_empty() { indent } else { "\n" });
            text.push_str(if text.len() > indent.len() { indent } else { "" });
            width = indent.len() + length - 1;
        } else {
            text.push(' ');
            width += length;
        }
        text.push_str(item);
        text.push(',');
    }
    text + "\n"
}
