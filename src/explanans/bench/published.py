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

_EXPLAGRAPHS_SOURCE = "Saha et al. 2021, table 6, dev split, 398 examples"
EXPLAGRAPHS: dict[str, dict[str, float | str]] = {
    name: {
        "stance_accuracy": stance,
        "structural_accuracy": structure,
        "semantic_accuracy": semantic,
        "bert_score": match,
        "edit_distance": distance,
        "edge_importance": importance,
        "source": _EXPLAGRAPHS_SOURCE,
    }
    for name, stance, structure, semantic, match, distance, importance in (
        ("reasoning, BART", 0.739, 0.208, 0.125, 0.156, 0.85, 0.130),
        ("rationalising, BART", 0.862, 0.216, 0.110, 0.161, 0.85, 0.103),
        ("reasoning, T5", 0.708, 0.296, 0.122, 0.228, 0.79, 0.180),
        ("rationalising, T5", 0.862, 0.354, 0.155, 0.277, 0.75, 0.198),
        ("reasoning, structured", 0.723, 0.623, 0.185, 0.470, 0.62, 0.271),
    )
}
"""Stance and explanation graph on ExplaGraphs; BERTScore, semantic accuracy and edge importance by RoBERTa-large."""

_TABLE_A2, _TABLE_4, _TABLE_A4 = (
    f"Dalvi et al. 2021, table {table}" for table in ("A2, dev split", "4, test split", "A4, test split")
)
ENTAILMENTBANK: dict[int, dict[str, dict[str, float | str]]] = {
    task: {
        name: {
            "leaves_f1": leaves,
            "leaves_all_correct": all_leaves,
            "steps_f1": steps,
            "steps_all_correct": all_steps,
            "conclusions_f1": conclusions,
            "conclusions_all_predicted": all_conclusions,
            "overall_all_predicted": overall,
            "source": source,
        }
        for name, leaves, all_leaves, steps, all_steps, conclusions, all_conclusions, overall, source in rows
    }
    for task, rows in {
        1: (
            ("T5-11B, dev", 99.2, 90.9, 61.8, 50.3, 74.2, 56.2, 43.3, _TABLE_A2),
            ("T5-11B, test", 99.0, 89.4, 51.5, 38.2, 71.2, 52.9, 35.6, _TABLE_4),
            ("T5-large, test", 98.7, 86.2, 50.5, 37.7, 67.6, 50.3, 34.4, _TABLE_A4),
        ),
        2: (
            ("T5-11B, dev", 89.4, 52.9, 46.6, 35.3, 69.1, 54.6, 32.1, _TABLE_A2),
            ("T5-11B, test", 89.1, 48.8, 41.4, 27.7, 66.2, 53.2, 25.6, _TABLE_4),
            ("T5-large, test", 84.3, 38.5, 35.7, 23.5, 62.6, 50.9, 22.4, _TABLE_A4),
        ),
        3: (
            ("T5-11B, dev", 42.7, 3.7, 8.5, 3.2, 38.7, 13.4, 3.2, _TABLE_A2),
            ("T5-11B, test", 39.7, 3.8, 7.8, 2.9, 36.4, 13.2, 2.9, _TABLE_4),
            ("T5-large, test", 35.2, 2.9, 6.2, 2.4, 33.0, 13.2, 2.4, _TABLE_A4),
        ),
    }.items()
}
"""Entailment trees by task of EntailmentBank, in percent; conclusions by BLEURT."""

_TABLE_5 = "Jansen et al. 2021, table 5, by teachers' ratings"
FACT_SETS: dict[str, dict[str, float | str]] = {
    name: {
        "relevance": relevance,
        "completeness": completeness,
        "f1": f1,
        "complete": complete,
        "f1_complete": f1_complete,
        "length": length,
        "source": _TABLE_5,
    }
    for name, relevance, completeness, f1, complete, f1_complete, length in (
        ("T5-UQA-3B, core", 0.62, 0.32, 0.42, 0.20, 0.12, 8),
        ("T5-UQA-3B, core and extended", 0.55, 0.39, 0.45, 0.23, 0.14, 13),
        ("TFR-BERT", 0.74, 0.59, 0.66, 0.50, 0.37, 8),
        ("1 schema", 0.82, 0.36, 0.50, 0.27, 0.16, 5),
        ("2 schemas", 0.78, 0.42, 0.55, 0.32, 0.20, 7),
        ("3 schemas", 0.75, 0.46, 0.57, 0.36, 0.23, 8),
        ("T5 + TFR-BERT", 0.62, 0.70, 0.66, 0.54, 0.48, 21),
        ("3 schemas + TFR-BERT", 0.75, 0.71, 0.73, 0.59, 0.49, 16),
        ("3 schemas + T5", 0.62, 0.61, 0.62, 0.46, 0.36, 22),
        ("3 schemas + TFR-BERT + T5", 0.65, 0.77, 0.71, 0.61, 0.57, 30),
    )
}
"""Explanations of WorldTree's questions as sets of facts; what is relevant is what teachers rated so."""

_TABLE_4_ARCS, _TABLE_6_ARCS = (f"Goyal & Durrett 2020, table {table}, 373 pairs" for table in (4, 6))
SUMMARY_PAIRS: dict[str, dict[str, float | str]] = {
    name: {"accuracy": accuracy, "source": source}
    for name, accuracy, source in (
        ("BERT (MNLI)", 0.723, _TABLE_4_ARCS),
        ("RoBERTa (MNLI)", 0.783, _TABLE_4_ARCS),
        ("ELECTRA (MNLI)", 0.820, _TABLE_4_ARCS),
        ("QAGS", 0.721, _TABLE_4_ARCS),
        ("rule-based dependency", 0.748, _TABLE_4_ARCS),
        ("DAE, ELECTRA", 0.836, _TABLE_4_ARCS),
        ("human", 0.839, _TABLE_4_ARCS),
        ("sentence level, ParaNMT", 0.739, _TABLE_6_ARCS),
        ("sentence level, MNLI", 0.688, _TABLE_6_ARCS),
        ("arc level, MNLI", 0.785, _TABLE_6_ARCS),
    )
}
"""How often a right summary is put above a wrong one; half of these pairs are in the public data set."""

_TABLE_2_ARCS = "Goyal & Durrett 2020, table 2, paraphrases of ParaNMT"
ARCS: dict[str, dict[str, float | str]] = {
    name: {"accuracy": accuracy, "f1": f1, "source": _TABLE_2_ARCS}
    for name, accuracy, f1 in (
        ("majority label", 0.727, 0.842),
        ("lexical match", 0.742, 0.781),
        ("BERT", 0.869, 0.910),
        ("ELECTRA", 0.884, 0.921),
    )
}
"""Whether arcs are supported, on examples that were made automatically."""

_TABLE_3 = "Goyal & Durrett 2020, table 3, paraphrases of ParaNMT"
MIXTURES: dict[str, dict[str, float | str]] = {
    name: {"swap": swap, "beam": beam, "synonym": synonym, "hallucination": hallucination, "source": _TABLE_3}
    for name, swap, beam, synonym, hallucination in (
        ("word swapping", 0.985, 0.716, 0.296, 0.800),
        ("auto-derived", 0.902, 0.884, 0.829, 0.748),
        ("auto-derived, synonyms", 0.905, 0.880, 0.960, 0.739),
        ("auto-derived, synonyms, hallucinations", 0.924, 0.878, 0.969, 0.976),
    )
}
"""How often encoders are right about arcs, trained on some recipes and asked about the examples of each."""
