"""Every test file has an area, and the table of areas names nothing else."""

from __future__ import annotations

from pathlib import Path

from areas import AREAS, QUICK, area_of

FILES = sorted(Path(__file__).parent.glob("**/test_*.py"))


def test_every_file_has_an_area() -> None:
    assert [file.name for file in FILES if area_of(file) is None] == []


def test_every_name_of_the_tables_is_that_of_a_file() -> None:
    stems = [file.stem.removeprefix("test_") for file in FILES]
    names = [name for names in AREAS.values() for name in names.split()]
    assert [name for name in names if not any(f"{stem}_".startswith(f"{name}_") for stem in stems)] == []
    assert [name for name in QUICK.split() if name not in stems] == []
    assert len(names) == len(set(names))


def test_the_quick_tests_have_some_of_every_area() -> None:
    assert {area_of(Path(f"test_{name}.py")) for name in QUICK.split()} == {*AREAS}
