//! Workbooks that ask for much: styles, relationships, shared strings, nesting, attributes, sizes, archives.

use std::io::{Cursor, Write};

use shiptrack_tests::sample_files::{cell, workbook, workbook_with};

use super::Bomb;

const MAIN: &str = r#"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main""#;
const OF_OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const OF_PACKAGES: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

/// Files of a workbook.
const SHEET: &str = "xl/worksheets/sheet1.xml";
const BOOK: &str = "xl/workbook.xml";
const RELATIONSHIPS: &str = "xl/_rels/workbook.xml.rels";
const STRINGS: &str = "xl/sharedStrings.xml";
const STYLES: &str = "xl/styles.xml";
const TYPES: &str = "[Content_Types].xml";

pub(super) fn bombs() -> Vec<Bomb> {
    let mut bombs = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>| bombs.push(Bomb::new(format!("{name}.xlsx"), bytes));
    let row = r#"<row r="1"><c r="A1" t="s" s="0"><v>0</v></c></row>"#;
    let with = |file: &str, text: String| workbook_with(row, "", &[(file, text)]);
    let numbered = |count: usize, part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<String>();

    for (name, part) in
        [("formats", "<xf/>"), ("formats with numbers", r#"<xf numFmtId="14"/>"#), ("nested formats", "<xf>")]
    {
        for count in [100_000, 3_000_000] {
            let text = format!("<styleSheet {MAIN}><cellXfs>{}</cellXfs></styleSheet>", part.repeat(count));
            add(&format!("{count} {name}"), with(STYLES, text));
        }
    }
    let formats = numbered(300_000, &|n| format!(r#"<numFmt numFmtId="{n}" formatCode="yyyy"/>"#));
    add("number formats", with(STYLES, format!("<styleSheet {MAIN}><numFmts>{formats}</numFmts></styleSheet>")));
    let code = "[y]".repeat(2_000_000);
    let format = format!(r#"<numFmt numFmtId="200" formatCode="{code}"/>"#);
    add("a long number format", with(STYLES, format!("<styleSheet {MAIN}><numFmts>{format}</numFmts></styleSheet>")));

    for (name, part) in [
        ("empty strings", "<si/>"),
        ("strings", "<si><t>x</t></si>"),
        ("strings of parts", "<si><r><t>x</t></r><r><t>y</t></r></si>"),
        ("nested strings", "<si>"),
        ("nested parts", "<si><r>"),
        ("phonetic strings", "<si><rPh><t>x</t></rPh></si>"),
    ] {
        for count in [50_000, 1_500_000] {
            add(&format!("{count} {name}"), with(STRINGS, format!("<sst {MAIN}>{}</sst>", part.repeat(count))));
        }
    }
    for size in [8, 200] {
        let text = format!("<sst {MAIN}><si><t>{}</t></si></sst>", "x".repeat(size << 20));
        let shared = format!("<row>{}</row>", r#"<c t="s"><v>0</v></c>"#.repeat(5_000));
        add(&format!("a string of {size} MB"), workbook_with(&shared, "", &[(STRINGS, text)]));
    }

    let relationship =
        |n: usize| format!(r#"<Relationship Id="r{n}" Type="{OF_OFFICE}/worksheet" Target="w{n}.xml"/>"#);
    let relationships = numbered(300_000, &relationship);
    add(
        "relationships",
        replaced(RELATIONSHIPS, &format!(r#"<Relationships xmlns="{OF_PACKAGES}">{relationships}</Relationships>"#)),
    );
    add("nested relationships", replaced(RELATIONSHIPS, &"<Relationships>".repeat(1_000_000)));
    let own = r#"<Relationship Id="r1" Type="x" Target="workbook.xml"/>"#;
    add(
        "a workbook that is its sheet",
        replaced(RELATIONSHIPS, &format!(r#"<Relationships xmlns="{OF_PACKAGES}">{own}</Relationships>"#)),
    );
    let far = format!(r#"<Relationship Id="r1" Type="{OF_OFFICE}/worksheet" Target="{}"/>"#, "../".repeat(1_000_000));
    add(
        "a long target",
        replaced(RELATIONSHIPS, &format!(r#"<Relationships xmlns="{OF_PACKAGES}">{far}</Relationships>"#)),
    );

    let book =
        |content: String| replaced(BOOK, &format!(r#"<workbook {MAIN} xmlns:r="{OF_OFFICE}">{content}</workbook>"#));
    let sheet = |n: usize| format!(r#"<sheet name="S{n}" sheetId="{n}" r:id="r1"/>"#);
    add("sheets of one file", book(format!("<sheets>{}</sheets>", numbered(100_000, &sheet))));
    add(
        "a long name of a sheet",
        book(format!(r#"<sheets><sheet name="{}" sheetId="1" r:id="r1"/></sheets>"#, "é".repeat(3 << 20))),
    );
    let name = |n: usize| format!(r#"<definedName name="N{n}">S1!$A$1:$XFD$1048576</definedName>"#);
    add("defined names", book(format!("<definedNames>{}</definedNames>", numbered(200_000, &name))));
    add("nested elements of a workbook", book("<sheets>".repeat(1_000_000)));
    add("views", book(format!("<bookViews>{}</bookViews>", "<workbookView/>".repeat(1_000_000))));

    add("nested rows", workbook(&"<row>".repeat(3_000_000)));
    add("nested cells", workbook(&format!("<row>{}", "<c>".repeat(3_000_000))));
    add("empty cells", workbook(&format!("<row>{}</row>", "<c/>".repeat(3_000_000))));
    add("numbers", workbook(&format!("<row>{}</row>", "<c><v>1e308</v></c>".repeat(500_000))));
    add("empty rows", workbook(&"<row/>".repeat(3_000_000)));
    add(
        "far cells",
        workbook(
            &["A1", "XFD1048576", "ZZZZZZZ99999999999", "A0"]
                .map(|place| format!("<row>{}</row>", cell(place, "x")))
                .concat(),
        ),
    );
    add(
        "attributes of a cell",
        workbook(&format!("<row><c {}/></row>", numbered(500_000, &|n| format!(r#"a{n}="b" "#)))),
    );
    add("equal attributes of a row", workbook(&format!("<row {}/>", r#"a="b" "#.repeat(1_000_000))));
    add("a long attribute", workbook(&format!(r#"<row r="{}"/>"#, "1".repeat(20 << 20))));
    add("a long text of a cell", workbook(&format!("<row>{}</row>", cell("A1", &"x".repeat(60 << 20)))));
    add("a long formula", workbook(&format!("<row><c><f>{}</f><v>1</v></c></row>", "A1+".repeat(10 << 20))));
    let shared = r#"<c><f t="shared" si="0" ref="A1:XFD1048576">A1</f><v>1</v></c>"#;
    add("shared formulas", workbook(&format!("<row>{}</row>", shared.repeat(200_000))));
    add(
        "merged cells",
        workbook(&format!(
            "</sheetData><mergeCells>{}</mergeCells><sheetData>",
            r#"<mergeCell ref="A1:XFD1048576"/>"#.repeat(500_000)
        )),
    );
    add("entities", workbook(&format!("<row>{}</row>", cell("A1", &"&amp;&#65;&lt;".repeat(2 << 20)))));
    add("comments", workbook(&"<!-- x -->".repeat(1_000_000)));
    add("instructions", workbook(&"<?x y?>".repeat(1_000_000)));
    add("data sections", workbook(&format!("<row>{}</row>", cell("A1", &"<![CDATA[x]]>".repeat(1_000_000)))));

    // Each entity is ten of the one before.
    let laughs =
        |depth: usize| numbered(depth, &|n| format!("<!ENTITY e{} \"{}\">", n + 1, format!("&e{n};").repeat(10)));
    let declared = format!("<!DOCTYPE sst [<!ENTITY e0 \"ha\">{}]>", laughs(12));
    add("nested entities", with(STRINGS, format!("{declared}<sst {MAIN}><si><t>&e12;</t></si></sst>")));
    add("an open declaration", with(STRINGS, format!("<!DOCTYPE sst [{}", "<!ENTITY x [".repeat(500_000))));
    add(
        "a file of the system",
        with(
            STRINGS,
            format!("<!DOCTYPE sst [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><sst {MAIN}><si><t>&x;</t></si></sst>"),
        ),
    );

    let types = numbered(300_000, &|n| format!(r#"<Override PartName="/x{n}" ContentType="y"/>"#));
    add("content types", replaced(TYPES, &format!("<Types>{types}</Types>")));
    add("files", archive(&(0..30_000).map(|n| (format!("xl/f{n}.xml"), String::new())).collect::<Vec<_>>()));
    add(
        "long names of files",
        archive(&(0..200).map(|n| (format!("{n}{}", "x".repeat(60_000)), String::new())).collect::<Vec<_>>()),
    );
    add("a bomb that is not read", with("xl/media/image1.png", "\0".repeat(200 << 20)));
    add("a bomb as the sheet", replaced(SHEET, &" ".repeat(200 << 20)));
    for at in [100, 1_000] {
        let mut cut = workbook(&"<row/>".repeat(100_000));
        let place = cut.len() - at;
        cut[place..].iter_mut().for_each(|byte| *byte ^= 0x55);
        add(&format!("a damaged directory at {at}"), cut);
    }
    bombs
}

/// A workbook with another text of one of its files.
fn replaced(file: &str, text: &str) -> Vec<u8> {
    let whole = workbook(r#"<row r="1"><c r="A1"><v>1</v></c></row>"#);
    let mut read = zip::ZipArchive::new(Cursor::new(whole)).unwrap();
    let names: Vec<String> = read.file_names().map(|name| name.unwrap().into_owned()).collect();
    let files = names.into_iter().map(|name| {
        let mut content = String::new();
        if name == file {
            content = text.to_owned();
        } else {
            std::io::Read::read_to_string(&mut read.by_name(&name).unwrap(), &mut content).unwrap();
        }
        (name, content)
    });
    archive(&files.collect::<Vec<_>>())
}

fn archive(files: &[(String, String)]) -> Vec<u8> {
    let mut written = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_level(Some(1));
    for (name, text) in files {
        written.start_file(name.as_str(), options).unwrap();
        written.write_all(text.as_bytes()).unwrap();
    }
    written.finish().unwrap().into_inner()
}
