"""Serves the page's files, each compressed once; browsers revalidate all that have no hash in their names.

Packages hold them joined into a few (`make bundle`); a checkout serves the modules as they are written.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
import re
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent.parent / "static"
BUILT = STATIC.with_name("static_built")
SOURCES = "sources.sha256"
"""In the folder of joined files: the digest of the modules that they were made from."""
_HASHED = re.compile(r"-[A-Z0-9]{8}\.(js|css)")
LEAST_BYTES = 500
"""Smaller files are not compressed."""


class PageFiles(StaticFiles):
    """A folder whose files are compressed at the first request, and again after a change."""

    def __init__(self, folder: Path | None = None) -> None:
        mimetypes.add_type("text/javascript", ".js")  # some machines map it otherwise
        mimetypes.add_type("application/manifest+json", ".webmanifest")
        super().__init__(directory=folder or page_folder(), html=True)
        self._packed: dict[str, tuple[str, bytes]] = {}
        """The ETag and the compressed content of each file, by path."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        answer = super().file_response(full_path, stat_result, scope, status_code)
        is_hashed = _HASHED.search(os.fspath(full_path))
        answer.headers["Cache-Control"] = "max-age=31536000, immutable" if is_hashed else "no-cache"
        answer.headers["Vary"] = "Accept-Encoding"
        takes_gzip = "gzip" in Headers(scope=scope).get("Accept-Encoding", "")
        if answer.status_code != 200 or stat_result.st_size < LEAST_BYTES or not takes_gzip:
            return answer
        path, etag = str(full_path), answer.headers["ETag"]
        known = self._packed.get(path)
        if known is None or known[0] != etag:
            known = self._packed[path] = etag, gzip.compress(Path(path).read_bytes(), mtime=0)
        headers = {name: value for name, value in answer.headers.items() if name != "content-length"}
        return Response(
            known[1], headers=headers | {"Content-Encoding": "gzip"}, media_type=answer.media_type
        )


def page_folder() -> Path:
    """The joined files, if they were made from the modules that are here, otherwise the modules."""
    made = BUILT / SOURCES
    return BUILT if made.is_file() and made.read_text() == _digest() else STATIC


def _digest() -> str:
    """The digest of all modules; tool/bundle_page.mjs makes the same."""
    found = sha256()
    for name, file in sorted((file.relative_to(STATIC).as_posix(), file) for file in STATIC.rglob("*")):
        if file.is_file():
            found.update(f"{name}\0".encode() + file.read_bytes() + b"\0")
    return found.hexdigest()
