"""Statistics of explanations made of facts: tables, lengths, roles, shared words, ratings, and reach."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean

import numpy as np

from explanans.formats.ratings import RatedFact, grade
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.rankers.tfidf import TfIdf
from explanans.lab.statistics.pairs import by_name, by_number, content, counts, mean, share
from explanans.lab.statistics.structures import DataPart, Distribution, Figure
from explanans.runtime.progress import track
from explanans.structures.facts import Fact, Role
from explanans.structures.questions import Question

_LONG = 16
_TABLES = 20
_PARTS = (Role.CENTRAL, Role.GROUNDING, Role.LEXGLUE)
_IMPORTANT = 2
FIRST = 25
"""Number of facts that lexical retrieval starts from, as in the paper."""


def describe_facts(facts: Sequence[Fact], questions: Sequence[Question]) -> DataPart:
    """Describe a base of facts, and how often explanations use the same ones (Jansen & Ustalov 2019, section 4)."""
    uses = Counter(fact for question in questions for fact in gold(question))
    figures = {
        **counts(
            facts=("facts", len(facts)),
            tables=("tables", len({fact.table for fact in facts})),
            texts=("different texts", len({fact.text for fact in facts})),
            used=("facts in an explanation", len(uses)),
            reused=("facts in more than one", sum(count > 1 for count in uses.values())),
            most_used=("explanations with the most frequent fact", max(uses.values(), default=0)),
        ),
        "words": mean("words in a fact", (len(fact.text.split()) for fact in facts)),
    }
    tables = by_name("Facts by table, the largest", "table", (fact.table for fact in facts), most=_TABLES)
    names = {fact.id.lower(): fact.table for fact in facts}
    drawn = (names[fact] for fact in uses.elements() if fact in names)
    used = by_name("Gold facts by table, the most frequent", "table", drawn, most=_TABLES)
    return DataPart("facts", figures, {"tables": tables, "gold_tables": used})


def describe_questions(name: str, questions: Sequence[Question], facts: Mapping[str, Fact]) -> DataPart:
    """Describe questions and their explanations (Jansen & Ustalov 2019, figures 4 to 6; Dalvi et al. 2021, table 1).

    Example:
        >>> from explanans.structures.questions import Choice, GoldFact
        >>> asked = Question("q1", "What melts ice?", (Choice("A", "heat"),), "A", (GoldFact("f1", Role.CENTRAL),))
        >>> part = describe_questions("mine", [asked], {"f1": Fact("f1", "heat melts ice")})
        >>> part.figures["length"].value, part.distributions["shared_words"].counts["2+"]
        (1.0, 1)
    """
    explained = [question for question in questions if question.explanation]
    sizes = [len(gold(question)) for question in explained]
    figures = {
        **counts(
            questions=("questions", len(questions)),
            explained=("questions with an explanation", len(explained)),
            gold=("gold facts", sum(sizes)),
        ),
        "length": mean("facts in an explanation", sizes),
        **counts(
            shortest=("facts in the shortest", min(sizes, default=0)),
            longest=("facts in the longest", max(sizes, default=0)),
        ),
        **{f"role_{role.lower()}": _part(role, explained) for role in _PARTS},
    }
    distributions = {
        "length": by_number("Explanations by facts", "facts", sizes, _LONG),
        "roles": by_name(
            "Gold facts by role", "role", (str(item.role) for question in explained for item in question.explanation)
        ),
    }
    if facts:
        figures["edges"] = mean(
            "pairs of facts, or of a fact and the question, that share a word, in an explanation",
            (_ties(question, facts) for question in explained),
        )
        distributions["shared_words"] = _shared(explained, facts)
    return DataPart(name, figures, distributions)


def gold(question: Question) -> frozenset[str]:
    """Return the ids of the different gold facts of a question, in lower case."""
    return frozenset(item.fact.lower() for item in question.explanation)


def _part(role: Role, questions: Sequence[Question]) -> Figure:
    """Return which share of an explanation plays a part, as a mean over explanations (figure 5)."""
    shares = [fmean(item.role == role for item in question.explanation) for question in questions]
    title = f"facts of the role {role} in an explanation"
    return Figure(title, 100 * fmean(shares) if shares else None, percent=True)


def _shared(questions: Sequence[Question], facts: Mapping[str, Fact]) -> Distribution:
    """Count gold facts by the content words that they share with question and answer (figure 6)."""
    found = Counter(
        min(len(words & content(facts[fact].text)), 2)
        for question in questions
        for words in [_words(question)]
        for fact in gold(question)
        if fact in facts
    )
    names = {"2+": found[2], "1": found[1], "0": found[0]}
    return Distribution("Gold facts by words shared with question and answer", "words", names)


def _ties(question: Question, facts: Mapping[str, Fact]) -> int:
    texts = [content(facts[fact].text) for fact in sorted(gold(question)) if fact in facts]
    return sum(bool(one & other) for one, other in combinations([_words(question), *texts], 2))


def _words(question: Question) -> frozenset[str]:
    return content(f"{question.text} {question.answer}")


def holders(facts: Sequence[Fact]) -> Mapping[str, frozenset[int]]:
    """Return the numbers of the facts that hold each content word."""
    found: dict[str, set[int]] = {}
    for number, fact in enumerate(facts):
        for word in content(fact.text):
            found.setdefault(word, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def neighbours(numbers: Sequence[int], facts: Sequence[Fact], index: Mapping[str, frozenset[int]]) -> Iterator[int]:
    """Yield the numbers of the facts that share a content word with any of some facts."""
    yield from frozenset[int]().union(*(index[word] for number in numbers for word in content(facts[number].text)))


def describe_ratings(name: str, rated: Sequence[RatedFact]) -> DataPart:
    """Describe ratings of facts, beside what the gold explanations have (Jansen et al. 2021, section 4, table 3).

    Args:
        rated: The rated facts; ratings are sums of two experts' grades, and become grades from 0 to 3.

    Example:
        >>> part = describe_ratings("mine", [RatedFact("q1", "f1", 5, True), RatedFact("q1", "f2", 1, False)])
        >>> part.figures["gold_relevant"].value, part.distributions["grades_not_gold"].counts
        (100.0, {'0': 0, '1': 1, '2': 0, '3': 0})
    """
    grades = [(grade(item.rating), item.gold) for item in rated]
    gold = [value for value, is_gold in grades if is_gold]
    others = [value for value, is_gold in grades if not is_gold]
    questions = Counter(item.question for item in rated)
    figures = {
        **counts(
            questions=("questions", len(questions)),
            rated=("rated facts", len(rated)),
            gold=("gold facts among them", len(gold)),
        ),
        "shortlist": mean("rated facts of a question", questions.values()),
        "gold_relevant": share("gold facts that are relevant", (value > 0 for value in gold)),
        "gold_important": share("gold facts that are important or core", (value >= _IMPORTANT for value in gold)),
        **counts(
            relevant_not_gold=("relevant facts that are not gold", sum(value > 0 for value in others)),
            important_not_gold=("important facts that are not gold", sum(value >= _IMPORTANT for value in others)),
        ),
    }
    shortlist = by_number("Questions by rated facts", "rated facts", questions.values())
    return DataPart(
        name,
        figures,
        {"grades_gold": _by_grade("Gold", gold), "grades_not_gold": _by_grade("Other", others)}
        | {"shortlist": shortlist},
    )


def _by_grade(kind: str, grades: Sequence[int]) -> Distribution:
    found = Counter(grades)
    return Distribution(f"{kind} facts by grade", "grade", {str(value): found[value] for value in range(4)})


def describe_reach(name: str, questions: Sequence[Question], knowledge: KnowledgeBase) -> DataPart:
    """Measure how often an explanation can be reached in one hop, and by chance.

    A hop leads from a fact to any other that shares a content word with it. The chance of a hop is the share of the
    facts that a gold fact leads to, without itself, which are gold too: a mean over all gold facts.

    Example:
        >>> from explanans.structures.facts import Role
        >>> from explanans.structures.questions import Choice, GoldFact
        >>> knowledge = KnowledgeBase.of(["Heat melts ice.", "Ice is a solid."], "f")
        >>> explanation = tuple(GoldFact(f"f#{number}", Role.CENTRAL) for number in (1, 2))
        >>> asked = Question("q1", "What melts?", (Choice("A", "ice"),), "A", explanation)
        >>> describe_reach("mine", [asked], knowledge).figures["chance"].value
        100.0
    """
    explained = [question for question in questions if question.explanation]
    facts, ranker = list(knowledge.facts), TfIdf(knowledge)
    numbers = {uid.lower(): number for number, uid in enumerate(knowledge.ids)}
    index = holders(facts)
    found, reached, chances = list[bool](), list[bool](), list[float]()
    for question in track(explained, "Reaching", len(explained)):
        wanted = {numbers[fact] for fact in gold(question) if fact in numbers}
        best = np.argsort(-ranker.scores(question), kind="stable")[:FIRST].tolist()
        found.append(wanted <= set(best))
        reached.append(wanted <= {*best, *neighbours(best, facts, index)})
        for number in wanted:
            ways = set(neighbours([number], facts, index)) - {number}
            if ways:
                chances.append(len(ways & wanted) / len(ways))
    figures = {
        **counts(questions=("questions with an explanation", len(explained))),
        "found": share(f"explanations within the first {FIRST} facts by tf.idf", found),
        "one_hop": share(f"explanations within one hop of the first {FIRST} facts by tf.idf", reached),
        "chance": Figure(
            "facts that a gold fact leads to which are gold", 100 * fmean(chances) if chances else None, percent=True
        ),
    }
    return DataPart(name, figures)
