//! The suite every carrier passes, run by the sandbox and by the carrier of the tests.

mod the_sandbox {
    use shiptrack::carriers::Sandbox;
    use shiptrack_tests::carrier_suite::Stage;
    use shiptrack_tests::scenario::start;

    fn run(case: fn(Stage)) {
        case(Stage {
            carrier: Box::new(Sandbox),
            scac: Sandbox::SCAC,
            known: "TESTTRSUCCEEDED",
            unknown: "TESTTRNOBODY",
            now: start(),
        });
    }

    shiptrack_tests::carrier_suite!(run);
}

mod the_scripted_one {
    use shiptrack_tests::carrier_suite::Stage;
    use shiptrack_tests::scenario::{Scripted, start};

    use super::super::{NORMAL, voyage};

    fn run(case: fn(Stage)) {
        let carrier = Scripted::default();
        carrier.knows(NORMAL, &voyage());
        case(Stage { carrier: Box::new(carrier), scac: "MAEU", known: NORMAL, unknown: "987654321", now: start() });
    }

    shiptrack_tests::carrier_suite!(run);
}
