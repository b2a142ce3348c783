"""The nearest other sentence."""

from random import Random

from tests.train.recipes.reading import Reader, read

from explanans.train.recipes.corpus import PassageSentence, fold
from explanans.train.recipes.draft import parsed
from explanans.train.recipes.nearest import Nearest
from explanans.train.recipes.syntax import Syntax


def sentence(origin: str, text: str) -> PassageSentence:
    words = text.split()
    spelt = (f"{word}/NOUN/NN/{min(number, 1)}/obj" for number, word in enumerate(words))
    return PassageSentence(origin, Syntax(read(" ".join(spelt))), None, None)


def of_one_fold(count: int) -> list[str]:
    return [origin for origin in map(str, range(1000)) if fold(origin) == 3][:count]


def test_the_nearest_sentence_of_another_text_is_not_supported() -> None:
    a, b, c = of_one_fold(3)
    asked = sentence(a, "one two three four")
    others = [
        sentence(a, "one two three five"),
        sentence(b, "one two nine ten eleven"),
        sentence(c, "one two three five six"),
        sentence(b, "one two three four"),
        sentence("elsewhere", "one two three six"),
    ]
    assert fold("elsewhere") != 3
    draft = Nearest([asked, *others])(asked.syntax, Random(0))
    assert draft is not None
    ((outcome,),) = parsed([draft], Reader())
    assert outcome.source.text == "one two three four"
    assert outcome.claim.text == "one two three five six"
    assert set(outcome.labels.values()) == {False}
    assert len(outcome.labels) == 4


def test_nothing_is_near_where_no_word_is_shared() -> None:
    a, b = of_one_fold(2)
    asked = sentence(a, "one two")
    assert Nearest([asked, sentence(b, "three four")])(asked.syntax, Random(0)) is None


def test_rare_words_weigh_more() -> None:
    a, b, c, d = of_one_fold(4)
    asked = sentence(a, "the cat of the miller sleeps")
    others = [sentence(b, "the dog of the baker barks"), sentence(c, "no miller barks at a dog")]
    fillers = [sentence(d, f"the end of day {number}") for number in range(20)]
    draft = Nearest([asked, *others, *fillers])(asked.syntax, Random(0))
    assert draft is not None
    assert draft.claim.parse.text == "no miller barks at a dog"
