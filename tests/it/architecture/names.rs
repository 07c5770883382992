//! Finds the uses between the files of a crate from their syntax: every `use` declaration and every path in the code, also
//! inside macros. Code that is compiled for tests only is ignored.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprLit, ImplItem, Item, Lit, Macro, Member, Meta, MetaNameValue, Type, UseTree, Visibility,
};

type Path = Vec<String>;

/// The modules of a crate, by their paths from the root.
pub struct Crate {
    modules: BTreeMap<Path, Module>,
}

#[derive(Default)]
struct Module {
    file: String,
    items: BTreeSet<String>,
    children: BTreeSet<String>,
    uses: Vec<Use>,
    /// The paths in its code.
    paths: BTreeSet<Path>,
    /// Inherent methods: the type and the name of the method.
    methods: BTreeSet<(String, String)>,
    /// Method calls: the name of the receiver, or the type if it is `self`, and the method.
    calls: BTreeSet<(String, String)>,
    /// The type of the `impl` block that is being read.
    of_type: Option<String>,
    /// Number of lines that are compiled for tests only.
    for_tests: usize,
}

struct Use {
    path: Path,
    /// The local name; `None` for a glob.
    name: Option<String>,
    /// Whether it is a re-export. The files that use a re-export depend on its target; this file does not.
    is_reexport: bool,
}

/// A use of an item of one file in another file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    pub from: String,
    pub to: String,
    /// The path as written.
    pub path: String,
    /// Whether it is only a re-export.
    pub is_reexport: bool,
}

/// The target of a path.
enum Place {
    File(String),
    Module(Path),
    /// Another crate, or a name of the language.
    Foreign(String),
}

impl Crate {
    /// Reads the crate with the root `lib.rs`. `text` returns the text of a file.
    pub fn read(text: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut read = Crate { modules: BTreeMap::new() };
        read.file(Vec::new(), "lib.rs", text);
        read
    }

    fn file(&mut self, path: Path, name: &str, text: &dyn Fn(&str) -> Option<String>) {
        let source = text(name).unwrap_or_else(|| panic!("{name} does not exist"));
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
                (None, Some(elsewhere)) => self.file(child, &resolve(file, &elsewhere), text),
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

    /// The files of the crate without test files, each with the number of lines that are for tests.
    pub fn files(&self) -> BTreeMap<&str, usize> {
        let mut files = BTreeMap::new();
        for module in self.modules.values() {
            *files.entry(module.file.as_str()).or_default() += module.for_tests;
        }
        files
    }

    /// All uses between files.
    pub fn names(&self) -> BTreeSet<Name> {
        let mut names = BTreeSet::new();
        for (at, module) in &self.modules {
            for (path, is_reexport) in module.named() {
                let to = match self.place(at, path, 0) {
                    Place::File(file) => file,
                    Place::Module(module) => self.modules[&module].file.clone(),
                    Place::Foreign(_) => continue,
                };
                if to != module.file {
                    names.insert(Name { from: module.file.clone(), to, path: path.join("::"), is_reexport });
                }
            }
        }
        names
    }

    /// The calls of methods of a type that are defined in another file than the call. The receiver is `self` in an `impl`
    /// of the type, or has the name of the type in lower case. Calls inside macros are not found.
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
                    found.insert(Name { from, to, path, is_reexport: false });
                }
            }
        }
        found
    }

    /// The other crates that files use. Includes names of the language and names in scope.
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

    /// The target of a path that is written in a module.
    fn place(&self, at: &[String], path: &[String], depth: usize) -> Place {
        let (first, rest) = path.split_first().expect("a path has a segment");
        match first.as_str() {
            "crate" => self.within(&[], rest, depth),
            "self" => self.within(at, rest, depth),
            "super" => self.place_above(&at[..at.len().saturating_sub(1)], rest, depth),
            _ if self.modules[at].has(first) || self.glob_module(at, first, depth).is_some() => {
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

    /// The target of a path that begins inside a module.
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
        match self.glob_module(at, first, depth) {
            Some(there) => self.within(&there, path, depth + 1),
            // An item that a macro generates.
            None => Place::File(module.file.clone()),
        }
    }

    /// The module that is imported by a glob and contains this name.
    fn glob_module(&self, at: &[String], name: &str, depth: usize) -> Option<Path> {
        let all = self.modules[at].uses.iter().filter(|used| used.name.is_none() && depth <= DEEPEST);
        // The first segment of the glob must be found without globs, or this would recurse forever.
        let is_elsewhere = |used: &&Use| {
            let first = &used.path[0];
            ["crate", "self", "super"].contains(&first.as_str()) || self.modules[at].has(first)
        };
        all.filter(is_elsewhere).find_map(|used| match self.place(at, &used.path, depth + 1) {
            Place::Module(there) if there == at => None,
            Place::Module(there) if self.modules[&there].has(name) => Some(there),
            Place::Module(there) => self.glob_module(&there, name, depth + 1),
            Place::File(_) | Place::Foreign(_) => None,
        })
    }
}

/// Limit of nested re-exports.
const DEEPEST: usize = 20;

impl Module {
    /// Whether it declares or imports this name, not counting globs.
    fn has(&self, name: &str) -> bool {
        let is_used = || self.uses.iter().any(|used| used.name.as_deref() == Some(name));
        self.children.contains(name) || self.items.contains(name) || is_used()
    }

    /// Every path in the module, and whether it is only a re-export.
    fn named(&self) -> impl Iterator<Item = (&Path, bool)> {
        let uses = self.uses.iter().map(|used| (&used.path, used.is_reexport));
        // A path of one segment leads to another file only through a glob.
        let takes_all = self.uses.iter().any(|used| used.name.is_none());
        let paths = self.paths.iter().filter(move |path| path.len() > 1 || takes_all && !self.has(&path[0]));
        uses.chain(paths.map(|path| (path, false)))
    }

    fn uses(&mut self, tree: &UseTree, mut before: Path, is_reexport: bool) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.uses(&path.tree, before, is_reexport);
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.uses(tree, before.clone(), is_reexport));
            }
            UseTree::Glob(_) => self.uses.push(Use { path: before, name: None, is_reexport }),
            UseTree::Name(name) => self.named_as(before, &name.ident, &name.ident, is_reexport),
            UseTree::Rename(name) => self.named_as(before, &name.ident, &name.rename, is_reexport),
        }
    }

    fn named_as(&mut self, mut path: Path, what: &proc_macro2::Ident, name: &proc_macro2::Ident, is_reexport: bool) {
        let mut name = name.to_string();
        if what == "self" {
            name = path.last().filter(|_| name == "self").cloned().unwrap_or(name);
        } else {
            path.push(what.to_string());
        }
        self.uses.push(Use { path, name: Some(name), is_reexport });
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
                    self.add_path(std::mem::take(&mut path));
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
            self.add_path(std::mem::take(&mut path));
            colons = 0;
        }
        self.add_path(path);
    }

    fn grouped(&mut self, before: &[String], group: TokenStream) {
        if let Ok(tree) = syn::parse2::<UseTree>(quote_group(group)) {
            let mut inner = Module::default();
            inner.uses(&tree, before.to_vec(), false);
            self.paths.extend(inner.uses.into_iter().map(|used| used.path));
        }
    }

    fn add_path(&mut self, path: Path) {
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

    /// A path in a visibility is not a use.
    fn visit_visibility(&mut self, _: &'a Visibility) {}

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.add_path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
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

/// Resolves a path relative to a file against the root.
fn resolve(file: &str, path: &str) -> String {
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
