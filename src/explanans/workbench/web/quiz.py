"""Pages of quizzes: what there is to pass, one question after the other, and how an administrator sets them up."""

import asyncio
from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

from fastapi import APIRouter
from nicegui import Client, ui
from sqlalchemy.orm import Session
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from explanans.errors import InputError
from explanans.io.files import decode_lines
from explanans.workbench.kinds.kind import AnyKind, Mark, open_kind
from explanans.workbench.kinds.quizzing import mark, of_lines, of_work, task_of_gold
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.store import accounts, audit, projects, quizzes, works
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.projects import Stage
from explanans.workbench.store.tables import FINISHED, Account, Gold, Project, Role, Sitting, WorkState
from explanans.workbench.web.drafts import Drafts
from explanans.workbench.web.site import (
    Number,
    Person,
    Site,
    TheForm,
    ThePerson,
    TheSite,
    go,
    guidelines,
    number_of,
    text_of,
)
from explanans.workbench.widgets import button, element, text

router = APIRouter()


class _QuizState(NamedTuple):
    stage: Stage
    questions: int
    sittings: Sequence[Sitting]
    left: int | None
    passed: bool


@router.get("/projects/{number}/quiz")
def show_quiz(site: TheSite, person: ThePerson, number: Number) -> Response:
    """Show the quizzes of a project: to members what they have to pass, to administrators how they are set up."""
    with site.database.read() as db:
        project, roles = projects.open_project(db, number, person.account)
        kind = open_kind(project.kind)
        stages = kind.stages(project.settings)
        administers = Role.ADMINISTRATOR in roles
        own = [_quiz_state(db, project, stage, person.account.id) for stage in stages if stage.role in roles]
        names = {account.id: account.name for account in accounts.everybody(db)}
        return site.page(
            "quiz",
            person,
            project=project,
            own=[it for it in own if it.questions and project.pass_mark is not None],
            administers=administers,
            questions=quizzes.questions(db, number) if administers else (),
            results=quizzes.sittings(db, number) if administers else (),
            members=projects.members(db, number) if administers else (),
            finished=_finished(db, kind, number) if administers else (),
            heading=lambda gold: kind.heading(kind.read_given(gold.payload)),
            names=names,
            stages={stage.name: stage.title for stage in stages},
        )


def _quiz_state(db: Session, project: Project, stage: Stage, account: int) -> _QuizState:
    own = quizzes.sittings(db, project.id, account, stage.name)
    left = None if project.attempts is None else max(0, project.attempts - len(own))
    asked = len(quizzes.questions(db, project.id, stage.name))
    return _QuizState(stage, asked, own, left, any(it.passed for it in own))


def _finished(db: Session, kind: AnyKind, project: int) -> list[tuple[int, str]]:
    by_item = works.works_by_item(db, project)
    return [
        (work.id, f"{kind.heading(kind.read_given(item.payload))[:80]} ({stage}, {item.key})")
        for item in projects.items(db, project)
        for stage, found in by_item[item.id].items()
        for work in found
        if work.state in FINISHED
    ][:200]


@router.post("/projects/{number}/quiz")
def change_quiz(site: TheSite, person: ThePerson, form: TheForm, number: Number) -> Response:
    """Begin a quiz or, as an administrator, set the quizzes up."""
    action = text_of(form, "action")
    with site.database.write() as db:
        if action == "begin":
            project, roles = projects.open_project(db, number, person.account)
            stage = _stage(project, text_of(form, "stage"))
            if stage.role not in roles:
                raise RefusedError(f"this quiz is for those who are {stage.role} here")
            return go(f"/quiz/{quizzes.begin(db, project, stage.name, person.account.id).id}")
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        if action not in _CHANGES:
            raise InputError(f"the action {action!r}; accepted: what the page offers")
        _CHANGES[action](db, project, form, person.account)
        audit.record(db, person.account.id, f"quiz: {action}", project.title)
    return go(f"/projects/{number}/quiz")


def _set_rules(db: Session, project: Project, form: FormData, by: Account) -> None:  # noqa: ARG001
    quizzes.set_rules(project, _number(form, "pass_mark"), _number(form, "attempts"))


def _add_work(db: Session, project: Project, form: FormData, by: Account) -> None:  # noqa: ARG001
    number = text_of(form, "work")
    of_work(db, number_of(number, "the work"), project, text_of(form, "explanation"))


def _add_file(db: Session, project: Project, form: FormData, by: Account) -> None:  # noqa: ARG001
    upload = form.get("file")
    if not isinstance(upload, UploadFile) or not upload.filename:
        raise InputError("there is no file; choose one")
    of_lines(db, project, decode_lines(upload.file, upload.filename), upload.filename)


def _explain(db: Session, project: Project, form: FormData, by: Account) -> None:  # noqa: ARG001
    _gold(db, project, form).explanation = text_of(form, "explanation").replace("\r\n", "\n")


def _retire(db: Session, project: Project, form: FormData, by: Account) -> None:  # noqa: ARG001
    _gold(db, project, form).retired = True


def _grant(db: Session, project: Project, form: FormData, by: Account) -> None:
    stage = _stage(project, text_of(form, "stage"))
    quizzes.grant(db, project, stage.name, accounts.find(db, text_of(form, "name")), by)


_CHANGES = {
    "rules": _set_rules,
    "work": _add_work,
    "file": _add_file,
    "explain": _explain,
    "retire": _retire,
    "grant": _grant,
}


def _gold(db: Session, project: Project, form: FormData) -> Gold:
    wanted = text_of(form, "gold")
    found = next((gold for gold in quizzes.questions(db, project.id) if str(gold.id) == wanted), None)
    if found is None:
        raise InputError("there is no such question")
    return found


def _stage(project: Project, name: str) -> Stage:
    stages = open_kind(project.kind).stages(project.settings)
    found = next((stage for stage in stages if stage.name == name), None)
    if found is None:
        raise InputError(f"the stage {name!r}; accepted: {', '.join(stage.name for stage in stages)}")
    return found


def _number(form: FormData, name: str) -> int | None:
    value = text_of(form, name)
    return number_of(value, name.replace("_", " ")) if value else None


def draw_quiz(site: Site, person: Person, number: Number, client: Client) -> str:
    """Draw the page of an attempt and return its title."""
    page = _Page(site, person, number)
    client.on_disconnect(page.settled)
    return f"Quiz: {page.project.title}"


class _Page:
    """The page of an attempt: the next question, and after it what was right."""

    def __init__(self, site: Site, person: Person, number: Number) -> None:
        self.site, self.person, self.number = site, person, number
        with site.database.read() as db:
            self.sitting, self.project = quizzes.open_sitting(db, number, person.account)
        self.kind = open_kind(self.project.kind)
        self.desk: EditingSession[Any, Any] | None = None
        with element("header", "bar"):
            text("a", "Explanans", "brand", href="/")
            with element("nav", aria_label="Site"):
                text("a", self.project.title, href=f"/projects/{self.project.id}")
                text("span", person.account.name)
        with element("div", "page", id="main"), element("div", "desk"):
            with element("div", "task"):
                Drafts(person.account.id, lambda: self.desk)
                self.place = element("div")
            with element("aside", "beside", aria_label="Beside the quiz"):
                self._draw_beside()
        self._show()

    async def settled(self) -> None:
        """Wait until everything is kept."""
        if self.desk is not None:
            await self.desk.settled()

    def _draw_beside(self) -> None:
        with element("section", "card"):
            text("h2", "This quiz")
            self.progress = text("p", "", "aside", role="status")
            needed = f"{self.project.pass_mark or 0} of 100 points are needed to pass."
            text("p", f"{needed} After each answer you read what is right and why.", "aside")
        if self.project.guidelines:
            with element("section", "card guidelines"), element("details", open=True):
                text("summary", "Guidelines")
                ui.html(str(guidelines(self.project.guidelines)), sanitize=False)

    def _show(self) -> None:
        """Show the next question, or how the quiz ended."""
        with self.site.database.read() as db:
            self.sitting, self.project = quizzes.open_sitting(db, self.number, self.person.account)
            gold = None if self.sitting.ended else quizzes.next_question(db, self.sitting)
            given = quizzes.answers(db, self.number)
            total = len(quizzes.questions(db, self.project.id, self.sitting.stage))
        done = sum(row.score is not None for row in given.values())
        self.progress.text = f"{done} of {total} questions answered"
        self.place.clear()
        with self.place:
            if gold is None:
                self._draw_end()
            else:
                content = given[gold.id].content if gold.id in given else None
                self._draw_question(gold, content, given[gold.id].version if gold.id in given else 0)

    def _draw_question(self, gold: Gold, content: dict[str, Any] | None, version: int) -> None:
        task = task_of_gold(self.project, gold)
        made = self.kind.begin(task) if content is None else self.kind.read_made(content)
        saver = partial(_keep, self.site, self.person, self.number, gold.id)
        self.desk = desk = EditingSession(
            self.kind, task, made, version, state=WorkState.OPEN, saver=saver, bases=self.site.bases
        )
        text("p", "Question of the quiz", "aside")
        text("h1", self.kind.heading(task.given))
        with element("div", "buttons"):
            button("Undo", desk.undo, aria_keyshortcuts="Control+Z")
            button("Redo", desk.redo, aria_keyshortcuts="Control+Y")
            notice = text("span", desk.notice, "saved", role="status")
        drawn = element("div")

        def draw() -> None:
            drawn.clear()
            with drawn:
                self.kind.draw(desk)

        def tell() -> None:
            notice.text = desk.notice

        desk.on_replaced, desk.on_notice = draw, tell
        draw()
        with element("section", "card"):
            said = text("p", "", "aside", role="status")
            button("Hand in", partial(self._hand_in, gold, said), "main", id="hand-in")

    async def _hand_in(self, gold: Gold, said: Any) -> None:
        desk = self.desk
        if desk is None:
            return
        if desk.version == 0:
            desk.store("handed in as it was")
        await desk.settled()
        if desk.trouble:
            said.text = desk.notice
            return
        content = desk.content()
        try:
            found = await asyncio.to_thread(self._kept, gold, content)
        except InputError as error:
            said.text = f"Not handed in: {error}"
            return
        self.desk = None
        self._draw_feedback(gold, found)

    def _kept(self, gold: Gold, content: dict[str, Any]) -> Mark:
        found = mark(self.project, gold, content)
        with self.site.database.write() as db:
            sitting, project = _own(db, self.person, self.number)
            quizzes.hand_in(db, project, sitting, gold.id, found.score)
        return found

    def _draw_feedback(self, gold: Gold, found: Mark) -> None:
        self.place.clear()
        with self.place, element("section", "card", aria_label="What is right"):
            text("h1", "Right" if found.score >= 1 else "Not quite" if found.score >= 0.5 else "Not right")
            text("p", f"{100 * found.score:.0f} of 100 points for this answer.", role="status")
            if found.remarks:
                with element("ul", "list"):
                    for remark in found.remarks:
                        text("li", remark)
            if gold.explanation:
                text("h2", "Why")
                ui.html(str(guidelines(gold.explanation)), sanitize=False)
            button("Go on", self._show, "main", id="go-on")

    def _draw_end(self) -> None:
        sitting = self.sitting
        points = 100 * (sitting.score or 0.0)
        with element("section", "card"):
            text("h1", "Passed" if sitting.passed else "Not passed")
            text("p", f"{points:.1f} of 100 points; {self.project.pass_mark or 0} are needed.", role="status")
            if sitting.passed:
                text("p", "Your work is open to you now.")
            text("a", f"Back to {self.project.title}", "button", href=f"/projects/{self.project.id}")


def _own(db: Session, person: Person, number: Number) -> tuple[Sitting, Project]:
    # Whoever was signed out or taken out of the project while the page was open may not go on.
    found = accounts.session_account(db, person.token)
    if found is None:
        raise RefusedError("you are signed out; open the sign-in page in another window, sign in, and go on here")
    sitting, project = quizzes.open_sitting(db, number, found[0])
    if _stage(project, sitting.stage).role not in projects.roles_of(db, project.id, found[0]):
        raise RefusedError("you have no part in this project any more")
    return sitting, project


def _keep(  # noqa: PLR0913, PLR0917 - what a saver takes
    site: Site,
    person: Person,
    number: Number,
    gold: int,
    expected: int,  # noqa: ARG001 - an answer belongs to one person, whose last word counts
    action: str,  # noqa: ARG001
    content: dict[str, Any],
    state: WorkState | None,  # noqa: ARG001
    seconds: float,
) -> Any:
    with site.database.write() as db:
        sitting, project = _own(db, person, number)
        open_kind(project.kind).read_made(content)
        row = quizzes.draft(db, sitting, gold, content, seconds)
        return SimpleNamespace(version=row.version, state=WorkState.OPEN)
