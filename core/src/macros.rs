//! Macros that several modules use.

/// Re-exports items that only the bindings, tests and benchmarks of this project use: public with the feature
/// `internals`, never documented.
macro_rules! internals {
    ($(use $($module:ident)::+::{$($name:ident),+ $(,)?};)+) => {$(
        #[cfg(feature = "internals")]
        #[doc(hidden)]
        pub use $($module)::+::{$($name),+};
        #[cfg(not(feature = "internals"))]
        #[allow(unused_imports)]
        pub(crate) use $($module)::+::{$($name),+};
    )+};
}

/// Declares an enum without fields whose variants each have a text, and the function that returns that text. With
/// `impl Display`, a value prints as its text. For enums to which a service may add values, see `open_enum`.
macro_rules! closed_enum {
    (
        $(#[$enum_meta:meta])+
        pub enum $name:ident { $($(#[$meta:meta])+ $variant:ident => $text:literal,)+ }
        $(#[$text_meta:meta])*
        $vis:vis fn $text_of:ident;
        $(impl $display:ident;)?
    ) => {
        $(#[$enum_meta])+
        pub enum $name { $($(#[$meta])+ $variant,)+ }

        impl $name {
            $(#[$text_meta])*
            $vis fn $text_of(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }
        }

        $(impl std::fmt::$display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.$text_of())
            }
        })?
    };
}

/// Implements `Debug` for a struct with only the listed fields: the others cannot be printed, or are secret.
macro_rules! debug_fields {
    ($name:ident $(<$life:lifetime>)? $(: $($field:ident),+)?) => {
        impl std::fmt::Debug for $name $(<$life>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name))$($(.field(stringify!($field), &self.$field))+)?.finish_non_exhaustive()
            }
        }
    };
}
