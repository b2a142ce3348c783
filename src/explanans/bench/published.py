"""Figures that others have published, with their sources."""

WORLDTREE: dict[str, dict[str, float | str]] = {
    "TextGraphs 2020, best system": {
        "map": 0.603,
        "source": "Jansen & Ustalov 2020, test split, flagged questions",
    },
    "TextGraphs 2020, second system": {
        "map": 0.584,
        "source": "Jansen & Ustalov 2020, test split, flagged questions",
    },
    "TextGraphs 2020, third system": {
        "map": 0.523,
        "source": "Jansen & Ustalov 2020, test split, flagged questions",
    },
    "TextGraphs 2020, tf.idf baseline": {
        "map": 0.234,
        "source": "Jansen & Ustalov 2020, test split, flagged questions",
    },
    "TextGraphs 2019, best system": {
        "map": 0.563,
        "source": "Jansen & Ustalov 2019, table 1, test split of WorldTree V1",
    },
    "unification": {
        "map": 0.5455,
        "source": "Valentino et al. 2021, dev split of WorldTree V1",
    },
}
"""Mean average precision in explanation regeneration on WorldTree."""
