//! The senders whose mail may report facts.

use serde::{Deserialize, Serialize};

use super::address::{self, Entry};
use super::authentication::AuthenticationResult;
use crate::error::{Error, Quoted, Result};

/// Maximum number of senders in a list.
const MAX_SENDERS: usize = 1_000;

/// A list of addresses and domains from which an account accepts facts by mail.
///
/// A domain allows all addresses of this domain, but not those of its subdomains. Case does not matter. An empty list, the default,
/// allows no sender.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AllowedSenders(Vec<String>);

impl AllowedSenders {
    /// Creates a list of addresses (`edi@line.example`) and domains (`line.example`).
    ///
    /// Text that is neither, or more than 1,000 senders, is an [`Invalid`](crate::ErrorKind::Invalid) error that names `allowed_senders`.
    ///
    /// ```
    /// use shiptrack::email::AllowedSenders;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let senders = AllowedSenders::new(&["EDI@line.example", "terminal.example"])?;
    /// assert_eq!(senders.entries(), ["edi@line.example", "terminal.example"]);
    /// assert!(AllowedSenders::new(&["Line <edi@line.example>"]).is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn new(senders: &[impl AsRef<str>]) -> Result<Self> {
        Self::named("allowed_senders", senders)
    }

    /// Creates a list as [`new`](Self::new) does. Errors name this setting, such as `indirect_senders`.
    pub fn named(setting: &str, senders: &[impl AsRef<str>]) -> Result<Self> {
        if senders.len() > MAX_SENDERS {
            let problem =
                format!("an account can allow at most {MAX_SENDERS} senders: allow domains instead of addresses");
            return Err(Error::invalid(setting, problem));
        }
        let mut list = AllowedSenders::default();
        for text in senders.iter().map(AsRef::as_ref) {
            let sender = text.trim().to_lowercase();
            if !is_sender(&sender) {
                let problem = format!(
                    "{} is neither an address nor a domain. Use for example edi@line.example or line.example",
                    Quoted(text)
                );
                return Err(Error::invalid(setting, problem));
            }
            if !list.0.contains(&sender) {
                list.0.push(sender);
            }
        }
        Ok(list)
    }

    /// The addresses and domains in lower case.
    pub fn entries(&self) -> &[String] {
        &self.0
    }

    /// Whether no sender is allowed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks the addresses in the field `From` of a message, and returns why the message may not report facts.
    ///
    /// The message must have exactly one sender, who is in the list. If `server` names the mail server of the host program, the first of the
    /// `results` of this server must confirm the domain of the sender. Without a name, the first of all results must confirm it, and a
    /// message without results is accepted. A result that is unreadable may be from any server, so it counts if it is above the others.
    pub fn check(
        &self,
        from: &[String],
        server: &str,
        results: &[AuthenticationResult],
    ) -> std::result::Result<(), String> {
        let [sender] = from else {
            let count = if from.is_empty() { "no sender" } else { "more than one sender" };
            return Err(format!("the message has {count}"));
        };
        let Some(domain) = self.domain_of(sender) else {
            return Err(format!(
                "the sender {} is not in the list of allowed senders (allowed_senders)",
                Quoted(sender)
            ));
        };
        let decides = |result: &&AuthenticationResult| {
            server.is_empty() || result.is_unreadable || result.server.eq_ignore_ascii_case(server)
        };
        match results.iter().find(decides) {
            Some(result) if result.confirms(&domain) => Ok(()),
            None if server.is_empty() => Ok(()),
            Some(result) if result.is_unreadable => {
                Err("the topmost Authentication-Results of the message is unreadable, or has a property twice"
                    .to_owned())
            }
            Some(result) => {
                Err(format!("the mail server {} did not confirm the sender {}", Quoted(&result.server), Quoted(sender)))
            }
            None => Err(format!("the message has no Authentication-Results of the mail server {}", Quoted(server))),
        }
    }

    /// Whether the list has the address or its domain.
    pub fn contains(&self, sender: &str) -> bool {
        self.domain_of(sender).is_some()
    }

    /// The domain of a sender in lower case; `None` if the list has neither the address nor its domain.
    fn domain_of(&self, sender: &str) -> Option<String> {
        let address = sender.to_lowercase();
        // Text that is not an address may equal a domain in the list, or end in one.
        if !is_address(&address) {
            return None;
        }
        let (_, domain) = address.rsplit_once('@')?;
        let is_listed = self.0.iter().any(|allowed| *allowed == address || allowed == domain);
        is_listed.then(|| domain.to_owned())
    }
}

fn is_sender(text: &str) -> bool {
    let written = if text.contains('@') { text.to_owned() } else { format!("edi@{text}") };
    is_address(&written) && written.rsplit_once('@').is_some_and(|(_, domain)| is_domain(domain))
}

/// Whether a text in lower case is one address and nothing else.
fn is_address(text: &str) -> bool {
    let mut entries = address::read(text);
    matches!((entries.next(), entries.next()), (Some(Entry::Address(address)), None) if address == text)
}

/// Whether the text has the form of a domain. Characters such as `*` never match one.
pub(crate) fn is_domain(text: &str) -> bool {
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    text.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(senders: &[&str], from: &[&str], server: &str, fields: &[&str]) -> bool {
        let from: Vec<String> = from.iter().map(|address| (*address).to_owned()).collect();
        let results: Vec<_> = fields.iter().map(|field| AuthenticationResult::read(field)).collect();
        AllowedSenders::new(senders).unwrap().check(&from, server, &results).is_ok()
    }

    #[test]
    fn only_a_single_sender_in_the_list_is_allowed() {
        let list = ["edi@line.example", "Terminal.example"];
        for from in ["edi@line.example", "EDI@line.example", "anyone@terminal.example"] {
            assert!(check(&list, &[from], "", &[]), "{from}");
        }
        for from in [
            "x@line.example",
            "edi@line.example.evil.example",
            "x@sub.terminal.example",
            "terminal.example",
            "",
            "x y@terminal.example",
        ] {
            assert!(!check(&list, &[from], "", &[]), "{from}");
        }
        assert!(!check(&list, &[], "", &[]) && !check(&list, &["edi@line.example", "x@evil.example"], "", &[]));
        assert!(!check(&[], &["edi@line.example"], "", &[]), "no sender is allowed by default");
    }

    #[test]
    fn the_first_result_of_the_mail_server_decides() {
        let list = ["line.example"];
        let (pass, fail) = ("mx; dmarc=pass header.from=line.example", "mx; dmarc=fail header.from=line.example");
        let forged = "mx.forged; dmarc=pass header.from=line.example";
        let check = |server, fields: &[&str]| check(&list, &["edi@line.example"], server, fields);
        assert!(check("", &[]) && check("", &[pass, fail]) && check("mx", &[pass]) && check("MX", &[forged, pass]));
        assert!(!check("", &[fail, pass]) && !check("", &["mx; none"]));
        assert!(!check("mx", &[]) && !check("mx", &[forged]) && !check("mx", &[fail, pass]));
        let unreadable = "mx; dmarc=pass header.from=line.example header.from=evil.example";
        assert!(!check("mx", &[unreadable, pass]) && !check("mx", &["mx; spf=\"", pass]) && !check("", &[unreadable]));
        assert!(check("mx", &[pass, unreadable]));
    }

    #[test]
    fn text_that_is_neither_an_address_nor_a_domain_is_rejected() {
        for text in ["", " ", "@line.example", "a b", "Line <edi@line.example>", "a@x.example, b@x.example", "edi@"] {
            let error = AllowedSenders::new(&[text]).unwrap_err();
            assert_eq!(error.pointer(), Some("allowed_senders"), "{text}");
        }
        assert!(AllowedSenders::new(&vec!["line.example"; 1_001]).is_err());
    }
}
