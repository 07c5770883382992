//! HTML pages that ask for much: nesting, attributes, tables, markup that the parser must repair.

use super::Bomb;

pub(super) fn bombs() -> Vec<Bomb> {
    let mut bombs = Vec::new();
    let mut add = |name: String, page: String| bombs.push(Bomb::new(format!("{name}.html"), page.into_bytes()));
    for tag in [
        "<div>",
        "<b>",
        "<a href=x>",
        "<font size=1>",
        "<span>",
        "<ul><li>",
        "<ol><li>",
        "<dl><dd>",
        "<blockquote>",
        "<table><tr><td>",
        "<table>",
        "<p><b>",
        "<svg><g>",
        "<math><mi>",
        "<select><option>",
        "<template>",
        "<ruby><rt>",
        "<form><fieldset>",
        "<button>",
        "<object>",
        "<i><nobr>",
        "<h1><b>",
        "<pre>",
        "<details>",
    ] {
        for count in [2_000, 200_000] {
            add(format!("{count} nested {tag}"), tag.repeat(count));
        }
    }
    let numbered = |count: usize, part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<String>();
    add("attributes".into(), format!("<p {}>x</p>", numbered(300_000, &|n| format!("a{n}=b "))));
    add("equal attributes".into(), format!("<p {}>x</p>", "a=b ".repeat(1 << 20)));
    add("tags with attributes".into(), numbered(20_000, &|n| format!("<b a{n}=b c=d e=f>")));
    add("a long attribute".into(), format!("<p a='{}'>x", "y".repeat(4 << 20)));
    add("a long tag".into(), format!("<{}>", "y".repeat(4 << 20)));
    add("a wide row".into(), format!("<table><tr>{}", "<td>x".repeat(200_000)));
    add("a cross".into(), format!("<table><tr>{}{}", "<td>x".repeat(20_000), "<tr><td>x".repeat(20_000)));
    add("wide cells".into(), format!("<table>{}", numbered(20_000, &|n| format!("<tr><td colspan={n}>x<td>y"))));
    add("a very wide cell".into(), "<table><tr><td colspan=4294967295>x<td>y</table>".into());
    add("high cells".into(), format!("<table><tr>{}", "<td rowspan=9999999>x".repeat(20_000)));
    add("high and wide cells".into(), format!("<table>{}", "<tr><td rowspan=65534 colspan=1000>x".repeat(5_000)));
    add("tables in cells".into(), format!("<table><tr>{}", "<td><table><tr><td>x</table>".repeat(20_000)));
    add("text in tables".into(), format!("<table>{}", "x<b>y".repeat(100_000)));
    add("crossed formats".into(), "<b><i>x</b></i>".repeat(100_000));
    add("formats in paragraphs".into(), "<p><b><i><u>x".repeat(20_000));
    add("links in paragraphs".into(), "<a href=x><p>y".repeat(20_000));
    add("links in tables".into(), format!("<table>{}", "<a href=x><tr><td>y".repeat(20_000)));
    add("formats before a table".into(), format!("{}<table><tr><td>x", "<b><i><u><s>".repeat(20_000)));
    add("open comments".into(), "<!-- <p> ".repeat(200_000));
    add("comments".into(), "<!-- x -->".repeat(300_000));
    add("open scripts".into(), "<script><!--<script>".repeat(100_000));
    add("end tags".into(), "</p></div></b>".repeat(200_000));
    add("entities".into(), "&amp;&ampx;&#x41;&notit;".repeat(200_000));
    add("angle brackets".into(), "<".repeat(4 << 20));
    add("zero bytes".into(), "<p>\0\0</p>".repeat(300_000));
    add("long words".into(), format!("<blockquote><ul><li>{}", "x".repeat(4 << 20)));
    add("quotations with text".into(), format!("{}{}", "<blockquote>".repeat(90), "word ".repeat(500_000)));
    add("lists with text".into(), format!("{}{}", "<ul><li>".repeat(500), "word<br>".repeat(100_000)));
    add("images".into(), "<img src=x alt='y z'>".repeat(200_000));
    add("headings".into(), "<h1>x</h1><hr>".repeat(150_000));
    bombs
}
