//! The labels of documents in several languages, and the words that change their meaning. All are compared without case and accents.

/// What a label is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Label {
    Bill,
    MasterBill,
    /// The bill of a forwarder, which is not a bill of the line.
    HouseBill,
    Booking,
    BookingOrBill,
    Container,
    Vessel,
    Voyage,
    PortOfDischarge,
    Arrival,
    /// The last day on which the full container is stored without costs.
    FreeDay,
    /// The last day on which the empty container can be returned without costs.
    DetentionFreeDay,
    /// The last day of a free time for both.
    CombinedFreeDay,
    /// The first day that costs.
    FirstCostDay,
    /// The day until which costs were paid.
    GoodThrough,
    /// Something else, which is not read. Its text belongs to no other label.
    Other,
}

impl Label {
    /// Whether values of this label are dates. A label that is not read can have one.
    pub fn is_date(self) -> bool {
        use Label::{Arrival, CombinedFreeDay, DetentionFreeDay, FirstCostDay, FreeDay, GoodThrough, Other};
        matches!(self, Arrival | FreeDay | DetentionFreeDay | CombinedFreeDay | FirstCostDay | GoodThrough | Other)
    }
}

/// The labels of one language.
pub(super) struct Language {
    #[cfg_attr(not(test), expect(dead_code, reason = "for the messages of tests"))]
    pub name: &'static str,
    /// At most forty.
    pub labels: &'static [(Label, &'static [&'static str])],
    /// Labels of similar dates that are neither the arrival nor the last free day.
    pub dangers: &'static [(Label, &'static [&'static str])],
    /// Labels that are not read.
    pub others: &'static [&'static str],
}

/// All labels that documents can have.
#[rustfmt::skip]
pub(super) const LANGUAGES: &[Language] = &[
    Language {
        name: "English",
        labels: &[
            (Label::Bill, &["B/L", "Bill of Lading", "Waybill", "Sea Waybill"]),
            (Label::MasterBill, &["MB/L"]),
            (Label::Booking, &["Booking", "Bkg"]),
            (Label::BookingOrBill, &["Booking/BL", "BL/Booking"]),
            (Label::Container, &["Container", "Containers", "Cntr", "Ctr"]),
            (Label::Vessel, &["Vessel", "Vsl", "M/V", "Vessel/Voyage", "Vessel/Voy", "Vsl/Voy"]),
            (Label::Voyage, &["Voyage", "Voy"]),
            (Label::PortOfDischarge, &["POD", "Port of Discharge", "Discharge Port"]),
            (Label::Arrival, &[
                    "ETA", "Estimated Arrival", "Expected Arrival", "Est Arrival", "Date of Arrival",
                    "Time of Arrival", "Arrival Date",
                ]),
            (Label::FreeDay, &[
                    "LFD", "Last Free Day", "Last Free Date", "Free Time Expires", "Free Time Expiry",
                    "Free Time Until", "Free Until", "Free Time Ends", "Last Day of Free Time",
                ]),
        ],
        dangers: &[
            (Label::FreeDay, &["Demurrage Starts After"]),
            (Label::DetentionFreeDay, &["Empty Return By", "Return Empty By"]),
            (Label::CombinedFreeDay, &["Combined Free Time"]),
            (Label::FirstCostDay, &[
                    "Demurrage From", "Demurrage Starts", "Demurrage Start", "Demurrage Begins",
                    "Demurrage Commences",
                ]),
            (Label::GoodThrough, &["Good Through", "Good Thru", "Paid Through", "Paid Thru"]),
        ],
        others: &[
            "ETD", "ATD", "ATA", "ETB", "ETS", "Actual Arrival", "Actual Date of Arrival", "Actual Time of Arrival",
            "Cut Off", "CY Cut Off", "SI Cut Off", "VGM Cut Off", "Closing Date", "Sailing Date", "Departure Date",
            "Estimated Departure", "On Board Date", "Issue Date", "Date of Issue", "Booking Date", "B/L Date",
            "B/L Type", "Due Date", "Payment Due", "Invoice", "Invoice Date", "Release Date", "Availability",
            "Pickup Date", "Free Time", "Free Days", "Demurrage", "Detention", "Detention From", "Detention Starts",
            "Per Diem", "Storage From", "Storage Starts", "General Order Date", "GO Date", "POL", "Port of Loading",
            "Port of Lading", "Place of Receipt", "Place of Delivery", "Final Destination", "Destination", "Shipper",
            "Consignee", "Notify Party", "Notify", "Agent", "Carrier", "Terminal", "Remarks", "Seal", "Size",
            "Weight", "Gross Weight", "Commodity", "Description", "IMO", "Flag", "Container Size", "Container Type",
            "Container Status", "Vessel Flag", "Vessel Agent", "Vessel Operator", "Vessel IMO",
        ],
    },
    Language {
        name: "German",
        labels: &[
            (Label::Bill, &["Konnossement", "Seefrachtbrief"]),
            (Label::Booking, &["Buchung", "Buchungsnummer", "Buchungsreferenz"]),
            (Label::Container, &["Containernummer", "Containernummern"]),
            (Label::Vessel, &["Schiff", "Schiffsname", "Seeschiff", "Schiff/Reise"]),
            (Label::Voyage, &["Reise", "Reisenummer"]),
            (Label::PortOfDischarge, &["Löschhafen", "Loeschhafen", "Entladehafen"]),
            (Label::Arrival, &[
                    "Voraussichtliche Ankunft", "Voraussichtliches Ankunftsdatum", "Erwartete Ankunft",
                    "Ankunftsdatum",
                ]),
            (Label::FreeDay, &[
                    "Frei bis", "Letzter freier Tag", "Freizeit bis", "Freizeit endet", "Standgeldfrei bis",
                    "Lagergeldfrei bis",
                ]),
        ],
        dangers: &[
            (Label::DetentionFreeDay, &["Detention frei bis", "Leerrückgabe bis"]),
            (Label::FirstCostDay, &["Standgeld ab", "Lagergeld ab", "Demurrage ab"]),
        ],
        others: &[
            "Zahlbar bis", "Fälligkeit", "Faelligkeit", "Fällig am", "Fälligkeitsdatum", "Freistellung",
            "Freistellung bis", "Rechnungsdatum", "Voraussichtliche Abfahrt", "Abfahrt", "Ladehafen", "Ladeschluss",
            "Bestimmungsort", "Detention ab", "Absender", "Empfänger",
        ],
    },
    Language {
        name: "French",
        labels: &[
            (Label::Bill, &["Connaissement"]),
            (Label::Booking, &["Réservation"]),
            (Label::Container, &["Conteneur", "Conteneurs"]),
            (Label::Vessel, &["Navire", "Nom du navire", "Navire/Voyage"]),
            (Label::Voyage, &["N° de voyage", "Numéro de voyage"]),
            (Label::PortOfDischarge, &["Port de déchargement"]),
            (Label::Arrival, &["Date d'arrivée prévue", "Date prévue d'arrivée", "Arrivée prévue", "Date d'arrivée estimée"]),
            (Label::FreeDay, &[
                    "Franchise jusqu'au", "Franchise jusqu'à", "Fin de franchise", "Dernier jour de franchise",
                    "Dernier jour franc",
                ]),
        ],
        dangers: &[
            (Label::DetentionFreeDay, &["Franchise de détention jusqu'au"]),
            (Label::FirstCostDay, &["Surestaries à partir du", "Surestaries à compter du"]),
        ],
        others: &[
            "Échéance", "Date d'échéance", "Payable au", "Date de facture", "Date de départ", "Départ prévu",
            "Port de chargement", "Destination finale", "Lieu de livraison", "Détention à partir du",
        ],
    },
    Language {
        name: "Spanish",
        labels: &[
            (Label::Bill, &["Conocimiento", "Conocimiento de embarque"]),
            (Label::Booking, &["Reserva"]),
            (Label::Container, &["Contenedor", "Contenedores"]),
            (Label::Vessel, &["Buque", "Nave", "Buque/Viaje", "Nave/Viaje"]),
            (Label::Voyage, &["Viaje"]),
            (Label::PortOfDischarge, &["Puerto de descarga"]),
            (Label::Arrival, &[
                    "Fecha estimada de llegada", "Fecha estimada de arribo", "Llegada estimada", "Arribo estimado",
                    "Fecha de llegada", "Fecha de arribo",
                ]),
            (Label::FreeDay, &["Libre hasta", "Último día libre", "Días libres hasta", "Almacenaje libre hasta"]),
        ],
        dangers: &[
            (Label::DetentionFreeDay, &["Devolución libre hasta", "Detención libre hasta"]),
            (Label::FirstCostDay, &["Demoras desde", "Demora desde", "Sobreestadía desde"]),
        ],
        others: &[
            "Vencimiento", "Fecha de vencimiento", "Fecha de pago", "Fecha de factura", "Fecha de salida",
            "Fecha estimada de zarpe", "Puerto de carga", "Destino final", "Detención desde",
        ],
    },
    Language {
        name: "Chinese",
        labels: &[
            (Label::Bill, &["提单号", "提單號", "提单号码"]),
            (Label::MasterBill, &["主单号", "主提单号", "船东提单号"]),
            (Label::Booking, &["订舱号", "訂艙號"]),
            (Label::Container, &["箱号", "集装箱号", "櫃號", "柜号"]),
            (Label::Vessel, &["船名", "船名/航次"]),
            (Label::Voyage, &["航次"]),
            (Label::PortOfDischarge, &["卸货港", "目的港"]),
            (Label::Arrival, &["预计到港", "预计到港日期", "预计到港时间", "预计抵港", "预计抵港日期", "預計到港"]),
            (Label::FreeDay, &["免堆期至", "免费堆存期至", "免堆期截止", "免费堆存期截止"]),
        ],
        dangers: &[
            (Label::DetentionFreeDay, &["免箱期", "免箱期至", "免箱期截止", "免费用箱期至"]),
            (Label::FirstCostDay, &["滞期费起算日", "堆存费起算日", "起算日"]),
        ],
        others: &["免堆期", "免费堆存期", "预计开航", "开航日期", "起运港", "装货港", "截单", "截关", "付款期限", "到期日", "免箱期起算日"],
    },
];

/// Labels of bills of forwarders, which are not bills of the line.
#[rustfmt::skip]
pub(super) const HOUSE_BILLS: &[&str] = &[
    "House B/L", "House Bill of Lading", "House Bill", "HB/L", "HAWB", "Hauskonnossement", "分单号", "分提单号", "货代提单号",
];

/// Words that can follow a label, in folded form.
#[rustfmt::skip]
pub(super) const SUFFIXES: &[&str] = &[
    "(S)", "NO", "NR", "NUM", "NUMBER", "NUMBERS", "NUMMER", "NUMERO", "N°", "Nº", "NAME", "REF", "REFERENCE",
    "CONFIRMATION", "ID", "DATE",
];

/// Words before a label: what follows is no longer valid.
#[rustfmt::skip]
pub(super) const OLD: &[&str] = &[
    "PREVIOUS", "OLD", "ORIGINAL", "PRIOR", "INITIAL", "FORMER", "BISHERIGE", "BISHERIGER", "ALTE", "ALTER",
    "ANCIENNE", "ANCIEN", "ANTERIOR", "WAS", "原",
];

/// Words before a label: what follows replaces another value.
#[rustfmt::skip]
pub(super) const NEW: &[&str] = &[
    "NEW", "REVISED", "UPDATED", "CURRENT", "LATEST", "EXTENDED", "NEUE", "NEUER", "NOUVELLE", "NOUVEAU", "NUEVA",
    "NUEVO",
];

/// Words that name another place than the port of discharge, next to the label of an arrival.
#[rustfmt::skip]
pub(super) const OTHER_PLACES: &[&str] = &[
    "T/S", "TS", "TRANSSHIPMENT", "TRANSHIPMENT", "TRANSIT", "VIA", "FEEDER", "RAIL", "RAMP", "FINAL", "DESTINATION",
    "DEST", "DELIVERY", "DOOR", "INLAND", "CFS", "WAREHOUSE", "DEPOT", "FND", "FPD", "POL", "LOADING", "ORIGIN",
    "TRUCK", "TRAIN", "BARGE", "LEG", "DC", "PLOD", "PLD", "CUSTOMER", "CONSIGNEE", "PLANT", "FACTORY", "DOCUMENTS", "DOCS",
    "UMSCHLAG", "UMSCHLAGHAFEN", "BESTIMMUNGSORT", "BAHN", "BAHNHOF", "ZUG", "LKW", "LAGER", "KUNDE", "WERK",
    "TRANSBORDEMENT", "ENTREPOT", "CAMION", "TRANSBORDO", "DESTINO", "ALMACEN", "BODEGA", "中转", "中轉",
];

/// Words that name the port of discharge.
#[rustfmt::skip]
pub(super) const DISCHARGE: &[&str] =
    &["POD", "DISCHARGE", "DISCH", "LOSCHHAFEN", "ENTLADEHAFEN", "DECHARGEMENT", "DESCARGA", "卸货港"];

#[rustfmt::skip]
pub(super) const DETENTION: &[&str] =
    &[
        "DETENTION", "PER DIEM", "PERDIEM", "EMPTY", "RETURN", "DETENCION", "DEVOLUCION", "VACIO", "LEERRUCKGABE",
        "LEERCONTAINER", "RUCKGABE", "RETOUR", "RESTITUTION", "VIDE",
    ];

/// Words next to a last free day of something else than the storage of the full container at the port.
#[rustfmt::skip]
pub(super) const OTHER_FREE_TIMES: &[&str] = &[
    "RAIL", "RAMP", "CFS", "WAREHOUSE", "DEPOT", "INLAND", "CHASSIS", "EQUIPMENT", "POWER", "PLUG", "PLUG-IN", "PLUGIN",
    "ELECTRICITY", "CUSTOMS", "EXPORT",
];

#[rustfmt::skip]
pub(super) const DEMURRAGE: &[&str] = &["DEMURRAGE", "STORAGE", "DEMORAS"];
#[rustfmt::skip]
pub(super) const COMBINED: &[&str] = &["COMBINED", "MERGED"];
#[rustfmt::skip]
pub(super) const MASTER: &[&str] = &["MASTER", "MAIN", "PRINCIPAL", "CARRIER", "CARRIER'S"];
#[rustfmt::skip]
pub(super) const HOUSE: &[&str] = &["HOUSE", "FORWARDER", "FORWARDER'S", "FORWARDERS", "NVOCC", "AMS", "SUB"];

/// Words before a label that change nothing.
#[rustfmt::skip]
pub(super) const NEUTRAL: &[&str] = &[
    "OCEAN", "OUR", "YOUR", "IMPORT", "ARRIVAL", "PORT", "OF", "FOR", "PER", "DIEM", "AT",
    "THE", "LINE", "AND", "UND", "ET",
];

/// All words that can be next to a label without a value between them.
#[rustfmt::skip]
pub(super) const QUALIFIERS: [&[&str]; 11] =
    [OLD, NEW, OTHER_PLACES, DISCHARGE, OTHER_FREE_TIMES, DETENTION, DEMURRAGE, COMBINED, MASTER, HOUSE, NEUTRAL];
