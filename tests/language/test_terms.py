from explanans.language.tokens import Division, SentenceTerms, reader


def divide(_: str, words: tuple[str, ...]) -> Division:
    """Return a division at *then* and at *melts*."""
    condition = words.index("then") + 1 if "then" in words else 0
    return Division(condition, words.index("melts") if "melts" in words else len(words))


def read(text: str) -> SentenceTerms:
    return reader(lambda lemma: lemma[:4], divide, ignored=frozenset({"the", "a"}), longest=9)(text)


def test_the_parts_of_a_sentence_as_terms() -> None:
    sentence = read("If the sun’s heating ice then the ice melts")
    assert sentence.words == ("if", "sun's", "heating", "ice", "then", "ice", "melts")
    assert sentence.telling == ("sun", "heat", "ice", "ice", "melt")
    assert sentence.condition == {"sun", "heat", "ice"}
    assert sentence.subject == {"ice"}
    assert sentence.predicate == {"melt"}


def test_a_sentence_without_a_relation_is_all_subject() -> None:
    sentence = read("the ice")
    assert sentence.subject == {"ice"}
    assert not sentence.predicate
    assert read("") == SentenceTerms((), (), (), Division(0, 0), frozenset(), frozenset(), frozenset())


def test_long_texts_are_cut() -> None:
    assert len(read("ice " * 20).words) == 9
