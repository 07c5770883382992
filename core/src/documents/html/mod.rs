//! Extracts the text of HTML pages that a reader sees. Nothing is fetched or executed.
//!
//! `layout` makes lines and tables of the text, `visibility` decides which elements are displayed. The page is read as a sequence of tags,
//! without a tree: time and memory are proportional to its size, however deep it is nested.

mod layout;
mod visibility;

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use self::layout::{Joint, Layout};
use self::visibility::{Attributes, StyleSheet};
use super::file_format::{Limits, Problem};
use super::text::Text;

/// Maximum number of open elements that are remembered, and of those that an end tag can close.
const MAX_OPEN: usize = 10_000;
const MAX_CLOSED: usize = 500;

/// The largest number of columns or rows that a cell can have.
const MAX_SPAN: usize = 1_000;

const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "nav",
    "ol",
    "option",
    "p",
    "pre",
    "section",
    "select",
    "summary",
    "table",
    "textarea",
    "title",
    "ul",
];
const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
const FORMATS: &[&str] =
    &["a", "abbr", "b", "big", "code", "em", "font", "i", "ins", "mark", "q", "small", "strong", "tt", "u"];
/// Elements that are parts of a word.
const PARTS_OF_WORDS: &[&str] = &["sub", "sup", "wbr"];
/// Elements whose text is never displayed.
const NOT_DISPLAYED: &[&str] = &["iframe", "noembed", "noframes", "script", "style", "template", "title"];

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Text, Problem> {
    let looked_at = String::from_utf8_lossy(&bytes[..bytes.len().min(limits.text)]);
    let page = Page {
        styles: StyleSheet::of(&looked_at),
        state: RefCell::new(State { open: Vec::new(), hidden: 0, layout: Layout::default() }),
    };
    let tokenizer = Tokenizer::new(page, TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(&*looked_at));
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    let state = tokenizer.sink.state.into_inner();
    let mut text = state.layout.into_text(limits.budget());
    text.is_truncated |= bytes.len() > limits.text;
    Ok(text)
}

struct Page {
    styles: StyleSheet,
    state: RefCell<State>,
}

/// An element that is open.
struct Open {
    name: String,
    is_hidden: bool,
}

struct State {
    open: Vec<Open>,
    /// Number of open elements that are not displayed.
    hidden: usize,
    layout: Layout,
}

impl TokenSink for Page {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut state = self.state.borrow_mut();
        match token {
            Token::CharacterTokens(text) if state.hidden == 0 => state.layout.add(&text),
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                state.start(&tag, &self.styles);
                match &*tag.name {
                    "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
                        return TokenSinkResult::RawData(RawKind::Rawtext);
                    }
                    "title" | "textarea" => return TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => {}
                }
            }
            Token::TagToken(tag) => state.end(&tag.name),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl State {
    fn start(&mut self, tag: &Tag, styles: &StyleSheet) {
        let name = &*tag.name;
        let attributes = Attributes(&tag.attrs);
        self.close_implied(name);
        let is_hidden = NOT_DISPLAYED.contains(&name) || styles.hides(name, &attributes);
        let is_displayed = self.hidden == 0 && !is_hidden;
        match name {
            "table" => self.layout.begin_table(),
            "tr" => self.layout.begin_row(),
            "td" | "th" => {
                let span = |name| {
                    attributes.get(name).and_then(|text| text.trim().parse().ok()).unwrap_or(1).clamp(1, MAX_SPAN)
                };
                self.layout.begin_cell(span("colspan"), span("rowspan"), is_displayed);
            }
            "input" if is_displayed => {
                let kind = attributes.get("type").unwrap_or("text").to_ascii_lowercase();
                if !["hidden", "checkbox", "radio", "submit", "button", "image", "reset", "file", "password"]
                    .contains(&kind.as_str())
                {
                    self.layout.join(Joint::Element);
                    self.layout.add(attributes.get("value").unwrap_or_default());
                }
            }
            _ => self.boundary(name, styles.is_block(&attributes)),
        }
        if name == "pre" {
            self.layout.preformatted += 1;
        }
        if !VOID.contains(&name) && self.open.len() < MAX_OPEN {
            self.open.push(Open { name: name.to_owned(), is_hidden });
            self.hidden += usize::from(is_hidden);
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "table" => self.layout.end_table(),
            "tr" => self.layout.end_row(),
            "td" | "th" => self.layout.end_cell(),
            _ => self.boundary(name, false),
        }
        if name == "pre" {
            self.layout.preformatted = self.layout.preformatted.saturating_sub(1);
        }
        let boundaries: &[&str] = match name {
            "table" => &[],
            "td" | "th" | "tr" | "tbody" | "thead" | "tfoot" => &["table"],
            _ => &["td", "th", "table"],
        };
        self.close(&[name], boundaries);
    }

    /// The text before and behind the tag belongs to different lines, or to different words.
    fn boundary(&mut self, name: &str, is_block: bool) {
        if is_block || BLOCKS.contains(&name) {
            self.layout.end_line();
        } else if FORMATS.contains(&name) {
            self.layout.join(Joint::Format);
        } else if !PARTS_OF_WORDS.contains(&name) {
            self.layout.join(Joint::Element);
        }
    }

    /// Closes the elements that the beginning of this one ends.
    fn close_implied(&mut self, name: &str) {
        match name {
            "td" | "th" => self.close(&["td", "th"], &["table"]),
            "tr" => self.close(&["tr"], &["table"]),
            "tbody" | "thead" | "tfoot" => self.close(&["tbody", "thead", "tfoot"], &["table"]),
            "li" => self.close(&["li"], &["ul", "ol", "td", "th", "table"]),
            "dt" | "dd" => self.close(&["dt", "dd"], &["dl", "td", "th", "table"]),
            "option" => self.close(&["option"], &["select"]),
            "body" => self.close(&["head"], &[]),
            _ if BLOCKS.contains(&name) && name != "br" => self.close(&["p"], &["td", "th", "table", "div", "button"]),
            _ => {}
        }
    }

    /// Closes the innermost of these elements, and the elements in it, if no boundary is open in it.
    fn close(&mut self, names: &[&str], boundaries: &[&str]) {
        let found = self
            .open
            .iter()
            .rev()
            .take(MAX_CLOSED)
            .position(|open| names.contains(&open.name.as_str()) || boundaries.contains(&open.name.as_str()));
        let Some(index) = found.map(|position| self.open.len() - 1 - position) else { return };
        if names.contains(&self.open[index].name.as_str()) {
            self.hidden -= self.open.drain(index..).filter(|open| open.is_hidden).count();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn lines(page: &str) -> Vec<Vec<String>> {
        let limits = Limits { pages: 1, cells: 10_000, text: 1 << 20, time: Duration::from_secs(1) };
        let text = read(page.as_bytes(), &limits).unwrap();
        text.lines.iter().map(|line| line.0.iter().map(|cell| cell.text.clone()).collect()).collect()
    }

    #[test]
    fn blocks_are_lines_and_neighbouring_elements_are_words() {
        assert_eq!(
            lines("<div>a</div>b<p>c<p>d<br>e<ul><li>f<li>g</ul>"),
            [["a"], ["b"], ["c"], ["d"], ["e"], ["f"], ["g"]]
        );
        for (page, text) in [
            ("<span>Vessel</span><span>ALPHA</span>", "Vessel ALPHA"),
            ("<b>Vessel</b>ALPHA", "Vessel ALPHA"),
            ("<b>Vessel:</b>ALPHA", "Vessel:ALPHA"),
            ("MAEU1234<b>56789</b>", "MAEU123456789"),
            ("<b>A</b>LPHA", "ALPHA"),
            ("27<sup>th</sup> of May", "27th of May"),
            ("a \n <i> b</i>", "a b"),
            ("a<!-- x -->b", "ab"),
        ] {
            assert_eq!(lines(page), [[text]], "{page}");
        }
    }

    #[test]
    fn text_that_is_not_displayed_is_left_out() {
        for hidden in [
            "<p hidden>x</p>",
            "<div style='display:none'>x<p>y</p></div>",
            "<div style='color:red; VISIBILITY : hidden !important'>x</div>",
            "<span style=text-decoration:line-through>x</span>",
            "<s>x</s><del>x</del><strike>x</strike>",
            "<style>.old, p.gone { text-decoration: red line-through }</style><i class='a old'>x</i><p class=gone>x</p>",
            "<style>#no{display:none}</style><div id=no>x</div>",
            "<script>x</script><style>x</style><title>x</title><template>x</template>",
            "<p hidden>x<p>",
            "<table><tr hidden><td>x</tr></table>",
            "<input type=hidden value=x>",
        ] {
            assert_eq!(lines(&format!("{hidden}<div>seen</div>")), [["seen"]], "{hidden}");
        }
        for seen in [
            "<p class=old>x</p>",
            "<style>@media print { p { display:none } } a:hover { display:none } td p { display:none }</style><p>x</p>",
            "<p style='display:block'>x</p>",
            "<input value=x>",
            "<textarea>x</textarea>",
        ] {
            assert_eq!(lines(seen), [["x"]], "{seen}");
        }
    }

    #[test]
    fn rows_are_lines_and_columns_are_kept() {
        let page = "<table><tr><th>A<th>B<br>b<th>C<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5<tr><td colspan=2>6<td>7</table>";
        assert_eq!(lines(page), [vec!["A", "B b", "C"], vec!["1", "2", "3"], vec!["4", "5"], vec!["6", "7"]]);
        let limits = Limits { pages: 1, cells: 100, text: 1 << 10, time: Duration::from_secs(1) };
        let text = read(page.as_bytes(), &limits).unwrap();
        let columns: Vec<Vec<u32>> =
            text.lines.iter().map(|line| line.0.iter().map(|cell| cell.column).collect()).collect();
        assert_eq!((columns[2][0], columns[2][1]), (columns[0][1], columns[0][2]));
        assert_eq!((columns[3][0], columns[3][1]), (columns[0][0], columns[0][2]));
    }

    #[test]
    fn tables_in_tables_keep_their_rows() {
        let page = "<table><tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table><td><p>e</p></table>f";
        assert_eq!(lines(page), [vec!["a", "b"], vec!["c", "d"], vec!["e"], vec!["f"]]);
        assert_eq!(lines("<table><tr><td>a<td><tr><td>b<td>c</table>"), [vec!["a", ""], vec!["b", "c"]]);
        assert_eq!(lines("<table><tr><td>a</td></tr></table></table></td>b"), [["a"], ["b"]]);
    }
}
