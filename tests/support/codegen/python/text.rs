//! Writing Python: documentation in lines, lists that fit a line or take several.

/// How long a line may be.
const WIDTH: usize = 120;

/// Words of the description as Python's documentation has them.
pub fn words(about: &str) -> String {
    about.trim().replace("`null`", "`None`").replace('`', "``")
}

/// A documentation text at this depth: its paragraphs, broken into lines.
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

/// One paragraph in lines; one of a list goes on below its first word.
fn lines(paragraph: &str, indent: &str) -> String {
    let each = paragraph.lines().map(|line| {
        let hanging = if line.starts_with("* ") { "  " } else { "" };
        // The first line has three quotes before it.
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

/// `head(items)tail` on one line, or with a line an item.
pub fn bracketed(depth: usize, head: &str, items: &[String], tail: &str) -> String {
    let indent = " ".repeat(depth);
    let one = format!("{indent}{head}{}{tail}", items.join(", "));
    if one.chars().count() <= WIDTH {
        return one + "\n";
    }
    let all: String = items.iter().map(|item| format!("{indent}    {item},\n")).collect();
    format!("{indent}{head}\n{all}{indent}{tail}\n").replace("*,,", "*,")
}

/// Items with a comma behind each, as many to a line as there is room for.
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
