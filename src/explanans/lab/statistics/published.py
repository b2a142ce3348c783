"""Published statistics of the data sets, by data set, part and figure."""

from explanans.structures.statistics import Published

_TREES = "Dalvi et al. 2021"
_RATINGS = "Jansen et al. 2021"
_TASK = "Jansen & Ustalov 2019"
_GRAPHS = "Saha et al. 2021"
_ARCS = "Goyal & Durrett 2020"

_FIRST_VERSION = "the paper describes version 1 of WorldTree, this is V2.1"
_ALL_SPLITS = "the paper counts all splits, with test"
_HALF = "the copy here may hold part of the official split"

PUBLISHED: dict[str, dict[str, dict[str, Published]]] = {
    "worldtree-v2.1": {
        "facts": {
            "facts": Published(4950, f"{_TASK}, section 4", _FIRST_VERSION),
            "tables": Published(62, f"{_TASK}, section 4", _FIRST_VERSION),
            "used": Published(3686, f"{_TASK}, section 4", _FIRST_VERSION),
            "reused": Published(1500, f"{_TASK}, section 4", _FIRST_VERSION),
            "most_used": Published(89, f"{_TASK}, section 4", _FIRST_VERSION),
        },
        "train": {
            "questions": Published(2210, f"{_RATINGS}, appendix A.1", "the file of the shared tasks has three fewer"),
            "length": Published(5.6, f"{_TREES}, table 1", _ALL_SPLITS),
            "edges": Published(9, f"{_TREES}, table 1", f"{_ALL_SPLITS}; how pairs were counted is not said"),
            "role_central": Published(61, f"{_TASK}, figure 5", _FIRST_VERSION),
            "role_grounding": Published(19, f"{_TASK}, figure 5", _FIRST_VERSION),
            "role_lexglue": Published(21, f"{_TASK}, figure 5", _FIRST_VERSION),
        },
        "dev": {"questions": Published(496, f"{_RATINGS}, appendix A.1")},
        "reach dev": {"one_hop": Published(76, f"{_TASK}, section 6", f"{_FIRST_VERSION}, and says of no split")},
    },
    "worldtree-ratings-2021": {
        split: {
            "shortlist": Published(28.9, f"{_RATINGS}, section 4", _ALL_SPLITS),
            "gold_relevant": Published(98.5, f"{_RATINGS}, section 4", _ALL_SPLITS),
            "gold_important": Published(85, f"{_RATINGS}, section 4", _ALL_SPLITS),
        }
        for split in ("train", "dev")
    },
    "entailmentbank": {
        "train": {
            "problems": Published(1313, f"{_TREES}, table 2"),
            "steps": Published(4175, f"{_TREES}, table 2"),
            "steps_in_tree": Published(3.2, f"{_TREES}, figure 4"),
            "nodes": Published(7.6, f"{_TREES}, figure 4"),
            "edges": Published(
                6, f"{_TREES}, table 1", f"{_ALL_SPLITS}; counted here from each premise to its conclusion"
            ),
            "short": Published(50, f"{_TREES}, section 3.3"),
            "longest": Published(17, f"{_TREES}, section 3.3"),
            "distractors_task_2": Published(
                20,
                f"{_TREES}, section 4",
                "the paper says 15 to 20, and 30 sentences elsewhere; the data have 25 sentences",
            ),
        },
        "dev": {
            "problems": Published(187, f"{_TREES}, table 2"),
            "steps": Published(597, f"{_TREES}, table 2"),
            "found_task_3": Published(66.1, f"{_TREES}, section 6.2", "the paper says so of test"),
        },
    },
    "explagraphs": {
        "train": {
            "examples": Published(2368, f"{_GRAPHS}, table 1"),
            "support": Published(1335, f"{_GRAPHS}, table 1"),
            "counter": Published(1033, f"{_GRAPHS}, table 1"),
            "nodes": Published(5.1, f"{_GRAPHS}, table 2"),
            "edges": Published(4.2, f"{_GRAPHS}, table 2"),
            "external_concepts": Published(1.3, f"{_GRAPHS}, table 2"),
            "depth": Published(3.3, f"{_GRAPHS}, table 2"),
            "non_linear": Published(
                58.8,
                f"{_GRAPHS}, table 2",
                "a chain is not defined there; each concept in one edge in and one out gives this",
            ),
            "with_external": Published(78.2, f"{_GRAPHS}, table 2"),
        },
        "dev": {
            "examples": Published(398, f"{_GRAPHS}, table 1", _HALF),
            "support": Published(199, f"{_GRAPHS}, table 1", _HALF),
            "counter": Published(199, f"{_GRAPHS}, table 1", _HALF),
            "nodes": Published(5.4, f"{_GRAPHS}, table 2", _HALF),
            "edges": Published(4.5, f"{_GRAPHS}, table 2", _HALF),
            "external_concepts": Published(1.6, f"{_GRAPHS}, table 2", _HALF),
            "depth": Published(3.8, f"{_GRAPHS}, table 2", _HALF),
            "non_linear": Published(47.0, f"{_GRAPHS}, table 2", _HALF),
            "with_external": Published(88.4, f"{_GRAPHS}, table 2", _HALF),
        },
        "refinements": {
            "right_after_1": Published(67, f"{_GRAPHS}, section 4.2", "the paper counts all splits"),
            "right_after_2": Published(81, f"{_GRAPHS}, section 4.2", "the paper counts all splits"),
        },
    },
    "cosata": {
        "patterns": {
            "patterns": Published(385, f"{_RATINGS}, section 6.1"),
            "rows_with_parts": Published(12, f"{_RATINGS}, section 6.1", "the paper may count the facts of solutions"),
        },
        "solutions": {
            "solutions": Published(593_000, f"{_RATINGS}, section 6.1", "the copy here may hold part of the files"),
            "facts": Published(12, f"{_RATINGS}, section 6.1", "the copy here may hold part of the files"),
        },
    },
    "factuality": {"pairs": {"pairs": Published(373, f"{_ARCS}, section 6.1", _HALF)}},
}
"""A figure is missing where the paper gives none."""
