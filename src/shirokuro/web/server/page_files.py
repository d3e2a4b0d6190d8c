"""Serves the page's files. Browsers revalidate them each time; each file is compressed once."""

from __future__ import annotations

import gzip
import mimetypes
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent.parent / "static"
LEAST_BYTES = 500
"""Smaller files are not compressed."""


class PageFiles(StaticFiles):
    """A folder whose files are compressed at the first request, and again after a change."""

    def __init__(self, folder: Path = STATIC) -> None:
        mimetypes.add_type("text/javascript", ".js")  # some machines map it otherwise
        super().__init__(directory=folder, html=True)
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
        answer.headers["Cache-Control"] = "no-cache"
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
