"""The area of each test file, by its name: `make test AREA=web` runs one area alone."""

from __future__ import annotations

from pathlib import Path

AREAS = {
    "core": "animation api_doc architecture areas board book cli compilers core damaged_files data_before "
    "doc_code game_tree geometry kernels lessons library named_openings notation notebooks number_text "
    "opening openings other_systems paper perft position printing readme record reference site stability "
    "storage stub svg symmetry text tool turning wheel whole_file words write wthor_replay tables",
    "engine": "analysis arrays_doc batch cli_engine comparison dont_care engine evaluation_doc evaluators "
    "all_leaves explainer features interruption limits own_proofs parallel_reversi patterns people playout "
    "proof_check puzzles research results review search_core solver solving studies table_use training "
    "best_first blind_test",
    "players": "arena book_player cli_engines cli_match cli_play cli_players cli_rival engine_player "
    "engines_file executors experience external_engine game gtp listings monte_carlo_players nboard nipevt "
    "played_game players protocol_both_ends quarry rating real_engines rival uneven_players",
    "lab": "cli_lab lab own_studies",
    "web": "cli_web coach hosting_programs web",
    "page": "page",
}
"""The files test_NAME.py and test_NAME_….py of each area; the longest name decides. browser/ is page."""

QUICK = (
    "areas architecture board geometry named_openings notation number_text perft position record svg "
    "symmetry text words engine evaluators limits solver game listings players rating rival lab_store "
    "lab_values web_codes web_guard web_specs page_files"
)
"""The files whose tests `make quick` runs: some of every area, none that starts many processes."""


def area_of(file: Path) -> str | None:
    """The area of a test file, if the table has one."""
    if file.parent.name == "browser":
        return "page"
    words = file.stem.removeprefix("test_").split("_")
    names = {name: area for area, names in AREAS.items() for name in names.split()}
    found = (names.get("_".join(words[:length])) for length in range(len(words), 0, -1))
    return next((area for area in found if area), None)
