//! The numbers that parts of the library go by, as data: each with its name, its bounds and what it means. A policy is declared
//! once, with what it may be; whoever takes its numbers by name, and every table of them, goes over [`Settings::settings`].

use std::time::Duration;

use chrono::TimeDelta;

/// What goes by numbers that have names.
pub trait Settings {
    /// What it is.
    const ABOUT: &'static str;

    /// Its numbers, in their order, where they stand.
    fn settings(&mut self) -> Vec<Setting<'_>>;
}

/// One number.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub struct Setting<'p> {
    /// What it is called: `first_retry`.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What it may be.
    pub bounds: Bounds,
    /// What it is: write to change it.
    pub value: Value<'p>,
}

/// The value of a setting, where it stands.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'p> {
    /// A time.
    Time(&'p mut Duration),
    /// A time that is added to dates.
    Span(&'p mut TimeDelta),
    /// Times, one after the other.
    Times(&'p mut Vec<Duration>),
    /// A whole number.
    Count(&'p mut u32),
    /// A whole number of things in memory.
    Size(&'p mut usize),
    /// A whole number, or no limit.
    Allowance(&'p mut Option<u32>),
    /// Yes or no.
    Flag(&'p mut bool),
}

macro_rules! values {
    ($($value:ident: $of:ty,)*) => {
        $(impl<'p> From<&'p mut $of> for Value<'p> {
            fn from(place: &'p mut $of) -> Self {
                Value::$value(place)
            }
        })*
    };
}

values! {
    Time: Duration,
    Span: TimeDelta,
    Times: Vec<Duration>,
    Count: u32,
    Size: usize,
    Allowance: Option<u32>,
    Flag: bool,
}

/// The least and the most that a setting may be; of times in milliseconds. The library itself takes what lies beyond for the
/// nearest value that makes sense, or refuses it when everything is put together.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Bounds {
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Bounds {
    /// More than there ever is of anything; in milliseconds thirty thousand years.
    pub const MOST: f64 = 1e15;

    /// Of what there is at least one.
    pub const fn count() -> Self {
        Bounds { least: 1.0, most: Self::MOST }
    }

    /// Of what there may be none.
    pub const fn count_or_zero() -> Self {
        Bounds { least: 0.0, most: Self::MOST }
    }

    /// Of a pause or a window.
    pub const fn time() -> Self {
        Bounds { least: 0.0, most: Self::MOST }
    }

    /// Of a time in which something is to happen: a millisecond at least.
    pub const fn timeout() -> Self {
        Bounds { least: 1.0, most: Self::MOST }
    }

    /// Of yes or no.
    pub const fn flag() -> Self {
        Bounds { least: 0.0, most: 1.0 }
    }

    /// Whether a number lies within them; what is no number lies within none.
    pub fn contains(&self, number: f64) -> bool {
        (self.least..=self.most).contains(&number)
    }
}

/// Declares a struct, its [`Settings`], and its `Default` if every member has a default value. The word before a member bounds
/// its value, by the functions of [`Bounds`]. Its doc comment is user documentation in every face and table.
macro_rules! settings {
    (
        $(#[doc = $about:literal])+
        #[derive($($derived:ident),+)]
        $(#[$other:meta])*
        pub struct $name:ident {
            $($(#[doc = $meaning:literal])+ $bounds:ident $member:ident: $of:ty,)*
        }
    ) => {
        $(#[doc = $about])+
        #[derive($($derived),+)]
        $(#[$other])*
        #[non_exhaustive]
        pub struct $name {
            $($(#[doc = $meaning])+ pub $member: $of,)*
        }

        impl $crate::settings::Settings for $name {
            const ABOUT: &'static str = concat!($($about, "\n"),+).trim_ascii();

            fn settings(&mut self) -> Vec<$crate::settings::Setting<'_>> {
                vec![$($crate::settings::Setting {
                    name: stringify!($member),
                    about: concat!($($meaning),+).trim_ascii(),
                    bounds: $crate::settings::Bounds::$bounds(),
                    value: (&mut self.$member).into(),
                }),*]
            }
        }
    };
    (
        $(#[$($attribute:tt)+])+
        pub struct $name:ident {
            $($(#[$($about:tt)+])+ $bounds:ident $member:ident: $of:ty = $default:expr,)*
        }
    ) => {
        $crate::settings::settings! {
            $(#[$($attribute)+])+
            pub struct $name {
                $($(#[$($about)+])+ $bounds $member: $of,)*
            }
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($member: $default,)* }
            }
        }
    };
}

pub(crate) use settings;

#[cfg(test)]
mod tests {
    use super::*;

    settings! {
        /// How something goes.
        ///
        /// In more words.
        #[derive(Debug, Default)]
        pub struct Going {
            /// How often it is tried,
            /// and then no more.
            count tries: u32,
            /// Whether it is told.
            flag is_told: bool,
            /// How long one try may take.
            timeout patience: Duration,
        }
    }

    #[test]
    fn a_declared_number_is_found_with_what_it_means_and_changed_in_its_place() {
        let mut going = Going::default();
        for setting in going.settings() {
            match (setting.name, setting.value) {
                ("tries", Value::Count(tries)) => *tries = 3,
                ("is_told", Value::Flag(is_told)) => *is_told = true,
                ("patience", Value::Time(patience)) => *patience = Duration::from_millis(5),
                (name, value) => panic!("{name}: {value:?}"),
            }
        }
        assert_eq!((going.tries, going.is_told, going.patience), (3, true, Duration::from_millis(5)));
        assert_eq!(going.settings()[0].about, "How often it is tried, and then no more.");
        assert_eq!(Going::ABOUT, "How something goes.\n\n In more words.");
    }

    #[test]
    fn bounds_hold_their_ends_and_nothing_that_is_no_number() {
        let bounds = Bounds::count();
        assert!(bounds.contains(1.0) && bounds.contains(Bounds::MOST));
        assert!(
            !bounds.contains(0.9)
                && !bounds.contains(2.0 * Bounds::MOST)
                && !bounds.contains(f64::NAN)
                && !bounds.contains(f64::INFINITY)
        );
    }
}
