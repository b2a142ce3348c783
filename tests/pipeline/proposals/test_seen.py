from explanans.pipeline.proposals.asked import AnalyzedQuestion
from explanans.pipeline.proposals.features import SENTENCE, Nearness, QuestionSentence, alike

from .trees import tree


def seen(question: str, sentence: str, before: str = "") -> QuestionSentence:
    asked = AnalyzedQuestion.of(tree(question).parse)
    rarity = dict.fromkeys(asked.lemmas, 1.0)
    return QuestionSentence(asked, tree(sentence), tree(before) if before else None, Nearness(0, 1.0, 0.5, 0.0), rarity)


def test_words_that_say_the_same_are_found() -> None:
    found = seen("Who chooses the committee?", "The committee is elected by all members")
    assert found.matches["committee"] == (1, 1.0)
    assert found.tree.tokens[found.verb].text == "elected" or found.verb == -1
    assert dict(zip(SENTENCE, found.row, strict=True))["covered"] >= 0.5


def test_the_sentence_before_says_what_a_pronoun_stands_for() -> None:
    found = seen("Who elects the committee?", "It is elected by all members", "The committee meets in May")
    row = dict(zip(SENTENCE, found.row, strict=True))
    assert (row["covered"], row["covered_before"], row["covered_both"], row["pronoun"]) == (0.5, 0.5, 1.0, 1.0)


def test_synonyms_and_kinds_are_alike_and_function_words_are_not() -> None:
    assert 0 < alike("begin", "start", "VERB") < 1
    assert alike("animal", "dog", "NOUN") >= 0
    assert alike("be", "of", "VERB") == 0
    assert alike("election", "elect", "NOUN") == 0.9
