//! The suite every carrier passes, run by the sandbox and by the carrier of the tests.

mod the_sandbox {
    use shiptrack::sandbox::Sandbox;
    use shiptrack_tests::carrier_suite::CarrierCase;
    use shiptrack_tests::scenario::start;

    fn run(case: fn(CarrierCase)) {
        case(CarrierCase {
            carrier: Box::new(Sandbox),
            scac: Sandbox::SCAC,
            known: "TESTTRSUCCEEDED",
            unknown: "TESTTRUNKNOWN",
            now: start(),
        });
    }

    shiptrack_tests::carrier_suite!(run);
}

mod the_scripted_one {
    use shiptrack_tests::carrier_suite::CarrierCase;
    use shiptrack_tests::scenario::{ScriptedCarrier, start};

    use super::super::{NORMALIZED, voyage};

    fn run(case: fn(CarrierCase)) {
        let carrier = ScriptedCarrier::default();
        carrier.knows(NORMALIZED, &voyage());
        case(CarrierCase {
            carrier: Box::new(carrier),
            scac: "MAEU",
            known: NORMALIZED,
            unknown: "987654321",
            now: start(),
        });
    }

    shiptrack_tests::carrier_suite!(run);
}

mod one_of_a_profile {
    use std::sync::{Arc, LazyLock};

    use shiptrack::carrier_http::profiles::Profiles;
    use shiptrack::carrier_http::{CarrierAccess, Credentials};
    use shiptrack::clock::{Clock, SystemClock};
    use shiptrack::http::Transport;
    use shiptrack::http::ureq::{UreqConfig, UreqTransport};
    use shiptrack_tests::carrier_suite::CarrierCase;
    use shiptrack_tests::http_carrier::{HttpCarrier, Reply};
    use shiptrack_tests::scenario::start;

    use super::super::NORMALIZED;
    use super::super::profiles::journey;

    static SERVER: LazyLock<HttpCarrier> = LazyLock::new(|| {
        let carrier = HttpCarrier::new();
        carrier.knows(NORMALIZED, &journey()).intercept(|received| {
            let asks_again = received.header("If-None-Match") == Some("\"7\"");
            asks_again.then(|| Reply::new(304, "").field("ETag", "\"7\""))
        });
        carrier
    });

    fn run(case: fn(CarrierCase)) {
        let url = SERVER.url();
        let text = format!(
            "[MAEU]\nbase_url = '{url}'\netag = true\npace = {{ per_hour = 100000 }}\n[MAEU.oauth2]\ntoken_url = '{url}/token'"
        );
        let secrets = "[MAEU]\nclient_id = 'the-id'\nclient_secret = 'the-secret'";
        let credentials = Credentials::of_account("acme").from_text(secrets).unwrap();
        let access = CarrierAccess::new(Profiles::parse(&text).unwrap(), credentials);
        let transport: Arc<dyn Transport> = Arc::new(UreqTransport::new(UreqConfig::default()).unwrap());
        let carrier = access
            .carriers(&transport, &(Arc::new(SystemClock::new()) as Arc<dyn Clock>))
            .unwrap()
            .remove("MAEU")
            .unwrap();
        let ask = move |asked: &shiptrack::carriers::LookUp, call: &shiptrack::http::Call| {
            shiptrack::carriers::Carrier::look_up(carrier.as_ref(), asked, call)
        };
        case(CarrierCase {
            carrier: Box::new(ask),
            scac: "MAEU",
            known: NORMALIZED,
            unknown: "987654321",
            now: start(),
        });
    }

    shiptrack_tests::carrier_suite!(run);
}
