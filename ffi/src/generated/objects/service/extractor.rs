// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `service/extractor.rs`, or free them.

use super::{Attachment, SourceBody};
use crate::boundary::{Text, peek, value_or};

/// Name of the file.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_attachment_name(attachment: *const Attachment) -> Text {
    value_or(Text::NONE, || Some(peek::<SourceBody>(attachment)?.name.get()))
}

/// Media type.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_attachment_content_type(attachment: *const Attachment) -> Text {
    value_or(Text::NONE, || Some(peek::<SourceBody>(attachment)?.content_type.get()))
}

/// The content, which may be any bytes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_attachment_content(attachment: *const Attachment) -> Text {
    value_or(Text::NONE, || Some(peek::<SourceBody>(attachment)?.content.get()))
}

/// Text of the message that the document was attached to; no value for an upload.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_attachment_email_body(attachment: *const Attachment) -> Text {
    value_or(Text::NONE, || Some(peek::<SourceBody>(attachment)?.email_body.get()))
}
