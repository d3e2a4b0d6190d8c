"""From self-play to weights of the trained evaluation (docs/evaluation.md)."""
