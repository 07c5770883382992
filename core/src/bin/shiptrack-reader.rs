//! The program that reads PDF, XLSX and HTML documents for services of other programs: name it with `ServiceBuilder::reader_command`.

#![forbid(unsafe_code)]

fn main() {
    shiptrack::documents::serve_reader();
    eprintln!(
        "shiptrack-reader reads documents for the library shiptrack, which starts it. Name it with the option `reader_command`."
    );
    std::process::exit(2);
}
