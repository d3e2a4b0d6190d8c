"""A wheel as a file: the package's own files, what was compiled, and what the sdist says of itself."""

from __future__ import annotations

import base64
import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

TIME = (2020, 1, 1, 0, 0, 0)
"""The same for all files, so that the same files make the same wheel."""


@dataclass(frozen=True)
class Parts:
    """The unpacked sdist, the folder of what was compiled, and the tag."""

    source: Path
    built: Path
    tag: str

    def files(self) -> Iterator[tuple[str, bytes, bool]]:
        """All but RECORD: names, contents, and whether they are programs."""
        package = self.source / "src"
        for path in sorted((package / "shirokuro").rglob("*")):
            if path.is_file():
                yield str(path.relative_to(package)), path.read_bytes(), False
        (module,) = self.built.glob("_core.*.so")
        yield f"shirokuro/{module.name}", module.read_bytes(), True
        yield "shirokuro/proofs/leaf_solver", (self.built / "leaf_solver").read_bytes(), True
        about = f"{self.stem}.dist-info"
        yield f"{about}/METADATA", (self.source / "PKG-INFO").read_bytes(), False
        wheel = f"Wheel-Version: 1.0\nGenerator: wheels/pack.py\nRoot-Is-Purelib: false\nTag: {self.tag}\n"
        yield f"{about}/WHEEL", wheel.encode(), False
        yield f"{about}/entry_points.txt", self._entry_points().encode(), False
        yield f"{about}/licenses/LICENSE", (self.source / "LICENSE").read_bytes(), False

    @property
    def stem(self) -> str:
        about = dict(line.split(": ", 1) for line in (self.source / "PKG-INFO").read_text().splitlines()[:3])
        return f"{about['Name']}-{about['Version']}"

    def _entry_points(self) -> str:
        project = tomllib.loads((self.source / "pyproject.toml").read_text())["project"]
        groups = {"console_scripts": project["scripts"], **project["entry-points"]}
        return "\n".join(
            f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in points.items())
            for group, points in groups.items()
        )


def packed(parts: Parts, folder: Path) -> Path:
    """Writes the wheel and returns its path."""
    path, record = folder / f"{parts.stem}-{parts.tag}.whl", []
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, content, is_program in parts.files():
            wheel.writestr(_entry(name, is_program), content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(content)}\n")
        place = f"{parts.stem}.dist-info/RECORD"
        wheel.writestr(_entry(place, False), "".join([*record, f"{place},,\n"]))
    return path


def _entry(name: str, is_program: bool) -> ZipInfo:
    entry = ZipInfo(name, TIME)
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = (0o100755 if is_program else 0o100644) << 16
    return entry
