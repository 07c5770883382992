//! Numbers of containers as EDI writes them.

use super::text::compact;
use crate::numbers::ContainerNumber;

/// The number that an owner code, a number and a check digit make, each as far as the sender gives it. One that another element of
/// the message has in full is taken from there: check digits of sources need not hold.
pub(super) fn number(initial: &str, digits: &str, check_digit: &str, elsewhere: &[String]) -> Option<String> {
    let whole = compact(initial).into_owned() + &compact(digits);
    if whole.is_empty() {
        return None;
    }
    if whole.len() != 10 {
        return Some(whole);
    }
    if let Some(named) = elsewhere.iter().find(|named| named.len() == 11 && named.starts_with(&whole)) {
        return Some(named.clone());
    }
    let given =
        Some(check_digit.trim()).filter(|digit| digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit()));
    Some(match given {
        Some(digit) => whole + digit,
        None => complete(whole),
    })
}

/// The number in one piece, with its check digit.
pub(super) fn in_one(text: &str) -> Option<String> {
    let whole = compact(text);
    (!whole.is_empty()).then(|| complete(whole.into_owned()))
}

fn complete(mut number: String) -> String {
    if number.len() == 10
        && let Some(digit) = ContainerNumber::check_digit_of(&number)
    {
        number.push(char::from(b'0' + digit));
    }
    number
}

/// Whether it looks like the number of a container, its check digit aside.
pub(super) fn is_one(number: &str) -> bool {
    ContainerNumber::has_shape(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_put_together_from_what_the_sender_gives() {
        let named = |number: &str| vec![number.to_owned()];
        assert_eq!(number("CMAU", "512749", "8", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(number("CMAU", "512749", "", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(number("cmau", "512749", "", &named("CMAU5127490")).as_deref(), Some("CMAU5127490"));
        assert_eq!(number("CMAU", "512749", "", &named("MSKU0308961")).as_deref(), Some("CMAU5127498"));
        assert_eq!(number("CMAU", "5127498", "", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(number("", "CMAU5127498", "", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(number("", "", "", &named("CMAU5127498")), None);
        assert_eq!(in_one("CXRU 125502-2").as_deref(), Some("CXRU1255022"));
        assert_eq!(in_one("CMAU512749").as_deref(), Some("CMAU5127498"));
        assert!(is_one("GMCU6094137") && !is_one("GMCU609413") && !is_one("CHASSIS001"));
    }
}
