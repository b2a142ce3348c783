from explanans.testing import assert_supported

CONTEXTS = ["Oil on the rim makes the brakes slip.", "The left pedal has a left-hand thread."]


def test_brakes() -> None:
    assert_supported("Oil on the rim makes the brakes slip.", CONTEXTS)


def test_pedals() -> None:
    assert_supported("The left pedal has no thread.", CONTEXTS, at_least=0.5)
