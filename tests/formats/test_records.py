import json
from dataclasses import replace

from explanans.formats.records import explanation_record
from explanans.structures.explanations import Explanation, ScoredFact


def test_the_record_is_the_json_of_the_interface(spoon: Explanation) -> None:
    assert json.loads(json.dumps(explanation_record(spoon))) == {
        "question": "Why does an iron spoon get hot in soup?",
        "answer": "iron conducts heat",
        "hypothesis": "An iron spoon conducts heat well.",
        "facts": [
            {"id": "f1", "text": "iron is a metal", "table": "KINDOF", "source": "kindof.tsv:4", "score": 3.0},
            {
                "id": "f2",
                "text": "a metal conducts heat",
                "table": "PROPERTY",
                "source": "property.tsv:9",
                "score": 1.5,
            },
            {"id": "f3", "text": "a spoon is made of iron", "table": "", "source": "", "score": 1.0},
            {"id": "f4", "text": "soup is a liquid", "table": "KINDOF", "source": "kindof.tsv:7", "score": 0.75},
        ],
        "tree": {
            "hypothesis": "An iron spoon conducts heat well.",
            "steps": [
                {
                    "premises": ["f1", "f2"],
                    "conclusion": "int1",
                    "text": "iron conducts heat",
                    "inference": "property inheritance",
                },
                {
                    "premises": ["f3", "int1"],
                    "conclusion": "hypothesis",
                    "text": "An iron spoon conducts heat well.",
                    "inference": "substitution",
                },
            ],
        },
        "verdicts": [
            {"step": "int1", "supported": True, "unsupported": []},
            {"step": "hypothesis", "supported": False, "unsupported": ["well"]},
        ],
        "missing": ["No fact says how well iron conducts heat."],
        "verdict": None,
        "contradicted_by": [],
        "milliseconds": 84.21,
        "signature": "kb:starter+v:0.1.0",
    }


def test_without_a_tree_its_place_is_null(treeless: Explanation) -> None:
    record = explanation_record(treeless)
    assert record["tree"] is None
    assert record["milliseconds"] is None


def test_scores_have_six_digits(treeless: Explanation) -> None:
    scored = ScoredFact(treeless.facts[0].fact, 0.1 + 0.2)
    assert '"score": 0.3}' in json.dumps(explanation_record(replace(treeless, facts=(scored,))))


def test_arcs_are_recorded_where_steps_were_checked_by_them(spoon_by_arcs: Explanation) -> None:
    record = json.loads(json.dumps(explanation_record(spoon_by_arcs)))
    _, last = record["verdicts"]
    assert last["unsupported"] == ["well"]
    assert [(arc["head"]["text"], arc["child"]["text"], arc["supported"]) for arc in last["arcs"]] == [
        ("conducts", "spoon", True),
        ("conducts", "well.", False),
    ]
