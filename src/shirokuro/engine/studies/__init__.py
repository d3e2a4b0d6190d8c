"""The studies' own plain searches, as described and as printed; the engine never uses them."""

from shirokuro.engine.studies.alpha_beta import AlphaBeta, Depths, Stage, alpha_beta
from shirokuro.engine.studies.dont_care import (
    MASKINGS,
    TABLE_BYTES,
    DontCareRun,
    Masking,
    TableUse,
    dont_care_discs,
    dont_care_experiment,
)
from shirokuro.engine.studies.rival_listing import OPENING_MOVES, RivalListing
from shirokuro.engine.studies.ssai_listing import DriftingGame, Listed, SampleListing, exchanged
from shirokuro.engine.studies.values import (
    MEASURES,
    Candidate,
    MoveMeasure,
    MoveValues,
    by_columns,
    move_values,
    shared,
)

__all__ = [
    "MASKINGS",
    "MEASURES",
    "OPENING_MOVES",
    "TABLE_BYTES",
    "AlphaBeta",
    "Candidate",
    "Depths",
    "DontCareRun",
    "DriftingGame",
    "Listed",
    "Masking",
    "MoveMeasure",
    "MoveValues",
    "RivalListing",
    "SampleListing",
    "Stage",
    "TableUse",
    "alpha_beta",
    "by_columns",
    "dont_care_discs",
    "dont_care_experiment",
    "exchanged",
    "move_values",
    "shared",
]
