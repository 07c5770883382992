//! The macro `open_enum!`, which declares an enumeration that preserves unknown values.

/// Declares an enum of texts in JSON. An unknown text is preserved in `Other`, so that a new value of the service does not break an
/// old client.
macro_rules! open_enum {
    (
        $(#[doc = $edoc:literal])+
        pub enum $name:ident { $($(#[doc = $doc:literal])+ $variant:ident => $text:literal,)+ }
    ) => {
        $(#[doc = $edoc])+
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[doc = $doc])+ $variant,)+
            /// A value that this version does not know, unchanged.
            Other(Box<str>),
        }

        impl $name {
            /// All values that this version knows.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The text in JSON.
            pub fn as_str(&self) -> &str {
                match self {
                    $($name::$variant => $text,)+
                    $name::Other(text) => text,
                }
            }

            /// The value for this text; `Other` if it is unknown.
            pub fn parse(text: &str) -> Self {
                match text {
                    $($text => $name::$variant,)+
                    _ => $name::Other(text.into()),
                }
            }

            /// The meaning of the value in one sentence; `None` if the value is unknown.
            pub fn description(&self) -> Option<&'static str> {
                match self {
                    $($name::$variant => Some(concat!($($doc),+).trim_ascii()),)+
                    $name::Other(_) => None,
                }
            }

            /// Whether this version knows the value.
            pub fn is_known(&self) -> bool {
                !matches!(self, $name::Other(_))
            }
        }

        impl Default for $name {
            fn default() -> Self {
                $name::Other("".into())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                $name::parse(text)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                out.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                Ok($name::parse(&<std::borrow::Cow<'de, str>>::deserialize(input)?))
            }
        }

        impl $crate::resources::attribute::Attribute for $name {
            const SHAPE: $crate::resources::Shape = $crate::resources::Shape::Enumeration(&$crate::resources::Enumeration::new(
                stringify!($name),
                concat!($($edoc),+),
                &[$(($text, concat!($($doc),+).trim_ascii())),+],
            ));

            fn read_text(text: &str) -> Option<Self> {
                Some($name::parse(text))
            }
        }
    };
}

pub(crate) use open_enum;
