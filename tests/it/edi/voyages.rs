//! EDI in both syntaxes, decoded and derived into a voyage.

use shiptrack::decoders::{self, Form, ReadLimits};
use shiptrack::preview;
use shiptrack::tracking::FoldPolicy;

const LOADED: &str = "ISA*00*          *00*          *ZZ*LINE           *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~\
    GS*QO*LINE*ME*20260502*1500*7*X*004010~ST*315*0001~B4***AE*20260502*1410**MSKU*030896*L*45G1*CNSHA*UN*1~N9*BM*BILL1~\
    Q2*9321483********042E***L*TEST VOYAGER~R4*L*UN*CNSHA*SHANGHAI*CN~R4*T*UN*SGSIN*SINGAPORE*SG~\
    R4*D*UN*USLAX*LOS ANGELES*US~DTM*139*20260530*0800*PT~SE*9*0001~ST*214*0002~SE*2*0002~GE*2*7~IEA*1*000000007~";
const MOVED: &str = "UNB+UNOA:2+LINE+ME+260512:1500+77'UNH+1+IFTSTA:D:00B:UN'BGM+23+1+9'RFF+BM:BILL1'CNI+1'STS+1+UV'\
    DTM+334:202605101410:203'LOC+175+SGSIN'TDT+20+042E+1+++++9321483:146::TEST VOYAGER'LOC+9+CNSHA'LOC+13+SGSIN'LOC+11+USLAX'\
    EQD+CN+MSKU0308961+45G1:102:5+++5'UNT+13+1'UNZ+1+77'";

#[test]
fn files_of_both_syntaxes_are_one_voyage() {
    let mut reading = decoders::read(MOVED.as_bytes(), &ReadLimits::default());
    reading.join(decoders::read(LOADED.as_bytes(), &ReadLimits::default()));
    let forms: Vec<Form> = reading.messages.iter().map(|message| message.form).collect();
    assert_eq!(forms, [Form::Iftsta, Form::X12StatusDetails, Form::OtherEdi]);
    assert_eq!(reading.messages[1].place, "interchange 1, message 1");
    let problems: Vec<String> = reading.all_problems().map(ToString::to_string).collect();
    assert_eq!(problems[0], r#""214" is not supported: only 312, 315, 322, IFTSTA, IFTMAN, CODECO and COARRI are"#);
    let now = "2026-05-13T00:00:00Z".parse().expect("a moment");
    let lines = preview::voyages(&reading, now, &FoldPolicy::default())[0].to_json_lines();
    let event = |at: &str, locode: &str, name: &str, event: &str, estimated: bool| {
        format!(
            r#"{{"container":"MSKU0308961","at":"{at}","locode":"{locode}","raw_event":"{name}","event":"container.transport.{event}","estimated":{estimated}}}"#
        )
    };
    assert_eq!(
        lines.lines().skip(1).collect::<Vec<_>>(),
        [
            event("2026-05-02T06:10:00Z", "CNSHA", "vessel_loaded", "vessel_loaded", false),
            event("2026-05-10T06:10:00Z", "SGSIN", "transshipment_discharged", "transshipment_discharged", false),
            event("2026-05-30T15:00:00Z", "USLAX", "vessel_arrived", "estimated.vessel_arrived", true),
        ]
    );
}
