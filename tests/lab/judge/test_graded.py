"""The graded steps that come with the package are what their README says."""

from collections import Counter

from explanans.lab.judge.graded import HOME, graded_steps


def test_the_steps_are_those_that_the_readme_counts() -> None:
    readme = (HOME / "README.md").read_text(encoding="utf-8")
    steps = graded_steps()
    assert readme.startswith(f"# Graded steps\n\n{len(steps)} steps")
    for source, count in Counter(step.source for step in steps).items():
        line = next(line for line in readme.splitlines() if line.startswith(f"| `{source}`"))
        assert line.split("|")[2].strip() == str(count)


def test_no_step_is_there_twice_and_no_item() -> None:
    steps = graded_steps()
    assert len({(frozenset(step.premises), step.conclusion) for step in steps}) == len(steps)
    assert len({step.item for step in steps}) == len(steps)


def test_no_words_of_questions_that_are_not_to_be_passed_on_are_among_them() -> None:
    assert not any(step.root for step in graded_steps() if step.source == "worldtree")
