//! The families of resources, and the one-line declaration of their getters.

use std::any::Any;

use shiptrack::jsonapi::{AnyResource, Resource as CoreResource, View};
use shiptrack::resources;
use shiptrack::serde_json::{self, Number, Value};

use super::layout::Writer;

/// A resource of whatever type.
pub trait Family: Any + Send + Sync {
    /// The number of its type: a getter is for one of them.
    fn family(&self) -> u32;
    /// Its type on the wire.
    fn type_name(&self) -> &str;
    /// Its id.
    fn id_text(&self) -> String;
    /// Lays out its texts, then its lists.
    fn lay_out(&self, writer: &mut Writer);
    /// It, as JSON.
    fn value(&self) -> Value;
    /// It, as text.
    fn json(&self) -> String;
    /// A copy of it.
    fn copy(&self) -> Box<dyn Family>;
    /// For getters that know the type.
    fn as_any(&self) -> &dyn Any;
}

/// A type with getters.
pub trait Typed: Family + CoreResource {
    /// The number of the type.
    const FAMILY: u32;
}

/// What every family says in the same words.
macro_rules! common {
    () => {
        fn id_text(&self) -> String {
            self.id.to_string()
        }

        fn value(&self) -> shiptrack::serde_json::Value {
            $crate::resource::family::value_of(self)
        }

        fn json(&self) -> String {
            $crate::resource::family::json_of(self)
        }

        fn copy(&self) -> Box<dyn $crate::resource::family::Family> {
            Box::new(self.clone())
        }

        fn as_any(&self) -> &dyn std::any::Any {
            self
        }
    };
}
pub(crate) use common;

/// Declares the getters of a family, a line each. `it` is the resource.
///
/// A text getter is named as the attribute on the wire. Numbers of enumerations end in `_code`.
macro_rules! family {
    (
        $type:ident($it:ident) = $number:literal;
        texts { $($(#[$tdoc:meta])* $text:ident = $tvalue:expr;)* }
        lists { $($(#[$ldoc:meta])* [$($(#[$cdoc:meta])* $count:ident)?] $at:ident = $lvalue:expr;)* }
        integers { $($(#[$idoc:meta])* $integer:ident = $ivalue:expr;)* }
        doubles { $($(#[$ddoc:meta])* $double:ident = $dvalue:expr;)* }
        flags { $($(#[$fdoc:meta])* $flag:ident = $fvalue:expr;)* }
        codes { $($(#[$codoc:meta])* $code:ident = $covalue:expr;)* }
    ) => {

        /// The slots of the texts.
        #[allow(non_camel_case_types, reason = "a slot is named as its getter")]
        enum Slot { $($text,)* }

        /// The lists.
        #[allow(non_camel_case_types, dead_code, reason = "a list is named as its getter")]
        enum List { $($at,)* }

        impl $crate::resource::family::Family for $type {
            fn family(&self) -> u32 {
                $number
            }

            fn type_name(&self) -> &str {
                <$type as shiptrack::jsonapi::Resource>::TYPE
            }

            fn lay_out(&self, writer: &mut $crate::resource::layout::Writer) {
                let $it = self;
                $($crate::resource::layout::AsText::lay(&$tvalue, writer);)*
                $($crate::resource::layout::AsList::lay(&$lvalue, writer);)*
                let _ = ($it, writer);
            }

            $crate::resource::family::common!();
        }

        impl $crate::resource::family::Typed for $type {
            const FAMILY: u32 = $number;
        }

        $(
            $(#[$tdoc])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $text(resource: *const $crate::resource::Resource) -> $crate::boundary::Text {
                $crate::resource::text_of(resource, $number, Slot::$text as usize)
            }
        )*
        $(
            $(
                $(#[$cdoc])*
                #[unsafe(no_mangle)]
                pub extern "C" fn $count(resource: *const $crate::resource::Resource) -> usize {
                    $crate::resource::count_of(resource, $number, List::$at as usize)
                }
            )?
            $(#[$ldoc])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $at(
                resource: *const $crate::resource::Resource,
                index: usize,
            ) -> $crate::boundary::Text {
                $crate::resource::item_of(resource, $number, List::$at as usize, index)
            }
        )*
        $(
            $(#[$idoc])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $integer(resource: *const $crate::resource::Resource, value: *mut i64) -> i32 {
                $crate::resource::number_of(resource, value, |$it: &$type| $ivalue)
            }
        )*
        $(
            $(#[$ddoc])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $double(resource: *const $crate::resource::Resource, value: *mut f64) -> i32 {
                $crate::resource::number_of(resource, value, |$it: &$type| $crate::resource::family::double(&$dvalue))
            }
        )*
        $(
            $(#[$fdoc])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $flag(resource: *const $crate::resource::Resource) -> i32 {
                $crate::resource::flag_of(resource, |$it: &$type| $crate::resource::family::Flag::flag(&$fvalue))
            }
        )*
        $(
            $(#[$codoc])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $code(resource: *const $crate::resource::Resource) -> i32 {
                $crate::resource::code_of(resource, |$it: &$type| $crate::codes::Code::code(&$covalue))
            }
        )*
    };
}
pub(crate) use family;

/// What is true, false, or not told.
pub trait Flag {
    /// 1, 0, or -1.
    fn flag(&self) -> i32;
}

impl Flag for bool {
    fn flag(&self) -> i32 {
        (*self).into()
    }
}

impl Flag for Option<bool> {
    fn flag(&self) -> i32 {
        self.map_or(-1, i32::from)
    }
}

pub(crate) fn double(number: &Option<Number>) -> Option<f64> {
    number.as_ref()?.as_f64()
}

pub(crate) fn value_of<T: CoreResource>(resource: &T) -> Value {
    serde_json::to_value(resource).unwrap_or_default()
}

pub(crate) fn json_of<T: CoreResource>(resource: &T) -> String {
    serde_json::to_string(resource).unwrap_or_default()
}

impl Family for AnyResource {
    fn family(&self) -> u32 {
        0
    }

    fn type_name(&self) -> &str {
        &self.kind
    }

    fn lay_out(&self, _: &mut Writer) {}

    common!();
}

impl Typed for AnyResource {
    const FAMILY: u32 = 0;
}

fn typed<T: Typed>(view: View<'_>) -> shiptrack::Result<Box<dyn Family>> {
    view.read::<T>().map(|read| Box::new(read) as Box<dyn Family>)
}

/// Builds a `T`, refusing another type. Where `T` is any type, the one on the wire decides.
pub(crate) fn read_as<T: Typed>(view: View<'_>) -> shiptrack::Result<Box<dyn Family>> {
    if T::FAMILY == AnyResource::FAMILY { read(view) } else { typed::<T>(view) }
}

/// Builds a resource of a type that is known by name, and an [`AnyResource`] of any other.
pub(crate) fn read(view: View<'_>) -> shiptrack::Result<Box<dyn Family>> {
    match &*view.kind() {
        "account" => typed::<resources::Account>(view),
        "container" => typed::<resources::Container>(view),
        "document" => typed::<resources::Document>(view),
        "document_representation" => typed::<resources::DocumentRepresentation>(view),
        "email_submission" => typed::<resources::EmailSubmission>(view),
        "shipment" => typed::<resources::Shipment>(view),
        "shipping_line" => typed::<resources::ShippingLine>(view),
        "tracking_request" => typed::<resources::TrackingRequest>(view),
        "transport_event" => typed::<resources::TransportEvent>(view),
        "webhook" => typed::<resources::Webhook>(view),
        "webhook_notification" => typed::<resources::WebhookNotification>(view),
        _ => typed::<AnyResource>(view),
    }
}

/// Does something with the type of this name; `None` is any type.
macro_rules! with_type {
    ($name:expr, $do:ident($($argument:expr),*)) => {
        match $name {
            None => $do::<shiptrack::jsonapi::AnyResource>($($argument),*),
            Some("account") => $do::<shiptrack::resources::Account>($($argument),*),
            Some("container") => $do::<shiptrack::resources::Container>($($argument),*),
            Some("document") => $do::<shiptrack::resources::Document>($($argument),*),
            Some("document_representation") => $do::<shiptrack::resources::DocumentRepresentation>($($argument),*),
            Some("email_submission") => $do::<shiptrack::resources::EmailSubmission>($($argument),*),
            Some("shipment") => $do::<shiptrack::resources::Shipment>($($argument),*),
            Some("shipping_line") => $do::<shiptrack::resources::ShippingLine>($($argument),*),
            Some("tracking_request") => $do::<shiptrack::resources::TrackingRequest>($($argument),*),
            Some("transport_event") => $do::<shiptrack::resources::TransportEvent>($($argument),*),
            Some("webhook") => $do::<shiptrack::resources::Webhook>($($argument),*),
            Some("webhook_notification") => $do::<shiptrack::resources::WebhookNotification>($($argument),*),
            Some(other) => Err($crate::boundary::Failure::argument("type", format!("there is no type {other}"))),
        }
    };
}
pub(crate) use with_type;
