"""Figures that others have published, with their sources; shares in percent."""

from explanans.lab.benchmarks.benchmark import Record

WORLDTREE: dict[str, Record] = {
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
        "map": 0.56,
        "source": "Jansen & Ustalov 2019, abstract, test split of WorldTree V1",
    },
    "unification": {
        "map": 0.5455,
        "source": "Valentino et al. 2021, dev split of WorldTree V1",
    },
}
"""Mean average precision in explanation regeneration on WorldTree."""

_EXPLAGRAPHS_SOURCE = "Saha et al. 2021, table 6, dev split, 398 examples"
EXPLAGRAPHS: dict[str, Record] = {
    name: {
        "stance_accuracy": stance,
        "structural_accuracy": structure,
        "semantic_accuracy": semantic,
        "g_bertscore": {"roberta-large": match},
        "edit_distance": distance,
        "edge_importance": importance,
        "source": _EXPLAGRAPHS_SOURCE,
    }
    for name, stance, structure, semantic, match, distance, importance in (
        ("reasoning, BART", 73.9, 20.8, 12.5, 0.156, 0.85, 13.0),
        ("rationalising, BART", 86.2, 21.6, 11.0, 0.161, 0.85, 10.3),
        ("reasoning, T5", 70.8, 29.6, 12.2, 0.228, 0.79, 18.0),
        ("rationalising, T5", 86.2, 35.4, 15.5, 0.277, 0.75, 19.8),
        ("reasoning, structured", 72.3, 62.3, 18.5, 0.470, 0.62, 27.1),
    )
}
"""Stance and explanation graph on ExplaGraphs; semantic accuracy and edge importance by RoBERTa-large."""

_TABLE_A2, _TABLE_4, _TABLE_A4 = (
    f"Dalvi et al. 2021, table {table}" for table in ("A2, dev split", "4, test split", "A4, test split")
)
ENTAILMENTBANK: dict[int, dict[str, Record]] = {
    task: {
        name: {
            "leaves": {"f1": leaves, "exact": all_leaves},
            "steps": {"f1": steps, "exact": all_steps},
            "intermediates": {"bleurt": {"f1": conclusions, "all_predicted": all_conclusions}},
            "overall": {"bleurt": {"all_predicted": overall}},
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
"""Entailment trees by task of EntailmentBank; conclusions by BLEURT."""

_TABLE_5 = "Jansen et al. 2021, table 5, by teachers' ratings"
FACT_SETS: dict[str, Record] = {
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
        ("T5-UQA-3B, core", 62, 32, 42, 20, 12, 8),
        ("T5-UQA-3B, core and extended", 55, 39, 45, 23, 14, 13),
        ("TFR-BERT", 74, 59, 66, 50, 37, 8),
        ("1 schema", 82, 36, 50, 27, 16, 5),
        ("2 schemas", 78, 42, 55, 32, 20, 7),
        ("3 schemas", 75, 46, 57, 36, 23, 8),
        ("T5 + TFR-BERT", 62, 70, 66, 54, 48, 21),
        ("3 schemas + TFR-BERT", 75, 71, 73, 59, 49, 16),
        ("3 schemas + T5", 62, 61, 62, 46, 36, 22),
        ("3 schemas + TFR-BERT + T5", 65, 77, 71, 61, 57, 30),
    )
}
"""Explanations of WorldTree's questions as sets of facts; what is relevant is what teachers rated so."""

_TABLE_4_ARCS, _TABLE_6_ARCS = (f"Goyal & Durrett 2020, table {table}, 373 pairs" for table in (4, 6))
SUMMARY_PAIRS: dict[str, Record] = {
    name: {"reranking_accuracy": accuracy, "source": source}
    for name, accuracy, source in (
        ("BERT (MNLI)", 72.3, _TABLE_4_ARCS),
        ("RoBERTa (MNLI)", 78.3, _TABLE_4_ARCS),
        ("ELECTRA (MNLI)", 82.0, _TABLE_4_ARCS),
        ("QAGS", 72.1, _TABLE_4_ARCS),
        ("rule-based dependency", 74.8, _TABLE_4_ARCS),
        ("DAE, ELECTRA", 83.6, _TABLE_4_ARCS),
        ("human", 83.9, _TABLE_4_ARCS),
        ("sentence level, ParaNMT", 73.9, _TABLE_6_ARCS),
        ("sentence level, MNLI", 68.8, _TABLE_6_ARCS),
        ("arc level, MNLI", 78.5, _TABLE_6_ARCS),
    )
}
"""Reranking accuracy of summaries; half of these pairs are in the public data set."""

_TABLE_2_ARCS = "Goyal & Durrett 2020, table 2, paraphrases of ParaNMT"
ARCS: dict[str, Record] = {
    name: {"accuracy": accuracy, "f1": f1, "source": _TABLE_2_ARCS}
    for name, accuracy, f1 in (
        ("majority label", 72.7, 84.2),
        ("lexical match", 74.2, 78.1),
        ("BERT", 86.9, 91.0),
        ("ELECTRA", 88.4, 92.1),
    )
}
"""Arc entailment on automatically generated examples."""

_TABLE_3 = "Goyal & Durrett 2020, table 3, paraphrases of ParaNMT"
MIXTURES: dict[str, Record] = {
    name: {"swap": swap, "beam": beam, "synonym": synonym, "hallucination": hallucination, "source": _TABLE_3}
    for name, swap, beam, synonym, hallucination in (
        ("word swapping", 98.5, 71.6, 29.6, 80.0),
        ("auto-derived", 90.2, 88.4, 82.9, 74.8),
        ("auto-derived, synonyms", 90.5, 88.0, 96.0, 73.9),
        ("auto-derived, synonyms, hallucinations", 92.4, 87.8, 96.9, 97.6),
    )
}
"""Arc accuracy of encoders, trained on some recipes and tested on the examples of each."""

_SUMMEDITS = "Laban et al. 2023, mean over ten domains"
_SNLI = "Bowman et al. 2015, test split"
INFERENCE: dict[str, Record] = {
    **{
        name: {"summedits": {"balanced_accuracy": balanced}, "source": _SUMMEDITS}
        for name, balanced in (("GPT-4", 82.4), ("QAFactEval", 65), ("human", 90.9))
    },
    **{
        name: {"snli": {"accuracy": accuracy}, "source": _SNLI}
        for name, accuracy in (("classifier of words", 78.2), ("LSTM, 100 dimensions", 77.6))
    },
}
"""Entailment of claims given premises, by data set."""
