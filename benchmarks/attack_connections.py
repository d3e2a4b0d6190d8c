"""Two attacks on the page's server, for the long tests and `benchmarks/web.py`.

    python benchmarks/attack_connections.py [connections|headers PORT [SECONDS]]

Both attack only a server on this machine, until they are stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import ipaddress
import resource
import threading
from collections.abc import Coroutine
from contextlib import suppress

CONNECTIONS = 4300
"""More connections than the server keeps."""
FILES_KEPT = 64
"""File descriptors that this process needs for everything but the attack."""
AT_ONCE = 200
"""Connections opened at the same time."""
PAUSE = 0.05
"""Seconds from the end of a connection to the next attempt."""
ENDLESS = 4
"""Connections that send endless headers."""
PIECE = b"x" * 65536

Address = tuple[str, int]


def connections(address: Address, stop: threading.Event) -> None:
    """Keeps 4300 idle connections of one address open, or as many as this process may have, until stopped."""
    count = min(CONNECTIONS, _allowed_files() - FILES_KEPT)
    asyncio.run(_until_stopped(_keep_open(_checked(address), count), stop))


def headers(address: Address, stop: threading.Event) -> None:
    """Sends endless headers on a few connections until stopped, and opens each again when it is closed."""
    asyncio.run(_until_stopped(_send_endless(_checked(address)), stop))


def _checked(address: Address) -> Address:
    if not ipaddress.ip_address(address[0]).is_loopback:
        raise ValueError(f"only a server on this machine is attacked, not {address[0]}")
    return address


def _allowed_files() -> int:
    """Raises the limit of open files as far as possible, and returns it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES_KEPT
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    before, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before != resource.RLIM_INFINITY and before < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return allowed


async def _until_stopped(attack: Coroutine[None, None, None], stop: threading.Event) -> None:
    attacking = asyncio.create_task(attack)
    await asyncio.to_thread(stop.wait)
    attacking.cancel()
    with suppress(asyncio.CancelledError):
        await attacking


async def _keep_open(address: Address, count: int) -> None:
    opening = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(_stay(address, opening) for _ in range(count)))


async def _stay(address: Address, opening: asyncio.Semaphore) -> None:
    """One silent connection, opened again whenever it is closed."""
    while True:
        with suppress(OSError):
            async with opening:
                reader, writer = await asyncio.open_connection(*address)
            try:
                while await reader.read(1024):
                    pass
            finally:
                writer.close()
        await asyncio.sleep(PAUSE)


async def _send_endless(address: Address) -> None:
    await asyncio.gather(*(_say(address, number) for number in range(ENDLESS)))


async def _say(address: Address, number: int) -> None:
    """Half of the connections send one endless header, the others endlessly many."""
    piece = PIECE if number % 2 else b"X-A: b\r\n" * 8192
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(*address)
            try:
                writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + (b"X: " if number % 2 else b""))
                while True:
                    writer.write(piece)
                    await writer.drain()
            finally:
                writer.transport.abort()
        await asyncio.sleep(PAUSE)


ATTACKS = {"connections": connections, "headers": headers}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attack", nargs="?", choices=[*ATTACKS])
    parser.add_argument("port", nargs="?", type=int)
    parser.add_argument("seconds", type=float, nargs="?", default=60.0)
    arguments = parser.parse_args()
    if arguments.attack is None or arguments.port is None:
        print("measures nothing by itself: benchmarks/web.py runs it beside games")
        return
    stop = threading.Event()
    threading.Timer(arguments.seconds, stop.set).start()
    ATTACKS[arguments.attack](("127.0.0.1", arguments.port), stop)


if __name__ == "__main__":
    main()
