"""What addresses are made of: names with ports, origins, and proxies that may speak for others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:/?#@\[\]]+)(?::([0-9]{0,5}))?", re.IGNORECASE)
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_ORIGIN = re.compile(r"(https?)://(.*)", re.IGNORECASE)
_DEFAULT_PORTS = {"http": 80, "https": 443}


class HostName(NamedTuple):
    """A name in small letters, and the port if one is written."""

    name: str
    port: int | None


def read_host(text: str) -> HostName | None:
    """What a header `Host` says; None if it cannot be one."""
    found = _HOST.fullmatch(text)
    if found is None or int(found[2] or 0) > 65535:
        return None
    return HostName(found[1].lower(), int(found[2]) if found[2] else None)


def is_own_page(origin: str, host: HostName) -> bool:
    """Whether a page of this origin came from the host that is asked.

    Browsers leave out the usual port of a scheme and proxies may write it, so both forms are the same.
    """
    found = _ORIGIN.fullmatch(origin)
    page = read_host(found[2]) if found else None
    if found is None or page is None:
        return False
    usual = _DEFAULT_PORTS[found[1].lower()]
    return (page.name, page.port or usual) == (host.name, host.port or usual)


def read_name(text: str) -> str:
    """A name that a server answers to, as `Host` has it, without a port: `--name` takes any of its forms."""
    try:
        return f"[{IPv6Address(text)}]"
    except ValueError:
        host = read_host(text)
    if host is None:
        raise ValueError(f"{text!r} is not a name that browsers reach a server by, as club.example")
    return host.name


def read_proxies(texts: Iterable[str]) -> tuple[str, ...]:
    """Addresses and networks of proxies, each also as it looks on a socket for both kinds of addresses."""
    return tuple(form for text in texts for form in _proxy_forms(text))


def _proxy_forms(text: str) -> tuple[str, ...]:
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        raise ValueError(
            f"--proxy {text}: an address or a network is needed, as 127.0.0.1 or 10.0.0.0/8"
        ) from None
    if network.version == 6:
        return (str(network),)
    return str(network), f"::ffff:{network.network_address}/{96 + network.prefixlen}"


def read_root_path(text: str) -> str:
    """A path as `--root-path` takes it: `/shirokuro`; `/` is none."""
    path = text.rstrip("/")
    if _PATH.fullmatch(path) is None or {".", ".."} & set(path.split("/")):
        raise ValueError(f"--root-path {text}: a path is needed, as /shirokuro")
    return path


@lru_cache(10_000)
def person_of(address: str) -> str:
    """Whom an address counts for: of IPv6 somebody has a whole network of 64 bits."""
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        return str(read.ipv4_mapped or ip_network((read, 64), strict=False))
    return address
