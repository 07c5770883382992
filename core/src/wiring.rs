//! The composition root: the only place that names adapters, and that knows both client and service.

use std::path::Path;

use crate::error::Result;
use crate::http::ureq::{UreqConfig, UreqTransport};
use crate::service::{Service, ServiceBuilder};

impl ServiceBuilder {
    fn outbound(&self) -> Result<UreqTransport> {
        UreqTransport::new(UreqConfig { clock: self.clock.clone(), ..UreqConfig::default() })
    }
}
