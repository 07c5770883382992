//! What each file of a crate names, read from its syntax: every `use`, however it is written, and every path in the code,
//! also those inside macros. What is built for tests alone is passed over, wherever it stands.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprLit, ImplItem, Item, Lit, Macro, Member, Meta, MetaNameValue, Type, UseTree, Visibility,
};

type Path = Vec<String>;

/// A crate: its modules by their paths from the root.
pub struct Crate {
    modules: BTreeMap<Path, Module>,
}

#[derive(Default)]
struct Module {
    file: String,
    items: BTreeSet<String>,
    children: BTreeSet<String>,
    uses: Vec<Use>,
    /// The paths of its code.
    paths: BTreeSet<Path>,
    /// The functions of types, traits left out: the type and the name of the function.
    methods: BTreeSet<(String, String)>,
    /// The calls of methods: the name of what has the method, or the type if that is `self`, and the method.
    calls: BTreeSet<(String, String)>,
    /// The type whose `impl` is being read.
    of_type: Option<String>,
    /// The lines that are built for tests alone.
    for_tests: usize,
}

struct Use {
    path: Path,
    /// What it is called here; `None` for everything there is.
    name: Option<String>,
    /// Whether it is there for others: then it ties those to what it names, and this file to nothing.
    passed_on: bool,
}

/// That one file names something in another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    pub from: String,
    pub to: String,
    /// The path as it is written.
    pub path: String,
    /// Whether it is only passed on under another path.
    pub passed_on: bool,
}

/// Where a path leads.
enum Place {
    File(String),
    Module(Path),
    /// A foreign crate, or a name of the language.
    Foreign(String),
}

impl Crate {
    /// The crate whose root is `lib.rs`: `text` answers the text of a file.
    pub fn read(text: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut read = Crate { modules: BTreeMap::new() };
        read.file(Vec::new(), "lib.rs", text);
        read
    }

    fn file(&mut self, path: Path, name: &str, text: &dyn Fn(&str) -> Option<String>) {
        let source = text(name).unwrap_or_else(|| panic!("there is no {name}"));
        let parsed = syn::parse_file(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
        self.items(path, name, &parsed.items, text);
    }

    fn items(&mut self, path: Path, file: &str, items: &[Item], text: &dyn Fn(&str) -> Option<String>) {
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        let mut inner = Vec::new();
        for item in items {
            match item {
                Item::Mod(child) if !is_for_tests(&child.attrs) => {
                    let name = child.ident.to_string();
                    module.children.insert(name.clone());
                    inner.push((
                        name,
                        child.content.as_ref().map(|(_, items)| items.as_slice()),
                        path_of(&child.attrs),
                    ));
                }
                other => module.visit_item(other),
            }
        }
        self.modules.insert(path.clone(), module);
        for (name, items, elsewhere) in inner {
            let child = [path.as_slice(), &[name]].concat();
            match (items, elsewhere) {
                (Some(items), _) => self.items(child, file, items, text),
                (None, Some(elsewhere)) => self.file(child, &beside(file, &elsewhere), text),
                (None, None) => {
                    let place = child.join("/");
                    let found = [format!("{place}.rs"), format!("{place}/mod.rs")];
                    let name = found.iter().find(|name| text(name).is_some());
                    let name = name.unwrap_or_else(|| panic!("{file} declares {place}, which has no file"));
                    self.file(child, name, text);
                }
            }
        }
    }

    /// The files of the crate, those for tests left out, and how many of their lines are for tests.
    pub fn files(&self) -> BTreeMap<&str, usize> {
        let mut files = BTreeMap::new();
        for module in self.modules.values() {
            *files.entry(module.file.as_str()).or_default() += module.for_tests;
        }
        files
    }

    /// What every file names of the others.
    pub fn names(&self) -> BTreeSet<Name> {
        let mut names = BTreeSet::new();
        for (at, module) in &self.modules {
            for (path, passed_on) in module.named() {
                let to = match self.place(at, path, 0) {
                    Place::File(file) => file,
                    Place::Module(module) => self.modules[&module].file.clone(),
                    Place::Foreign(_) => continue,
                };
                if to != module.file {
                    names.insert(Name { from: module.file.clone(), to, path: path.join("::"), passed_on });
                }
            }
        }
        names
    }

    /// The calls of methods of a type that are defined in another file than the call. What is called is `self` in an
    /// `impl` of the type, or has the name of the type in small letters. Calls inside macros are not found.
    pub fn calls_of(&self, of_type: &str) -> BTreeSet<Name> {
        let methods = self.modules.values().flat_map(|module| {
            let own = module.methods.iter().filter(|(defined_on, _)| defined_on == of_type);
            own.map(|(_, method)| (method.as_str(), module.file.as_str()))
        });
        let files: BTreeMap<&str, &str> = methods.collect();
        let variable = of_type.to_lowercase();
        let mut found = BTreeSet::new();
        for module in self.modules.values() {
            for (_, method) in module.calls.iter().filter(|(called, _)| called == of_type || *called == variable) {
                if let Some(file) = files.get(method.as_str()).filter(|file| **file != module.file) {
                    let (from, to, path) = (module.file.clone(), (*file).to_owned(), format!("{of_type}::{method}"));
                    found.insert(Name { from, to, path, passed_on: false });
                }
            }
        }
        found
    }

    /// The foreign crates that files name, with the files. Names of the language and of what is in scope are among them.
    pub fn foreign(&self) -> BTreeSet<(String, &str)> {
        let mut found = BTreeSet::new();
        for (at, module) in &self.modules {
            for (path, _) in module.named() {
                if let Place::Foreign(name) = self.place(at, path, 0) {
                    found.insert((name, module.file.as_str()));
                }
            }
        }
        found
    }

    /// Where a path leads that is written in a module.
    fn place(&self, at: &[String], path: &[String], depth: usize) -> Place {
        let (first, rest) = path.split_first().expect("a path has a segment");
        match first.as_str() {
            "crate" => self.within(&[], rest, depth),
            "self" => self.within(at, rest, depth),
            "super" => self.place_above(&at[..at.len().saturating_sub(1)], rest, depth),
            _ if self.modules[at].has(first) || self.among_all(at, first, depth).is_some() => {
                self.within(at, path, depth)
            }
            _ => Place::Foreign(first.clone()),
        }
    }

    fn place_above(&self, at: &[String], path: &[String], depth: usize) -> Place {
        match path.split_first() {
            Some((first, rest)) if first == "super" => self.place_above(&at[..at.len().saturating_sub(1)], rest, depth),
            _ => self.within(at, path, depth),
        }
    }

    /// Where a path leads that begins inside of a module.
    fn within(&self, at: &[String], path: &[String], depth: usize) -> Place {
        let Some((first, rest)) = path.split_first() else { return Place::Module(at.to_vec()) };
        let module = &self.modules[at];
        if module.children.contains(first) {
            return self.within(&[at, std::slice::from_ref(first)].concat(), rest, depth);
        }
        if module.items.contains(first) || depth > DEEPEST {
            return Place::File(module.file.clone());
        }
        if let Some(found) = module.uses.iter().find(|used| used.name.as_ref() == Some(first)) {
            return match self.place(at, &found.path, depth + 1) {
                Place::Module(there) => self.within(&there, rest, depth + 1),
                other => other,
            };
        }
        match self.among_all(at, first, depth) {
            Some(there) => self.within(&there, path, depth + 1),
            // An item that a macro makes.
            None => Place::File(module.file.clone()),
        }
    }

    /// The module of which everything is used here, where it is one with this name in it.
    fn among_all(&self, at: &[String], name: &str, depth: usize) -> Option<Path> {
        let all = self.modules[at].uses.iter().filter(|used| used.name.is_none() && depth <= DEEPEST);
        // What an import of everything begins with is told elsewhere, or this would go round.
        let told = |used: &&Use| {
            let first = &used.path[0];
            ["crate", "self", "super"].contains(&first.as_str()) || self.modules[at].has(first)
        };
        all.filter(told).find_map(|used| match self.place(at, &used.path, depth + 1) {
            Place::Module(there) if there == at => None,
            Place::Module(there) if self.modules[&there].has(name) => Some(there),
            Place::Module(there) => self.among_all(&there, name, depth + 1),
            Place::File(_) | Place::Foreign(_) => None,
        })
    }
}

/// Names are passed on so often at most.
const DEEPEST: usize = 20;

impl Module {
    /// Whether it has this name, imports of everything left out.
    fn has(&self, name: &str) -> bool {
        let is_used = || self.uses.iter().any(|used| used.name.as_deref() == Some(name));
        self.children.contains(name) || self.items.contains(name) || is_used()
    }

    /// Every path it names, and whether it only passes that on.
    fn named(&self) -> impl Iterator<Item = (&Path, bool)> {
        let uses = self.uses.iter().map(|used| (&used.path, used.passed_on));
        // A single name says where it comes from only where everything of a module is imported.
        let takes_all = self.uses.iter().any(|used| used.name.is_none());
        let paths = self.paths.iter().filter(move |path| path.len() > 1 || takes_all && !self.has(&path[0]));
        uses.chain(paths.map(|path| (path, false)))
    }

    fn uses(&mut self, tree: &UseTree, mut before: Path, passed_on: bool) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.uses(&path.tree, before, passed_on);
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.uses(tree, before.clone(), passed_on));
            }
            UseTree::Glob(_) => self.uses.push(Use { path: before, name: None, passed_on }),
            UseTree::Name(name) => self.named_as(before, &name.ident, &name.ident, passed_on),
            UseTree::Rename(name) => self.named_as(before, &name.ident, &name.rename, passed_on),
        }
    }

    fn named_as(&mut self, mut path: Path, what: &proc_macro2::Ident, name: &proc_macro2::Ident, passed_on: bool) {
        let mut name = name.to_string();
        if what == "self" {
            name = path.last().filter(|_| name == "self").cloned().unwrap_or(name);
        } else {
            path.push(what.to_string());
        }
        self.uses.push(Use { path, name: Some(name), passed_on });
    }

    /// The paths among the tokens of a macro: names with `::` between them.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Path::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) if path.is_empty() || colons == 2 => {
                    path.push(name.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Ident(name) => {
                    self.ends(std::mem::take(&mut path));
                    path.push(name.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' && !path.is_empty() && colons < 2 => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => {
                    // `use crate::{…}` of a macro's body.
                    let inner = group.stream();
                    if colons == 2 {
                        self.grouped(&path, inner.clone());
                    }
                    self.tokens(inner);
                }
                _ => {}
            }
            self.ends(std::mem::take(&mut path));
            colons = 0;
        }
        self.ends(path);
    }

    fn grouped(&mut self, before: &[String], group: TokenStream) {
        if let Ok(tree) = syn::parse2::<UseTree>(quote_group(group)) {
            let mut inner = Module::default();
            inner.uses(&tree, before.to_vec(), false);
            self.paths.extend(inner.uses.into_iter().map(|used| used.path));
        }
    }

    fn ends(&mut self, path: Path) {
        let is_name = |name: &String| !["crate", "self", "super", "Self"].contains(&name.as_str());
        if path.len() > 1 || path.iter().any(is_name) {
            self.paths.insert(path);
        }
    }

    fn skips(&mut self, attributes: &[Attribute], item: &impl syn::spanned::Spanned) -> bool {
        let skipped = is_for_tests(attributes);
        if skipped {
            let span = item.span();
            self.for_tests += span.end().line - span.start().line + 1;
        }
        skipped
    }
}

fn quote_group(group: TokenStream) -> TokenStream {
    TokenTree::from(proc_macro2::Group::new(proc_macro2::Delimiter::Brace, group)).into()
}

impl<'a> Visit<'a> for Module {
    fn visit_item(&mut self, item: &'a Item) {
        if self.skips(attributes(item), item) {
            return;
        }
        if let Some(name) = name_of(item) {
            self.items.insert(name);
        }
        visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        let of_type = last_name(&item.self_ty);
        if let (Some(of_type), None) = (&of_type, &item.trait_) {
            let functions = item.items.iter().filter_map(|item| match item {
                ImplItem::Fn(function) if !is_for_tests(&function.attrs) => Some(function.sig.ident.to_string()),
                _ => None,
            });
            self.methods.extend(functions.map(|function| (of_type.clone(), function)));
        }
        let outer = std::mem::replace(&mut self.of_type, of_type);
        visit::visit_item_impl(self, item);
        self.of_type = outer;
    }

    fn visit_impl_item(&mut self, item: &'a ImplItem) {
        if let ImplItem::Fn(function) = item
            && self.skips(&function.attrs, item)
        {
            return;
        }
        visit::visit_impl_item(self, item);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        let called = match &*call.receiver {
            Expr::Path(path) if path.path.is_ident("self") => self.of_type.clone(),
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            Expr::Field(field) => match &field.member {
                Member::Named(name) => Some(name.to_string()),
                Member::Unnamed(_) => None,
            },
            Expr::MethodCall(inner) => Some(inner.method.to_string()),
            _ => None,
        };
        self.calls.extend(called.map(|called| (called, call.method.to_string())));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.uses(&item.tree, Vec::new(), !matches!(item.vis, Visibility::Inherited));
    }

    /// Who may see something is no use of it.
    fn visit_visibility(&mut self, _: &'a Visibility) {}

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.ends(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, found: &'a Macro) {
        // Re-exports, behind a feature.
        if found.path.is_ident("internals")
            && let Ok(body) = syn::parse2::<syn::File>(found.tokens.clone())
        {
            for item in body.items {
                let Item::Use(item) = item else { continue };
                self.uses(&item.tree, Vec::new(), true);
            }
            return;
        }
        self.visit_path(&found.path);
        self.tokens(found.tokens.clone());
    }
}

/// The file that `#[path = "…"]` names.
fn path_of(attributes: &[Attribute]) -> Option<String> {
    let named = attributes.iter().find(|attribute| attribute.path().is_ident("path"))?;
    let Meta::NameValue(MetaNameValue { value: Expr::Lit(ExprLit { lit: Lit::Str(path), .. }), .. }) = &named.meta
    else {
        return None;
    };
    Some(path.value())
}

/// A path from the folder of a file, as one from the root.
fn beside(file: &str, path: &str) -> String {
    let mut place: Vec<&str> = file.split('/').collect();
    place.pop();
    for part in path.split('/') {
        match part {
            ".." => _ = place.pop(),
            part => place.push(part),
        }
    }
    place.join("/")
}

/// The name of a type without its path and its parameters.
fn last_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => needs_test(&list.tokens.to_string()),
        _ => false,
    })
}

/// Whether a condition holds in tests only: `test`, or `all(test, …)`.
fn needs_test(condition: &str) -> bool {
    let condition: String = condition.split_whitespace().collect();
    condition == "test"
        || condition.starts_with("all(test,")
        || condition.ends_with(",test)") && condition.starts_with("all(")
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
