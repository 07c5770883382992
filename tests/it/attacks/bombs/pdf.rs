//! PDFs that ask for much: nesting, references, color spaces, fonts, images, cycles, sizes.

use super::Bomb;
use crate::attacks::hostile_documents::deflated;

/// A PDF of one page: the entries of its resources, its content, and further objects from number 10.
struct Pdf {
    resources: String,
    content: Vec<u8>,
    objects: Vec<(usize, Vec<u8>)>,
    /// Replaces the page tree, object 2.
    pages: String,
    trailer: String,
}

impl Pdf {
    fn new(resources: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        let pages = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned();
        Pdf { resources: resources.into(), content: content.into(), objects: Vec::new(), pages, trailer: String::new() }
    }

    fn object(mut self, number: usize, object: impl Into<Vec<u8>>) -> Self {
        self.objects.push((number, object.into()));
        self
    }

    fn chain(self, count: usize, link: impl Fn(usize) -> String) -> Self {
        (10..10 + count).fold(self, |pdf, number| pdf.object(number, link(number)))
    }

    fn bytes(self) -> Vec<u8> {
        let page = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << {} >> >>",
            self.resources
        );
        let mut objects = vec![
            (1, b"<< /Type /Catalog /Pages 2 0 R >>".to_vec()),
            (2, self.pages.into_bytes()),
            (3, page.into_bytes()),
            (4, packed("", &self.content)),
        ];
        objects.extend(self.objects);
        let (mut file, mut places) = (b"%PDF-1.7\n".to_vec(), Vec::new());
        for (number, object) in &objects {
            places.push((*number, file.len()));
            file.extend([format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
        }
        let start = file.len();
        let size = objects.iter().map(|(number, _)| number + 1).max().unwrap_or(0);
        file.extend(b"xref\n0 1\n0000000000 65535 f \n");
        for (number, place) in places {
            file.extend(format!("{number} 1\n{place:010} 00000 n \n").as_bytes());
        }
        let trailer = self.trailer;
        file.extend(
            format!("trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n").as_bytes(),
        );
        file
    }
}

/// A compressed stream.
fn packed(entries: &str, content: &[u8]) -> Vec<u8> {
    let content = deflated(content);
    let head = format!("<< {entries} /Filter /FlateDecode /Length {} >>\nstream\n", content.len());
    [head.as_bytes(), &content, b"\nendstream"].concat()
}

/// A stream whose entries name its filter.
fn stream(entries: &str, content: &[u8]) -> Vec<u8> {
    [format!("<< {entries} /Length {} >>\nstream\n", content.len()).as_bytes(), content, b"\nendstream"].concat()
}

const FONT: &str = "/Font << /F 10 0 R >>";
const TEXT: &str = "BT /F 12 Tf 9 9 Td (abc) Tj ET";

pub(super) fn bombs() -> Vec<Bomb> {
    let mut bombs = Vec::new();
    let mut add = |name: String, pdf: Pdf| bombs.push(Bomb::new(format!("{name}.pdf"), pdf.bytes()));
    nesting(&mut add);
    color_spaces(&mut add);
    fonts(&mut add);
    images(&mut add);
    cycles(&mut add);
    sizes(&mut add);
    bombs
}

fn nesting(add: &mut dyn FnMut(String, Pdf)) {
    for count in [1_000, 50_000, 1_000_000] {
        let function = packed(
            "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]",
            &[vec![b'{'; count], vec![b'}'; count]].concat(),
        );
        let shading = "<< /ShadingType 1 /ColorSpace /DeviceRGB /Function 10 0 R >>";
        add(
            format!("{count} nested functions"),
            Pdf::new("/Shading << /S 11 0 R >>", "/S sh").object(10, function).object(11, shading),
        );
        for (name, part) in [
            ("arrays", "["),
            ("dictionaries", "<</A"),
            ("strings", "("),
            ("states", "q "),
            ("texts", "BT "),
            ("marks", "/A BMC "),
            ("marks with dictionaries", "/A <</B [ "),
            ("inline images", "BI "),
        ] {
            add(format!("{count} nested {name} in the content"), Pdf::new("", part.repeat(count)));
        }
        for (name, part) in [("arrays", "["), ("dictionaries", "<</A"), ("strings", "("), ("references", "[1 0 R ")] {
            add(
                format!("{count} nested {name} in an object"),
                Pdf::new("/XObject 10 0 R", "/X Do").object(10, part.repeat(count)),
            );
        }
    }
}

fn color_spaces(add: &mut dyn FnMut(String, Pdf)) {
    let content = "/C cs /C CS 0 sc 0 SC 0 0 9 9 re f";
    let function = "<< /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >>";
    for count in [100, 10_000] {
        for (name, before, after) in [
            ("indexed", "[/Indexed ", " 1 <0001>]"),
            ("separation", "[/Separation /A ", " 9 0 R]"),
            ("pattern", "[/Pattern ", "]"),
            ("names", "[/DeviceN [/A] ", " 9 0 R]"),
        ] {
            let nested = format!("{}/DeviceRGB{}", before.repeat(count), after.repeat(count));
            add(
                format!("{count} nested {name} color spaces"),
                Pdf::new(format!("/ColorSpace << /C {nested} >>"), content).object(9, function),
            );
            let linked = Pdf::new("/ColorSpace << /C 10 0 R >>", content).object(9, function);
            add(
                format!("{count} chained {name} color spaces"),
                linked.chain(count, |number| format!("{before}{} 0 R{after}", number + 1)),
            );
        }
    }
    for (name, object) in [
        ("indexed", "[/Indexed 10 0 R 255 <00>]"),
        ("separation", "[/Separation /A 10 0 R 9 0 R]"),
        ("profile", "[/ICCBased 11 0 R]"),
    ] {
        let cycle = Pdf::new("/ColorSpace << /C 10 0 R >>", content).object(9, function).object(10, object);
        add(format!("a cyclic {name} color space"), cycle.object(11, stream("/N 3 /Alternate 10 0 R", b"x")));
    }
    let names = "/A ".repeat(100_000);
    add(
        "a color space of many names".into(),
        Pdf::new(format!("/ColorSpace << /C [/DeviceN [{names}] /DeviceRGB 9 0 R] >>"), content).object(9, function),
    );
    let functions = Pdf::new(
        "/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function 10 0 R >> >>",
        "/S sh",
    );
    add(
        "a cyclic function".into(),
        functions.object(
            10,
            "<< /FunctionType 3 /Domain [0 1] /Functions [10 0 R 10 0 R] /Bounds [0.5] /Encode [0 1 0 1] >>",
        ),
    );
    let sampled = packed(
        "/FunctionType 0 /Domain [0 1 0 1 0 1 0 1] /Range [0 1] /Size [255 255 255 255] /BitsPerSample 32",
        b"x",
    );
    let shading = Pdf::new("/Shading << /S << /ShadingType 1 /ColorSpace /DeviceGray /Function 10 0 R >> >>", "/S sh");
    add("a large sampled function".into(), shading.object(10, sampled));
}

fn fonts(add: &mut dyn FnMut(String, Pdf)) {
    let simple = |entries: String| {
        Pdf::new(FONT, TEXT).object(10, format!("<< /Type /Font /Subtype /TrueType /BaseFont /A {entries} >>"))
    };
    add(
        "a font of many widths".into(),
        simple(format!("/FirstChar 0 /LastChar 999999 /Widths [{}]", "1 ".repeat(2_000_000))),
    );
    add(
        "a font of many differences".into(),
        simple(format!("/Encoding << /Differences [0 {}] >>", "/a ".repeat(2_000_000))),
    );
    let program =
        |bytes: &[u8]| simple("/FontDescriptor << /FontFile2 11 0 R /Flags 4 >>".into()).object(11, packed("", bytes));
    add("a font program of zero bytes".into(), program(&vec![0; 50 << 20]));
    let tables =
        [&b"\0\x01\0\0\xff\xff\0\0\0\0\0\0"[..], &b"glyf\0\0\0\0\0\0\0\x0c\xff\xff\xff\xff".repeat(65_535)].concat();
    add("a font program of many tables".into(), program(&tables));
    let type1 = [&b"%!PS-AdobeFont-1.0\n"[..], &b"/A [ ".repeat(1_000_000)].concat();
    add(
        "a nested font program".into(),
        simple("/FontDescriptor << /FontFile 11 0 R /Flags 4 >>".into())
            .object(11, packed("/Length1 9 /Length2 9 /Length3 9", &type1)),
    );
    let ranges = b"1 beginbfrange <0000> <ffffffff> <0041> endbfrange\n".repeat(1_000);
    let composite = |entries: &str, unicode: &[u8]| {
        let font = format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [11 0 R] /ToUnicode 12 0 R {entries} >>"
        );
        let child = "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >> >>";
        Pdf::new(FONT, TEXT).object(10, font).object(11, child).object(12, packed("", unicode))
    };
    add("wide ranges of characters".into(), composite("", &ranges));
    add("nested maps of characters".into(), composite("", &b"[ ".repeat(2_000_000)));
    add(
        "long texts of characters".into(),
        composite("", &[&b"1 beginbfchar <0061> <"[..], &b"0041".repeat(5 << 20), b"> endbfchar"].concat()),
    );
    add("a map that uses itself".into(), composite("/Encoding 12 0 R", b"12 0 R usecmap").object(13, "null"));
    add(
        "a font that is its child".into(),
        Pdf::new(FONT, TEXT)
            .object(10, "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [10 0 R] >>"),
    );
    let drawn = |glyph: &str| {
        let font = "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 11 0 R >> /Encoding << /Differences [97 /a /a /a] >> \
            /FirstChar 97 /LastChar 99 /Widths [1 1 1] /Resources << /Font << /F 10 0 R >> >> >>";
        Pdf::new(FONT, TEXT).object(10, font).object(11, packed("", glyph.as_bytes()))
    };
    add("a glyph that draws itself".into(), drawn(TEXT));
    add("a glyph that draws itself often".into(), drawn(&TEXT.repeat(1_000)));
    add("a glyph of many paths".into(), drawn(&"0 0 m 1 1 l S ".repeat(500_000)));
}

fn images(add: &mut dyn FnMut(String, Pdf)) {
    let image = |entries: &str, content: &[u8]| {
        let object = stream(&format!("/Type /XObject /Subtype /Image {entries}"), content);
        Pdf::new("/XObject << /X 10 0 R >>", "/X Do ".repeat(50)).object(10, object)
    };
    let huge = "/Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB";
    let bomb = deflated(&vec![0; 100 << 20]);
    add("a huge image".into(), image(&format!("{huge} /Filter /FlateDecode"), &bomb));
    add("a huge image of one byte".into(), image(huge, b"x"));
    add("a huge mask".into(), image("/Width 2000000000 /Height 2000000000 /ImageMask true", b"x"));
    for filter in ["DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode", "LZWDecode", "RunLengthDecode"] {
        let parameters = "/DecodeParms << /K -1 /Columns 1000000 /Rows 1000000 /EarlyChange 0 >>";
        add(
            format!("a huge image of {filter}"),
            image(&format!("{huge} /Filter /{filter} {parameters}"), &b"\x80\0".repeat(1 << 20)),
        );
    }
    add(
        "an image with many filters".into(),
        image(&format!("{huge} /Filter [{}]", "/ASCIIHexDecode ".repeat(100_000)), b"00"),
    );
    add(
        "an image that masks itself".into(),
        image("/Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 10 0 R", &[0; 81]),
    );
    let inline = b"BI /W 60000 /H 60000 /BPC 8 /CS /RGB ID x EI ".repeat(1_000);
    add("inline images".into(), Pdf::new("", inline));
}

fn cycles(add: &mut dyn FnMut(String, Pdf)) {
    let form = |resources: &str, content: &str| {
        packed(
            &format!("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << {resources} >>"),
            content.as_bytes(),
        )
    };
    add(
        "a form that draws itself".into(),
        Pdf::new("/XObject << /X 10 0 R >>", "/X Do").object(10, form("/XObject << /X 10 0 R >>", "/X Do /X Do")),
    );
    for depth in [8, 30] {
        let laughs = (10..10 + depth).fold(Pdf::new("/XObject << /X 10 0 R >>", "/X Do"), |pdf, number| {
            pdf.object(number, form(&format!("/XObject << /X {} 0 R >>", number + 1), &"/X Do ".repeat(10)))
        });
        add(format!("forms that draw ten others, {depth} times"), laughs.object(10 + depth, form("", "0 0 m 1 1 l S")));
    }
    let pattern = "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << /Pattern << /P 10 0 R >> >>";
    let fill = "/Pattern cs /P scn 0 0 600 800 re f";
    add(
        "a pattern that draws itself".into(),
        Pdf::new("/Pattern << /P 10 0 R >>", fill).object(10, packed(pattern, fill.as_bytes())),
    );
    let masked = "/ExtGState << /G << /SMask << /S /Luminosity /G 10 0 R >> >> >>";
    let mask = packed(
        &format!(
            "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >> /Resources << {masked} >>"
        ),
        b"/G gs 0 0 9 9 re f",
    );
    add("a mask that masks itself".into(), Pdf::new(masked, "/G gs 0 0 9 9 re f").object(10, mask));
    let tree = |pages: &str| Pdf { pages: pages.to_owned(), ..Pdf::new("", TEXT) };
    add("a page tree that contains itself".into(), tree("<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"));
    add(
        "a page tree of one page".into(),
        tree(&format!("<< /Type /Pages /Kids [{}] /Count 1000000 >>", "3 0 R ".repeat(1_000_000))),
    );
    add("a wrong number of pages".into(), tree("<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>"));
    let deep = tree("<< /Type /Pages /Kids [10 0 R] /Count 1 >>");
    add(
        "a deep page tree".into(),
        deep.chain(50_000, |number| {
            format!("<< /Type /Pages /Parent {} 0 R /Kids [{} 0 R] /Count 1 >>", number - 1, number + 1)
        }),
    );
    add(
        "a length that is its stream".into(),
        Pdf::new("/XObject << /X 10 0 R >>", "/X Do").object(10, &b"<< /Length 10 0 R >>\nstream\nx\nendstream"[..]),
    );
    add("a reference to itself".into(), Pdf::new("/XObject << /X 10 0 R >>", "/X Do").object(10, "10 0 R"));
    add(
        "chained references".into(),
        Pdf::new("/XObject << /X 10 0 R >>", "/X Do").chain(100_000, |number| format!("{} 0 R", number + 1)),
    );
    for previous in ["/Prev 9", "/Prev 0", "/XRefStm 9"] {
        add(
            format!("an earlier table at {previous}").replace('/', ""),
            Pdf { trailer: previous.to_owned(), ..Pdf::new("", TEXT) },
        );
    }
    let objects = packed("/Type /ObjStm /N 2000000000 /First 9 /Extends 10 0 R", b"10 0 11 5 ");
    add(
        "an object stream that extends itself".into(),
        Pdf::new("/XObject << /X 11 0 R >>", "/X Do").object(10, objects),
    );
    let encrypted = "/Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 /P -1 /U (x) /O (x) /UE (x) /OE (x) /Perms (x) >> /ID [(x) (x)]";
    add("a wrong encryption".into(), Pdf { trailer: encrypted.to_owned(), ..Pdf::new("", TEXT) });
}

fn sizes(add: &mut dyn FnMut(String, Pdf)) {
    let filtered = |filter: &str, content: &[u8]| {
        Pdf::new("/XObject << /X 10 0 R >>", "/X Do")
            .object(10, stream(&format!("/Subtype /Form /BBox [0 0 9 9] /Filter {filter}"), content))
    };
    let bomb = deflated(&vec![b' '; 200 << 20]);
    add("a bomb".into(), filtered("/FlateDecode", &bomb));
    add(
        "a bomb in a bomb".into(),
        filtered("[/FlateDecode /FlateDecode]", &deflated(&deflated(&vec![b' '; 400 << 20]))),
    );
    add("a run of bytes".into(), filtered("[/FlateDecode /RunLengthDecode]", &deflated(&b"\x81 ".repeat(10 << 20))));
    add("groups of zeros".into(), filtered("[/FlateDecode /ASCII85Decode]", &deflated(&b"z".repeat(60 << 20))));
    add(
        "a wide predictor".into(),
        filtered(
            "/FlateDecode /DecodeParms << /Predictor 15 /Columns 2000000000 /Colors 32 /BitsPerComponent 16 >>",
            &bomb,
        ),
    );
    for (name, part, count) in [
        ("glyphs", "(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx) Tj ", 300_000),
        ("lines", "1 1 l ", 5_000_000),
        ("curves", "0 0 m 1 1 2 2 3 3 c S ", 1_000_000),
        ("clips", "0 0 9 9 re W n ", 1_000_000),
        ("dashes", "[1 1] 0 d ", 2_000_000),
        ("numbers", "1.5 ", 10_000_000),
        ("names", "/A ", 10_000_000),
        ("states", "q Q ", 5_000_000),
        ("transforms", "1 0 0 1 9 9 cm ", 2_000_000),
        ("fonts", "/F 12 Tf ", 2_000_000),
    ] {
        let content = format!("BT /F 12 Tf 9 9 Td {} ET", part.repeat(count));
        add(
            format!("many {name}"),
            Pdf::new(FONT, content).object(10, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"),
        );
    }
    let text = format!("BT /F 12 Tf [{}] TJ ET", "(x) 1e308 ".repeat(1_000_000));
    add(
        "an array of texts".into(),
        Pdf::new(FONT, text).object(10, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"),
    );
    add("a long number".into(), Pdf::new("", format!("{} Td", "9".repeat(20 << 20))));
    add("many objects".into(), Pdf::new("", TEXT).chain(100_000, |number| format!("<< /A {number} >>")));
}
