"""Onboarding quizzes: items with known answers, which an account has to pass before it works at a stage."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from explanans.errors import InputError
from explanans.workbench.store import audit
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.projects import Stage
from explanans.workbench.store.tables import Account, Gold, Project, QuizAnswer, Sitting, now

HIGHEST_MARK = 100
_MOST = 200
"""Questions of one quiz."""


def set_rules(project: Project, pass_mark: int | None, attempts: int | None) -> None:
    """Set the rules for passing the quizzes of a project.

    Args:
        pass_mark: How many of 100 points are needed; None for no quiz.
    """
    check_rules(pass_mark, attempts)
    project.pass_mark, project.attempts = pass_mark, attempts


def check_rules(pass_mark: int | None, attempts: int | None) -> None:
    """Refuse rules of a quiz that are out of range.

    Args:
        pass_mark: How many of 100 points are needed; None for no quiz.
    """
    if pass_mark is not None and not 1 <= pass_mark <= HIGHEST_MARK:
        raise InputError(f"a pass mark of {pass_mark}; accepted: 1 to {HIGHEST_MARK}")
    if attempts is not None and attempts < 1:
        raise InputError(f"{attempts} attempts; accepted: 1 or more")


def add(  # noqa: PLR0913, PLR0917 - all that a question is
    db: Session,
    project: int,
    stage: str,
    key: str,
    payload: Mapping[str, Any],
    content: Mapping[str, Any],
    *,
    explanation: str = "",
    earlier: Sequence[Mapping[str, Any]] = (),
) -> Gold:
    """Add a question to a quiz, or replace the one of the same key."""
    known = db.scalars(select(Gold).where(Gold.project == project, Gold.stage == stage)).all()
    found = next((gold for gold in known if gold.key == key[:200]), None)
    if found is None:
        if sum(not gold.retired for gold in known) >= _MOST:
            raise InputError(f"more than {_MOST} questions in one quiz; accepted: fewer")
        found = Gold(project=project, stage=stage, key=key[:200], position=len(known))
        db.add(found)
    found.payload, found.content, found.earlier = dict(payload), dict(content), [dict(it) for it in earlier]
    found.explanation, found.retired = explanation, False
    db.flush()
    return found


def questions(db: Session, project: int, stage: str | None = None) -> Sequence[Gold]:
    """Return the questions that are asked, in order."""
    query = select(Gold).where(Gold.project == project, Gold.retired.is_(False)).order_by(Gold.stage, Gold.position)
    return db.scalars(query if stage is None else query.where(Gold.stage == stage)).all()


def locked(db: Session, project: Project, account: int, stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages whose quiz an account has not passed yet."""
    if project.pass_mark is None:
        return ()
    asked = set(db.scalars(select(Gold.stage).where(Gold.project == project.id, Gold.retired.is_(False))))
    query = select(Sitting.stage).where(Sitting.project == project.id, Sitting.account == account)
    passed = set(db.scalars(query.where(Sitting.passed.is_(True))))
    return tuple(stage for stage in stages if stage.name in asked - passed)


def begin(db: Session, project: Project, stage: str, account: int) -> Sitting:
    """Begin the quiz of a stage, or go on with the attempt that was begun."""
    db.get(Project, project.id, with_for_update=True)  # so that two windows do not begin the same attempt
    own = sittings(db, project.id, account, stage)
    if project.pass_mark is None or not questions(db, project.id, stage):
        raise RefusedError("there is no quiz here")
    if any(it.passed for it in own):
        raise RefusedError("this quiz is passed already")
    if own and own[-1].ended is None:
        return own[-1]
    if project.attempts is not None and len(own) >= project.attempts:
        raise RefusedError("no attempt is left; an administrator of the project can let you in")
    made = Sitting(project=project.id, stage=stage, account=account, number=len(own) + 1)
    db.add(made)
    db.flush()
    return made


def sittings(db: Session, project: int, account: int | None = None, stage: str | None = None) -> Sequence[Sitting]:
    """Return attempts at the quizzes of a project, in order.

    Args:
        stage: At which stage; at all of them if None.
    """
    query = select(Sitting).where(Sitting.project == project)
    query = query if account is None else query.where(Sitting.account == account)
    query = query if stage is None else query.where(Sitting.stage == stage)
    return db.scalars(query.order_by(Sitting.stage, Sitting.account, Sitting.number)).all()


def open_sitting(db: Session, number: int, account: Account) -> tuple[Sitting, Project]:
    """Return an attempt of an account with its project."""
    found = db.get(Sitting, number)
    if found is None or found.account != account.id:
        raise RefusedError("there is no such quiz, or it is another person's")
    return found, db.get_one(Project, found.project)


def answers(db: Session, sitting: int) -> Mapping[int, QuizAnswer]:
    """Return the answers of an attempt, by the numbers of the questions."""
    return {row.gold: row for row in db.scalars(select(QuizAnswer).where(QuizAnswer.sitting == sitting))}


def next_question(db: Session, sitting: Sitting) -> Gold | None:
    """Return the next question of an attempt that is not handed in; None if there is none."""
    given = {number for number, row in answers(db, sitting.id).items() if row.score is not None}
    return next((gold for gold in questions(db, sitting.project, sitting.stage) if gold.id not in given), None)


def draft(db: Session, sitting: Sitting, gold: int, content: Mapping[str, Any], seconds: float) -> QuizAnswer:
    """Keep an answer that is not handed in yet."""
    row = answers(db, sitting.id).get(gold)
    if sitting.ended is not None or (row is not None and row.score is not None):
        raise RefusedError("this answer is handed in")
    if row is None:
        row = QuizAnswer(sitting=sitting.id, gold=gold, version=0, seconds=0.0)
        db.add(row)
    row.content, row.version, row.seconds, row.at = dict(content), row.version + 1, row.seconds + seconds, now()
    db.flush()
    return row


def hand_in(db: Session, project: Project, sitting: Sitting, gold: int, score: float) -> None:
    """Hand an answer in that was kept; the last one ends the attempt."""
    row = answers(db, sitting.id).get(gold)
    if row is None or row.score is not None or sitting.ended is not None:
        raise RefusedError("there is nothing to hand in")
    row.score, row.at = score, now()
    db.flush()
    if next_question(db, sitting) is None:
        scores = [it.score for it in answers(db, sitting.id).values() if it.score is not None]
        sitting.score, sitting.ended = sum(scores) / len(scores), now()
        # Rounded as the page shows it: 79.96 of 80 points is 80.
        sitting.passed = round(sitting.score * HIGHEST_MARK, 1) >= (project.pass_mark or 0)
        details = {"points": round(sitting.score * HIGHEST_MARK, 1), "attempt": sitting.number}
        outcome = "quiz passed" if sitting.passed else "quiz failed"
        audit.record(db, sitting.account, outcome, project.title, stage=sitting.stage, **details)


def grant(db: Session, project: Project, stage: str, account: Account, by: Account) -> None:
    """Admit an account to a stage without a quiz."""
    last = db.scalar(
        select(func.max(Sitting.number)).where(
            Sitting.project == project.id, Sitting.stage == stage, Sitting.account == account.id
        )
    )
    made = Sitting(project=project.id, stage=stage, account=account.id, number=(last or 0) + 1)
    made.ended, made.passed, made.granted_by = now(), True, by.id
    db.add(made)
    audit.record(db, by.id, "let in without a quiz", account.name, project=project.title, stage=stage)


def known(db: Session, project: Project, stages: Sequence[Stage]) -> Mapping[str, Collection[str]]:
    """Return the keys of the items that are quiz questions, by stage; they are not given out as work there."""
    asked = questions(db, project.id) if project.pass_mark is not None else ()
    return {stage.name: {gold.key for gold in asked if gold.stage == stage.name} for stage in stages}
