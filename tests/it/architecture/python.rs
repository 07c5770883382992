//! Finds the imports between the files of a Python package: at the top, inside functions, and for types only. Stubs and the native
//! module are left out.

use std::collections::BTreeSet;

use super::names::Name;

/// A package: the path of each file, such as `_shell/output.py`, and its text.
pub struct Package<'f> {
    name: &'f str,
    files: &'f [(String, String)],
}

/// An import of a name or of a whole module.
struct Import {
    module: String,
    name: Option<String>,
}

impl<'f> Package<'f> {
    pub fn new(name: &'f str, files: &'f [(String, String)]) -> Self {
        Package { name, files }
    }

    /// The imports between the files. An import in `__init__.py` is a re-export.
    pub fn names(&self) -> BTreeSet<Name> {
        let mut names = BTreeSet::new();
        for (from, text) in self.files {
            for import in imports(text) {
                let Some(to) = self.place(&import).filter(|to| to != from) else { continue };
                let path =
                    import.name.map_or_else(|| import.module.clone(), |name| format!("{}.{name}", import.module));
                names.insert(Name { from: from.clone(), to, path, is_reexport: from.ends_with("__init__.py") });
            }
        }
        names
    }

    /// The file that an import leads to: a module, or the one from which `__init__.py` imports the name.
    fn place(&self, import: &Import) -> Option<String> {
        let file = self.file(&import.module)?;
        let Some(name) = &import.name else { return Some(file) };
        if let Some(module) = self.file(&format!("{}.{name}", import.module)) {
            return Some(module);
        }
        if !file.ends_with("__init__.py") {
            return Some(file);
        }
        let is_reexport = imports(self.text(&file)?).find(|inner| match &inner.name {
            Some(all) if all == "*" => {
                let home = self.file(&inner.module).and_then(|home| self.text(&home));
                home.is_some_and(|text| words(text).any(|word| word == name))
            }
            Some(is_reexport) => is_reexport == name,
            None => false,
        });
        match is_reexport {
            Some(inner) => self.file(&inner.module),
            None => Some(file),
        }
    }

    /// The file of a module; `None` for the native module and other packages.
    fn file(&self, module: &str) -> Option<String> {
        let below = module.strip_prefix(self.name).filter(|rest| rest.is_empty() || rest.starts_with('.'))?;
        let path = below.trim_start_matches('.').replace('.', "/");
        let found = [format!("{path}.py"), format!("{path}/__init__.py").trim_start_matches('/').to_owned()];
        found.into_iter().find(|path| self.text(path).is_some())
    }

    fn text(&self, file: &str) -> Option<&'f str> {
        self.files.iter().find(|(path, _)| path == file).map(|(_, text)| text.as_str())
    }
}

/// All imports, one by one.
fn imports(text: &str) -> impl Iterator<Item = Import> {
    let mut found = Vec::new();
    // Docstrings may quote imports.
    let code: String = text.split("\"\"\"").step_by(2).collect::<Vec<_>>().join("\"\"");
    let mut lines = code.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    while let Some(line) = lines.next() {
        let mut statement = line.to_owned();
        if statement.starts_with("from ") && statement.contains('(') {
            while !statement.contains(')') {
                let Some(next) = lines.next() else { break };
                statement.push_str(next);
            }
        }
        let statement = statement.replace(['(', ')'], " ");
        let without_alias = |item: &str| item.split_whitespace().next().map(str::to_owned);
        if let Some((module, names)) = statement.strip_prefix("from ").and_then(|rest| rest.split_once(" import ")) {
            let module = module.trim().to_owned();
            let names = names.split(',').filter_map(without_alias);
            found.extend(names.map(|name| Import { module: module.clone(), name: Some(name) }));
        } else if let Some(modules) = statement.strip_prefix("import ") {
            let modules = modules.split(',').filter_map(without_alias);
            found.extend(modules.map(|module| Import { module, name: None }));
        }
    }
    found.into_iter()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}
