"""Addresses of those who connect: whom one counts for."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network


def person_of(address: str) -> str:
    """Whom an address counts for: of IPv6 somebody has a whole network of 64 bits."""
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        return str(read.ipv4_mapped or ip_network((read, 64), strict=False))
    return address
