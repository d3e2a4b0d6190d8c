"""Reads host names with ports, origins, networks of proxies and root paths."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:/?#@\[\]]+)(?::([0-9]{0,5}))?", re.IGNORECASE)
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_ORIGIN = re.compile(r"(https?)://(.*)", re.IGNORECASE)
_DEFAULT_PORTS = {"http": 80, "https": 443}


class HostName(NamedTuple):
    """A name in lower case, and the port if there is one."""

    name: str
    port: int | None

    @property
    def is_address(self) -> bool:
        """Whether the name is an IP address."""
        try:
            ip_address(self.name.strip("[]"))
        except ValueError:
            return False
        return True


def read_host(text: str) -> HostName | None:
    """Parses a `Host` header; None if it is invalid."""
    found = _HOST.fullmatch(text)
    if found is None or int(found[2] or 0) > 65535:
        return None
    return HostName(found[1].lower(), int(found[2]) if found[2] else None)


def is_own_page(origin: str, host: HostName) -> bool:
    """Whether the origin is a page of this host.

    Browsers leave out the default port of a scheme and proxies may include it, so both forms are equal.
    """
    found = _ORIGIN.fullmatch(origin)
    page = read_host(found[2]) if found else None
    if found is None or page is None:
        return False
    usual = _DEFAULT_PORTS[found[1].lower()]
    return (page.name, page.port or usual) == (host.name, host.port or usual)


def network_address() -> str | None:
    """The address by which other machines of the network reach this one; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # sends nothing, only chooses the way there
        except OSError:
            return None
        return str(asking.getsockname()[0])


def read_name(text: str) -> str:
    """Parses a `--name`, in any form, into the form that `Host` has, without a port."""
    try:
        return f"[{IPv6Address(text)}]"
    except ValueError:
        host = read_host(text)
    if host is None:
        raise ValueError(f"{text!r} is not a name that browsers reach a server by, as club.example")
    return host.name


def read_proxies(texts: Iterable[str]) -> tuple[str, ...]:
    """Parses addresses and networks of proxies; IPv4 ones are returned in their IPv6 form too."""
    found = []
    for text in texts:
        try:
            network = ip_network(text, strict=False)
        except ValueError:
            raise ValueError(
                f"--proxy {text}: an address or a network is needed, as 127.0.0.1 or 10.0.0.0/8"
            ) from None
        found.append(str(network))
        if network.version == 4:
            found.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return tuple(found)


def read_root_path(text: str) -> str:
    """Parses a `--root-path` such as `/shirokuro`; `/` means none."""
    path = text.rstrip("/")
    if _PATH.fullmatch(path) is None or {".", ".."} & set(path.split("/")):
        raise ValueError(f"--root-path {text}: a path is needed, as /shirokuro")
    return path


@lru_cache(10_000)
def person_of(address: str) -> str:
    """The key by which limits count an address: for IPv6 its /64 network, which one person usually has."""
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        return str(read.ipv4_mapped or ip_network((read, 64), strict=False))
    return address
