//! Tests of a client that reaches a server directly, although its links have a public URL.

use shiptrack::client::NewUpload;
use shiptrack::{Client, NewTrackingRequest, Service};

#[test]
fn a_local_client_follows_links_and_uploads_files_despite_a_public_url() {
    let service = Service::in_memory().unwrap();
    for number in 0..3 {
        let new = NewTrackingRequest::bill_of_lading(format!("{number:09}"), "TEST");
        service.client().tracking_requests().create(new).unwrap();
    }
    let key = service.create_key(service.default_account(), "k").unwrap().key.reveal().to_owned();
    let server = service.server().public_url("https://tracking.example.com").start().unwrap();
    let client = Client::new(format!("http://{}/v2", server.address()), key).unwrap();
    let requests = client.tracking_requests().list().page_size(1);
    let first = requests.clone().first_page().unwrap().unwrap();
    assert!(first.links().next.as_deref().unwrap().starts_with("https://tracking.example.com/v2/"));
    assert_eq!(requests.into_iter().map(Result::unwrap).count(), 3);
    let uploaded = client.documents().upload(NewUpload::reader("a.txt", std::io::Cursor::new(b"hello"))).unwrap();
    let link = client.documents().download_url(&uploaded.id).unwrap();
    let link = link["download_url"].as_str().unwrap();
    assert!(link.starts_with("https://tracking.example.com/"), "others use this link: {link}");
}
