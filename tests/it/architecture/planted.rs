//! Checks that violations are found, in small crates with planted violations.

use super::names::{Crate, Name};
use super::python::Package;
use super::{circles, engine_order_violations, layer_violations, misplaced_libraries, service_order_violations};

use std::collections::BTreeSet;

/// The crate with these files; `lib.rs` is generated from their names.
fn planted(files: &[(&str, &str)]) -> Crate {
    let roots: BTreeSet<&str> = files.iter().map(|(file, _)| super::module_of(file)).collect();
    let lib: String = roots.into_iter().map(|root| format!("pub mod {root};")).collect();
    Crate::read(&|name| match name {
        "lib.rs" => Some(lib.clone()),
        _ => files.iter().find(|(file, _)| *file == name).map(|(_, text)| (*text).to_owned()),
    })
}

/// A crate with `error`, `clock`, and this text in `numbers.rs`, which may use only `error`.
fn numbers(text: &str) -> Crate {
    planted(&[
        ("error/mod.rs", "mod kind; pub use kind::ErrorKind; pub struct Error;"),
        ("error/kind.rs", "pub enum ErrorKind {}"),
        ("clock.rs", "pub trait Clock {} pub fn now() {}"),
        ("numbers.rs", text),
    ])
}

fn names(of: &Crate) -> BTreeSet<Name> {
    of.names()
}

#[test]
fn every_form_of_a_forbidden_use_is_found() {
    for text in [
        "use crate::clock::Clock;",
        "use crate::{clock::Clock, error::Error};",
        "use crate::{error::{Error, ErrorKind}, clock::{self, Clock as C}};",
        "use super::clock;",
        "use super::{error, clock::*};",
        "fn f() { crate::clock::now() }",
        "fn f() -> Box<dyn crate::clock::Clock> { use crate::clock; todo() }",
        "fn f() { println!(\"{}\", crate::clock::now()) }",
        "macro_rules! m { () => { $crate::clock::now() }; }",
        "macro_rules! m { () => { use $crate::{error, clock}; }; }",
        "#[cfg(test)] mod tests {}\nuse crate::clock::Clock;",
        "#[cfg(test)]\nmod tests { fn f() {} }\nmod inner { use crate::clock::Clock; }",
        "mod inner { mod further { use super::super::super::clock; } }",
        "impl dyn X { fn f(&self) { super::clock::now() } }",
        "pub use crate::clock::Clock;",
        "#[cfg(feature = \"x\")] use crate::clock::Clock;",
        "#[cfg(not(test))] use crate::clock::Clock;",
        "struct X { clock: Vec<Box<dyn crate::clock::Clock>> }",
        "use crate as all; use all::clock::Clock;",
    ] {
        let wrong = layer_violations(&names(&numbers(text)));
        assert!(wrong.iter().any(|line| line.starts_with("numbers.rs names clock.rs")), "{text}: {wrong:?}");
    }
}

#[test]
fn allowed_uses_and_uses_in_tests_are_accepted() {
    for text in [
        "use crate::error::{Error, ErrorKind};",
        "use crate::{error as e}; fn f() -> e::Error { e::Error }",
        "#[cfg(test)] mod tests { use crate::clock::Clock; }",
        "#[cfg(test)]\nuse crate::clock::Clock;",
        "#[cfg(all(test, feature = \"x\"))] fn f() { crate::clock::now() }",
        "struct X; impl X { #[cfg(test)] fn f() { crate::clock::now() } }",
        "/// [`Clock`](crate::clock::Clock)\nstruct X;",
        "// use crate::clock::Clock;",
        "const X: &str = \"crate::clock::Clock\";",
    ] {
        assert_eq!(layer_violations(&names(&numbers(text))), [""; 0], "{text}");
    }
}

#[test]
fn only_the_composition_root_may_use_an_adapter() {
    let named = |file: &str| {
        let text = "use crate::http::{Transport, ureq::UreqTransport};";
        let http = "pub mod ureq; pub trait Transport {}";
        planted(&[("http/mod.rs", http), ("http/ureq.rs", "pub struct UreqTransport;"), (file, text)])
    };
    assert_eq!(layer_violations(&names(&named("wiring.rs"))), [""; 0]);
    let wrong = layer_violations(&names(&named("service.rs")));
    assert_eq!(wrong, ["service.rs names http/ureq.rs (crate::http::ureq::UreqTransport)"]);
}

/// A service of four modules with these texts.
fn service(texts: &[(&str, &str)]) -> Crate {
    let text_of = |file: &str| texts.iter().find(|(name, _)| *name == file).map_or("", |(_, text)| text);
    planted(&[
        ("service/mod.rs", "mod engine; mod host; mod rendering; mod routes; pub use host::Service;"),
        ("service/host/mod.rs", "mod api; pub use api::Service;"),
        ("service/host/api.rs", text_of("host")),
        ("service/routes/mod.rs", text_of("routes")),
        ("service/engine/mod.rs", text_of("engine")),
        ("service/rendering/mod.rs", text_of("rendering")),
    ])
}

#[test]
fn a_use_of_a_higher_layer_of_the_service_is_found() {
    let down = service(&[
        ("host", "use crate::service::routes::answer; pub struct Service;"),
        ("routes", "use super::{engine::Engine, rendering}; pub fn answer() { rendering::resource() }"),
        ("engine", "use crate::service::{rendering::resource}; pub struct Engine;"),
        ("rendering", "pub fn resource() {}"),
    ]);
    assert_eq!(service_order_violations(&names(&down)), [""; 0]);
    for (module, text) in [
        ("routes", "use super::Service;"),
        ("routes", "use crate::service::host;"),
        ("engine", "fn f() { super::routes::answer() }"),
        ("engine", "use super::super::service::Service as S;"),
        ("rendering", "use super::{engine};"),
        ("rendering", "fn f() -> crate::service::engine::Engine { todo() }"),
    ] {
        assert!(!service_order_violations(&names(&service(&[(module, text)]))).is_empty(), "{module}: {text}");
    }
    let outside = planted(&[
        ("service/mod.rs", "mod loose; mod host; use loose::x;"),
        ("service/loose.rs", ""),
        ("service/host/mod.rs", ""),
    ]);
    assert!(!service_order_violations(&names(&outside)).is_empty(), "a file outside the modules is rejected");
}

/// An engine of three modules with these texts.
fn engine(texts: &[(&str, &str)]) -> Crate {
    let text_of = |module: &str| texts.iter().find(|(name, _)| *name == module).map_or("", |(_, text)| text);
    planted(&[
        ("service/mod.rs", "mod engine;"),
        ("service/engine/mod.rs", "mod base; mod derive; mod schedule;"),
        ("service/engine/base/mod.rs", text_of("base")),
        ("service/engine/derive/mod.rs", text_of("derive")),
        ("service/engine/schedule/mod.rs", text_of("schedule")),
    ])
}

#[test]
fn a_use_of_a_later_module_of_the_engine_is_found() {
    let forward = engine(&[
        ("base", "pub struct Engine; impl Engine { pub fn now(&self) {} }"),
        ("derive", "use crate::service::engine::base::Engine; pub fn update(engine: &Engine) { engine.now() }"),
        ("schedule", "use super::{base::Engine, derive}; impl Engine { fn run(&self) { derive::update(self) } }"),
    ]);
    assert_eq!(engine_order_violations(&names(&forward)), [""; 0]);
    for (module, text) in [
        ("base", "use crate::service::engine::derive;"),
        ("base", "use super::{derive::update};"),
        ("derive", "fn f() { super::schedule::run() }"),
        ("derive", "use crate::service::engine::base; use crate::service::engine::{schedule as later};"),
    ] {
        assert!(!engine_order_violations(&names(&engine(&[(module, text)]))).is_empty(), "{module}: {text}");
    }
    let outside = planted(&[
        ("service/mod.rs", "mod engine;"),
        ("service/engine/mod.rs", "mod base; mod loose; use loose::x;"),
        ("service/engine/base/mod.rs", ""),
        ("service/engine/loose.rs", ""),
    ]);
    assert!(!engine_order_violations(&names(&outside)).is_empty(), "a file outside the modules is rejected");
}

#[test]
fn a_call_of_a_later_module_of_the_engine_is_found() {
    let calls = |text: &str| {
        let base = "pub struct Engine; impl Engine { pub fn now(&self) {} }";
        let schedule = "use super::base::Engine; impl Engine { pub fn run(&self) { self.now() } }";
        engine_order_violations(&engine(&[("base", base), ("derive", text), ("schedule", schedule)]).calls_of("Engine"))
    };
    for text in [
        "fn f(engine: &Engine) { engine.run() }",
        "fn f(context: &Context) { context.engine.run() }",
        "fn f(service: &Service) { if true { service.engine().run() } }",
        "impl super::base::Engine { fn f(&self) { self.run() } }",
        "impl Clone for Engine { fn clone(&self) -> Self { self.run() } }",
    ] {
        let wrong = "service/engine/derive/mod.rs names service/engine/schedule/mod.rs (Engine::run)";
        assert_eq!(calls(text), [wrong], "{text}");
    }
    for text in [
        "fn f(engine: &Engine) { engine.now() }",
        "impl Engine { fn run_all(&self) { self.run_all() } }",
        "struct Worker; impl Worker { fn run(&self) {} fn f(&self) { self.run() } }",
        "#[cfg(test)] mod tests { fn f(engine: &Engine) { engine.run() } }",
    ] {
        assert_eq!(calls(text), [""; 0], "{text}");
    }
}

#[test]
fn circles_are_found_also_through_reexports() {
    let circle = |a: &str, b: &str, c: &str| {
        let root = "mod a; mod b; mod c; pub use a::A; pub use b::*; pub(crate) use c::C;";
        let files = [("x/mod.rs", root), ("x/a.rs", a), ("x/b.rs", b), ("x/c.rs", c)];
        let names = names(&planted(&files));
        let circles = circles::of(&names);
        circles
            .into_iter()
            .map(|circle| circle.iter().map(|name| name.from.clone()).collect())
            .collect::<Vec<BTreeSet<_>>>()
    };
    let of = |files: &[&str]| files.iter().map(|file| format!("x/{file}.rs")).collect::<BTreeSet<_>>();
    let (a, b, c) = ("pub struct A;", "pub struct B;", "pub struct C;");
    assert_eq!(circle(a, "use super::A; pub struct B;", "use super::{A, B}; pub struct C;"), []);
    assert_eq!(circle("use super::b::B; pub struct A;", "use super::a::A; pub struct B;", c), [of(&["a", "b"])]);
    assert_eq!(
        circle("use super::B; pub struct A;", "use super::C; pub struct B;", "use super::A; pub struct C;"),
        [of(&["a", "b", "c"])]
    );
    assert_eq!(circle("use crate::x::*; pub struct A(B);", "pub struct B(crate::x::A);", c), [of(&["a", "b"])]);
    let own =
        names(&planted(&[("x/mod.rs", "mod a; use a::A; pub struct X(A);"), ("x/a.rs", "pub struct A(super::X);")]));
    assert_eq!(circles::of(&own).len(), 1, "a module and its own child");
    assert_eq!(circle(a, b, "#[cfg(test)] mod tests { use super::super::A; }"), []);
}

#[test]
fn circles_of_python_files_are_found() {
    let circle = |root: &str, a: &str, b: &str, c: &str| {
        let files = [("__init__.py", root), ("a.py", a), ("b.py", b), ("_shell/__init__.py", ""), ("_shell/c.py", c)];
        let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
        let names = Package::new("x", &files).names();
        let circles = circles::of(&names);
        circles
            .into_iter()
            .map(|circle| circle.iter().map(|name| name.from.clone()).collect())
            .collect::<Vec<BTreeSet<_>>>()
    };
    let of = |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect::<BTreeSet<_>>();
    let root = "from x.a import A\nfrom x.b import *\nfrom x import a\n";
    let (a, b) = ("from typing import Any\nA = 1\n", "from x.a import A\nB = 1\n");
    assert_eq!(circle(root, a, b, "from x import A, B\nimport x.b"), []);
    for back in [
        "from x.b import B",
        "import os, x.b",
        "from x import b",
        "from x import (\n    a,  # itself\n    b,\n)",
        "from x import B as Other",
        "def f():\n    from x.b import B",
        "if TYPE_CHECKING:\n    from x.b import (\n        B,\n    )",
    ] {
        assert_eq!(circle(root, back, b, ""), [of(&["a.py", "b.py"])], "{back}");
    }
    let through = circle(root, "from x._shell.c import C", b, "from x._shell import other\nfrom x import b");
    assert_eq!(through, [of(&["a.py", "b.py", "_shell/c.py"])]);
    for quoted in ["\"\"\"\nfrom x.b import B\n\"\"\"", "# from x.b import B", "from y.b import B\nfrom xs.b import B"]
    {
        assert_eq!(circle(root, quoted, b, ""), [], "{quoted}");
    }
}

#[test]
fn a_misplaced_library_is_found() {
    let found = |text: &str| misplaced_libraries(&planted(&[("ids.rs", text)]).foreign());
    for text in [
        "use rusqlite::Connection;",
        "fn f(c: &rusqlite::Connection) {}",
        "use {std::fmt, rusqlite as r};",
        "fn f() { vec![rusqlite::open()]; }",
    ] {
        assert_eq!(found(text), ["ids.rs names rusqlite"], "{text}");
    }
    assert_eq!(found("mod rusqlite { pub fn f() {} } fn g() { rusqlite::f() } use getrandom::fill;"), [""; 0]);
    assert_eq!(found("#[cfg(test)] mod tests { use rusqlite::Connection; }"), [""; 0]);
}
