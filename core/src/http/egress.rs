//! The egress rule: which addresses an exchange may connect to.
//!
//! The rule is about addresses and not about host names, because a name can resolve to another address the next time.
//! A transport applies it to the address to which it connects.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

use super::Egress;
use crate::error::{Error, ErrorKind, Quoted, Result};

/// Whether `rule` allows connections to `address`. An invalid network allows nothing.
pub fn permits(rule: &Egress, address: IpAddr) -> bool {
    match rule {
        Egress::Open => true,
        Egress::PublicOnly => is_public(address),
        Egress::PublicAnd(networks) => is_public(address) || is_listed(networks, address.to_canonical()),
        Egress::Only(networks) => is_listed(networks, address.to_canonical()),
    }
}

/// An error that names the first network that is not in CIDR form (`10.0.0.0/8`, `fd00::/8`).
pub fn validate(networks: &[String]) -> Result<()> {
    match networks.iter().find(|network| network.parse::<IpNet>().is_err()) {
        Some(network) => {
            let detail = format!("{} is not a network in CIDR form, such as 10.0.0.0/8", Quoted(network));
            Err(Error::refused(ErrorKind::Configuration, "egress", detail))
        }
        None => Ok(()),
    }
}

/// Whether `address` is globally routable unicast. For an IPv6 address that contains an IPv4 address, the IPv4
/// address counts.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

pub(super) fn name(rule: &Egress) -> &'static str {
    match rule {
        Egress::Open => "any address",
        Egress::PublicOnly => "public addresses only",
        Egress::PublicAnd(_) => "public addresses and listed networks only",
        Egress::Only(_) => "listed networks only",
    }
}

fn is_listed(networks: &[String], address: IpAddr) -> bool {
    networks.iter().filter_map(|network| network.parse::<IpNet>().ok()).any(|network| network.contains(&address))
}

const fn v4(a: u8, b: u8, c: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, 0), prefix)
}

const fn v6(a: u16, b: u16, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), prefix)
}

/// The special-purpose blocks of IANA that are not globally reachable, and the blocks that are not unicast.
const SPECIAL_V4: [Ipv4Net; 15] = [
    v4(0, 0, 0, 8),       // this host on this network
    v4(10, 0, 0, 8),      // private
    v4(100, 64, 0, 10),   // carrier-grade NAT
    v4(127, 0, 0, 8),     // loopback
    v4(169, 254, 0, 16),  // link-local, cloud metadata
    v4(172, 16, 0, 12),   // private
    v4(192, 0, 0, 24),    // protocol assignments
    v4(192, 0, 2, 24),    // documentation
    v4(192, 88, 99, 24),  // 6to4 relays, withdrawn
    v4(192, 168, 0, 16),  // private
    v4(198, 18, 0, 15),   // benchmarking
    v4(198, 51, 100, 24), // documentation
    v4(203, 0, 113, 24),  // documentation
    v4(224, 0, 0, 4),     // multicast
    v4(240, 0, 0, 4),     // reserved, broadcast
];

/// Global unicast. All other addresses (loopback, unique local, link-local, multicast, discard, SRv6 …) are outside
/// of it.
const GLOBAL_V6: Ipv6Net = v6(0x2000, 0, 3);
const PROTOCOL_ASSIGNMENTS: Ipv6Net = v6(0x2001, 0, 23);
const DOCUMENTATION: [Ipv6Net; 2] = [v6(0x2001, 0xdb8, 32), v6(0x3fff, 0, 20)];
const NAT64: Ipv6Net = v6(0x64, 0xff9b, 96);
const SIX_TO_FOUR: Ipv6Net = v6(0x2002, 0, 16);
const TEREDO: Ipv6Net = v6(0x2001, 0, 32);

fn is_public_v4(address: Ipv4Addr) -> bool {
    !SPECIAL_V4.iter().any(|network| network.contains(&address))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let bits = address.to_bits();
    let inside = |shift: u32| Ipv4Addr::from_bits((bits >> shift) as u32);
    if NAT64.contains(&address) {
        is_public_v4(inside(0))
    } else if SIX_TO_FOUR.contains(&address) {
        is_public_v4(inside(80))
    } else if TEREDO.contains(&address) {
        // Contains the address of the server, and the address of the client with all bits inverted.
        is_public_v4(inside(64)) && is_public_v4(Ipv4Addr::from_bits(!inside(0).to_bits()))
    } else {
        GLOBAL_V6.contains(&address)
            && !PROTOCOL_ASSIGNMENTS.contains(&address)
            && !DOCUMENTATION.iter().any(|network| network.contains(&address))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn public_addresses_are_public() {
        for text in [
            "1.1.1.1",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.255.255",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2001:4860:4860::8888",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
            "2002:808:808::1",
        ] {
            assert!(permits(&Egress::PublicOnly, ip(text)), "{text}");
        }
    }

    #[test]
    fn private_and_special_addresses_are_not_public() {
        for text in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::8.8.8.8",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::8.8.8.8",
            "100::1",
            "2001::1",
            "2001:0:a00:1::",
            "2001:2::1",
            "2001:10::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "3fff::1",
            "3fff:fff:ffff::1",
            "4000::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!permits(&Egress::PublicOnly, ip(text)), "{text}");
            assert!(permits(&Egress::Open, ip(text)), "{text}");
        }
    }

    #[test]
    fn tunnel_with_a_private_end_is_not_public() {
        let teredo = |server: [u8; 4], client: [u8; 4]| {
            let client = !u32::from_be_bytes(client);
            IpAddr::V6(Ipv6Addr::from_bits(
                (0x2001_0000_u128 << 96) | (u128::from(u32::from_be_bytes(server)) << 64) | u128::from(client),
            ))
        };
        assert!(is_public(teredo([8, 8, 8, 8], [9, 9, 9, 9])));
        assert!(!is_public(teredo([10, 0, 0, 1], [9, 9, 9, 9])));
        assert!(!is_public(teredo([8, 8, 8, 8], [192, 168, 0, 1])));
    }

    #[test]
    fn listed_networks_are_allowed_in_every_spelling() {
        let rule = Egress::PublicAnd(vec!["127.0.0.0/8".to_owned(), "fd00::/8".to_owned()].into());
        for text in ["127.0.0.1", "::ffff:127.0.0.1", "fd00::7", "1.1.1.1"] {
            assert!(permits(&rule, ip(text)), "{text}");
        }
        for text in ["::1", "10.0.0.1", "fc00::1", "64:ff9b::7f00:1"] {
            assert!(!permits(&rule, ip(text)), "{text}");
        }
    }

    #[test]
    fn public_addresses_can_be_excluded() {
        let rule = Egress::Only(vec!["127.0.0.0/8".to_owned()].into());
        assert!(permits(&rule, ip("127.0.0.1")) && permits(&rule, ip("::ffff:127.0.0.1")));
        for text in ["1.1.1.1", "::1", "10.0.0.1", "2606:4700::1111"] {
            assert!(!permits(&rule, ip(text)), "{text}");
        }
        assert!(!permits(&Egress::Only(Arc::new([])), ip("127.0.0.1")));
    }

    #[test]
    fn invalid_network_is_rejected_and_allows_nothing() {
        let networks = vec!["127.0.0.0/8".to_owned(), "127.0.0.1/33".to_owned()];
        let refused = validate(&networks).unwrap_err();
        assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("egress")));
        assert!(refused.to_string().contains("127.0.0.1/33"));
        assert!(validate(&networks[..1]).is_ok());
        assert!(!permits(&Egress::PublicAnd(vec!["loopback".to_owned()].into()), ip("127.0.0.1")));
    }
}
