//! What a look-up costs.

use std::hint::black_box;
use std::time::Instant;

use shiptrack::places;

#[test]
fn looking_a_place_up_is_quick() {
    let codes: Vec<&str> = places::locations().map(|place| place.locode).step_by(97).collect();
    let begun = Instant::now();
    for code in &codes {
        black_box(places::location(black_box(code)));
    }
    println!("a place: {:?}", begun.elapsed() / u32::try_from(codes.len()).unwrap());
    let begun = Instant::now();
    black_box(places::timezone(black_box("NLQQQ")));
    println!("the zone of a place that is in no table: {:?}", begun.elapsed());
    let ports = places::facilities("NLRTM").count();
    let begun = Instant::now();
    black_box(places::facility("NLRTM", "nobody's terminal"));
    println!("a terminal among {ports}: {:?}", begun.elapsed());
}
