//! Declares numeric settings as data: each with its name, bounds, documentation and value.
//!
//! The macro `settings!` declares a policy once. Code that sets values by name, and the generators of tables, use
//! [`Settings::settings`].

use std::time::Duration;

use chrono::TimeDelta;

/// A group of settings, such as a policy.
pub trait Settings {
    /// The documentation of the group.
    const ABOUT: &'static str;

    /// The settings in the order of their declaration, with mutable references to their values.
    fn settings(&mut self) -> Vec<Setting<'_>>;
}

/// One setting.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub struct Setting<'p> {
    /// The name of the setting: `first_retry`.
    pub name: &'static str,
    /// The documentation of the setting.
    pub about: &'static str,
    /// The permitted values.
    pub bounds: Bounds,
    /// The value. Write to it to change the setting.
    pub value: Value<'p>,
}

/// A mutable reference to the value of a setting.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'p> {
    /// A duration.
    Time(&'p mut Duration),
    /// A duration that is added to dates.
    Span(&'p mut TimeDelta),
    /// A sequence of durations.
    Times(&'p mut Vec<Duration>),
    /// A whole number.
    Count(&'p mut u32),
    /// A whole number that limits something in memory.
    Size(&'p mut usize),
    /// A whole number, or `None` for no limit.
    Allowance(&'p mut Option<u32>),
    /// True or false.
    Flag(&'p mut bool),
}

macro_rules! values {
    ($($value:ident: $of:ty,)*) => {
        $(impl<'p> From<&'p mut $of> for Value<'p> {
            fn from(value: &'p mut $of) -> Self {
                Value::$value(value)
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

/// The minimum and maximum of a setting; for durations in milliseconds. A value outside of them is replaced by the nearest useful value,
/// or rejected when the client or service is created.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Bounds {
    /// The minimum.
    pub least: f64,
    /// The maximum.
    pub most: f64,
}

impl Bounds {
    /// A maximum that is never reached in practice; in milliseconds more than 30,000 years.
    pub const MOST: f64 = 1e15;

    /// For a number that must be at least 1.
    pub const fn count() -> Self {
        Bounds { least: 1.0, most: Self::MOST }
    }

    /// For a number that can be 0.
    pub const fn count_or_zero() -> Self {
        Bounds { least: 0.0, most: Self::MOST }
    }

    /// For a duration that can be 0, such as a pause.
    pub const fn time() -> Self {
        Bounds { least: 0.0, most: Self::MOST }
    }

    /// For a duration of at least one millisecond, such as a time-out.
    pub const fn timeout() -> Self {
        Bounds { least: 1.0, most: Self::MOST }
    }

    /// For true or false.
    pub const fn flag() -> Self {
        Bounds { least: 0.0, most: 1.0 }
    }

    /// Whether a number is within the bounds. False for NaN.
    pub fn contains(&self, number: f64) -> bool {
        (self.least..=self.most).contains(&number)
    }
}

/// Declares a struct with its [`Settings`], and with `Default` if all members have a default value. The word before a member is the
/// function of [`Bounds`] for its value. Doc comments become documentation in all languages and tables.
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
        /// Retries of a call.
        ///
        /// More details.
        #[derive(Debug, Default)]
        pub struct Retries {
            /// Number of attempts,
            /// including the first one.
            count tries: u32,
            /// Whether retries are logged.
            flag is_logged: bool,
            /// Time-out of one attempt.
            timeout attempt: Duration,
        }
    }

    #[test]
    fn a_setting_has_documentation_and_can_be_changed() {
        let mut retries = Retries::default();
        for setting in retries.settings() {
            match (setting.name, setting.value) {
                ("tries", Value::Count(tries)) => *tries = 3,
                ("is_logged", Value::Flag(is_logged)) => *is_logged = true,
                ("attempt", Value::Time(attempt)) => *attempt = Duration::from_millis(5),
                (name, value) => panic!("{name}: {value:?}"),
            }
        }
        assert_eq!((retries.tries, retries.is_logged, retries.attempt), (3, true, Duration::from_millis(5)));
        assert_eq!(retries.settings()[0].about, "Number of attempts, including the first one.");
        assert_eq!(Retries::ABOUT, "Retries of a call.\n\n More details.");
    }

    #[test]
    fn bounds_contain_their_ends_and_not_nan() {
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
