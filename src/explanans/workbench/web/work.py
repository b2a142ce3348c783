"""The page of a work: the task of its kind, with guidelines, checks, comments and review."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from nicegui import Client, context, ui

from explanans.errors import InputError
from explanans.workbench.kinds.assignments import (
    begun,
    free_items,
    is_built_on,
    masks,
    next_to_review,
    next_work,
    open_work,
    task_of,
)
from explanans.workbench.kinds.kind import AnyKind, open_kind
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.store import accounts, projects, works
from explanans.workbench.store.accounts import RefusedError, SignedOutError
from explanans.workbench.store.tables import Account, Event, Item, Project, ProjectState, Role, Work, WorkState
from explanans.workbench.web.drafts import ConflictNotice, Drafts, draw_keys
from explanans.workbench.web.site import Person, Site, guidelines, sentence
from explanans.workbench.widgets import Key, button, choice, element, field, keys, tell_values, text

_ENDS = {
    WorkState.DONE: "Done",
    WorkState.UNSURE: "Done, but unsure",
    WorkState.SKIPPED: "Skip",
    WorkState.UNSUITABLE: "Unsuitable question",
}
_REASON, _REMARK = "reason", "remark"
"""The ids of the fields that are not part of what is made."""
_NEEDS_REASON = frozenset({WorkState.SKIPPED, WorkState.UNSUITABLE})
BUILT_ON = "others go on from this work by now; a reviewer can send it back to you"
"""Why a work does not change any more."""


def draw_work(site: Site, person: Person, number: int, client: Client) -> str:
    """Draw the page of a work and return its title."""
    with site.database.read() as db:
        work, item, project, may_edit = open_work(db, number, person.account)
        kind = open_kind(project.kind)
        task = task_of(db, work, item, project)
        built_on = may_edit and is_built_on(db, work, project)
        content = works.content_of(db, work)
        roles = projects.roles_of(db, project.id, person.account)
        owner = db.get(Account, work.account) if work.account else None
        hidden = masks(project, person.account, roles, works.works_by_item(db, project.id, [item.id])[item.id])
    desk = EditingSession(
        kind,
        task,
        begun(kind, task, item) if content is None else kind.read_made(content),
        work.version,
        state=WorkState(work.state),
        saver=partial(_save, site, person, number) if may_edit and not built_on else None,
        bases=site.bases,
    )
    _Page(site, person, desk, work, item, project, roles=roles, owner=owner, built_on=built_on, hidden=hidden)
    client.on_disconnect(desk.settled)
    client.on_delete(desk.leave)
    return kind.title_of(task)


def _save(  # noqa: PLR0913, PLR0917 - what a saver takes
    site: Site,
    person: Person,
    number: int,
    expected: int,
    action: str,
    content: dict[str, Any],
    state: WorkState | None,
    seconds: float,
) -> Event:
    # Whoever was signed out, put to sleep or taken out of the project while the page was open may not go on.
    with site.database.write() as db:
        found = accounts.session_account(db, person.token)
        if found is None:
            raise SignedOutError("you are signed out; sign in in another window, and your work is sent from here")
        work, _, project, may_edit = open_work(db, number, found[0])
        if not may_edit:
            raise RefusedError(f"this project is {project.state}, or you have no part in it any more")
        if is_built_on(db, work, project):
            raise RefusedError(BUILT_ON)
        open_kind(project.kind).read_made(content)
        return works.save(db, number, found[0], expected, action=action, content=content, state=state, seconds=seconds)


class _Page:
    def __init__(  # noqa: PLR0913, PLR0917 - all that the page shows
        self,
        site: Site,
        person: Person,
        desk: EditingSession[Any, Any],
        work: Work,
        item: Item,
        project: Project,
        *,
        roles: frozenset[Role],
        owner: Account | None,
        built_on: bool,
        hidden: Mapping[int, str],
    ) -> None:
        self.hidden, self.client = hidden, context.client
        self.built_on, self.sending = built_on, False
        self.site, self.person, self.desk, self.work, self.item = site, person, desk, work, item
        self.project, self.roles, self.owner = project, roles, owner
        self.kind = open_kind(project.kind)
        desk.on_replaced = self._redraw  # a kind whose page draws less than all anew puts its own in place of this
        self._draw_bar()
        with element("div", "page", id="main"):
            self._draw_heading()
            self.conflict = ConflictNotice(desk)
            self.drafts = Drafts(person.account.id, lambda: desk)
            with element("div", "desk"):
                with element("div", "task"):
                    self.task = element("div")
                    self._draw_task()
                with element("aside", "beside", aria_label="Beside the task"):
                    self._draw_beside()
        desk.on_notice = self._show_notice
        desk.on_conflict = self.conflict.show
        desk.on_signed_out = self.drafts.renew
        desk.on_changed.append(self._show_faults)
        self._show_faults()

    def _draw_bar(self) -> None:
        with element("header", "bar"):
            text("a", "Explanans", "brand", href="/")
            with element("nav", aria_label="Site"):
                text("a", self.project.title, href=f"/projects/{self.project.id}")
                text("span", self.person.account.name)

    def _draw_heading(self) -> None:
        stage = next((it for it in self.kind.stages(self.project.settings) if it.name == self.work.stage), None)
        draw_keys(self.kind.keys)
        with element("div", "heading work-heading"):
            with element("div", "question"):
                whose = "" if self.owner is None or self.desk.may_edit else f" · work of {self._name(self.owner)}"
                due = f" · due {self.work.deadline:%Y-%m-%d}" if self.work.deadline else ""
                text("p", f"{self.item.key} · {stage.title if stage else self.work.stage}{whose}{due}", "aside")
                text("h1", self.kind.title_of(self.desk.task))
            with element("div", "buttons"):
                if self.desk.may_edit:
                    self.undo = button("Undo", self._undo, aria_keyshortcuts="Control+Z")
                    self.redo = button("Redo", self._redo, aria_keyshortcuts="Control+Y")
                    self._show_ways()
                button("Keys", self._show_keys, "small keys-button", aria_keyshortcuts="?")
                text("a", "History", "button small", href=f"/work/{self.work.id}/history")
                self.notice = text("span", self.desk.notice, "saved", role="status")
        if self.desk.may_edit:
            keys(self._key)
            if self.work.approved is not None:
                text(
                    "p",
                    f"Version {self.work.approved} is approved; what you change makes a new one, not approved.",
                    "notice",
                )
        else:
            why = f" {BUILT_ON[0].upper()}{BUILT_ON[1:]}." if self.built_on else ""
            with element("p", "notice"):
                text("span", f"You may look at this work, not change it.{why} ")
                if self.work.account == self.person.account.id and self.project.state == ProjectState.OPEN:
                    button("Go on with the next item", self._go_on)

    def _show_keys(self) -> None:
        self.client.run_javascript("document.getElementById('keys-help').showModal()")

    def _name(self, account: Account) -> str:
        return self.hidden.get(account.id, account.name)

    def _draw_task(self) -> None:
        self.task.clear()
        with self.task:
            self.kind.draw(self.desk)

    def _draw_beside(self) -> None:
        with element("section", "card"):
            text("h2", "What is left to mend")
            self.faults = element("div", role="status")
            if self.desk.may_edit:
                self._draw_ends()
        with element("section", "card"):
            text("h2", "Comments")
            self.comments, self.form = element("div"), element("div")
            self._draw_comments()
            self._draw_form()
        if self.roles & {Role.REVIEWER, Role.ADMINISTRATOR} and self.work.account != self.person.account.id:
            self._draw_review()
        if self.project.guidelines:
            with element("section", "card guidelines"), element("details", open=True):
                text("summary", "Guidelines")
                ui.html(str(guidelines(self.project.guidelines)), sanitize=False)

    def _draw_ends(self) -> None:
        field("A reason, where you skip it", "", None, id=_REASON, hold=True)
        with element("div", "buttons"):
            for state, label in _ENDS.items():
                classes = "main small" if state == WorkState.DONE else "small"
                made = text("button", label, classes, type="button", id=f"end-{state}")
                tell_values(made, "click", (_REASON,), partial(self._finish, state))
        self.state = text("p", "", "aside", role="status")
        self._show_state()

    def _draw_comments(self) -> None:
        self.comments.clear()
        with self.site.database.read() as db:
            rows = works.comments(db, self.work.id)
        with self.comments:
            for row, name in rows:
                with element("div", "comment settled" if row.settled else "comment"):
                    about = f" on {row.part}" if row.part else ""
                    who = self.hidden.get(row.author, name)
                    text("p", f"{who}{about}, {row.at:%Y-%m-%d %H:%M}", "aside")
                    text("p", row.text)
                    if row.settled is None:
                        button("Settled", partial(self._settle, row.id))
                    else:
                        text("p", "settled", "aside")
            if not rows:
                text("p", "None yet.", "hint")

    def _draw_form(self) -> None:
        self.form.clear()
        self.about = ""
        with self.form:
            if parts := self.kind.parts(self.desk.task, self.desk.made):
                shown = {name: f"{name}: {words[:60]}" for name, words in parts.items()}
                choice("What the comment is about", {"": "On the whole"} | shown, "", self._set_about)
            field("Add a comment", "", None, tag="textarea", id=_REMARK, hold=True, rows=2)
            tell_values(text("button", "Send", "small", type="button"), "click", (_REMARK,), self._comment)
            self.sent = text("p", "", "aside", role="status")

    def _draw_review(self) -> None:
        with element("section", "card"):
            text("h2", "Review")
            with element("div", "buttons"):
                button("Approve", partial(self._review, WorkState.APPROVED))
                button("Send back", partial(self._review, WorkState.RETURNED))
            self.reviewed = text("p", f"Now: {self.desk.state}", "aside", role="status")

    def _show_notice(self) -> None:
        self.notice.text = self.desk.notice
        self.notice.classes(add="wrong" if self.desk.trouble else "", remove="" if self.desk.trouble else "wrong")
        if self.desk.may_edit:
            self._show_ways()
            self._show_state()

    def _show_ways(self) -> None:
        for made, can in ((self.undo, self.desk.can_undo), (self.redo, self.desk.can_redo)):
            made.props(remove="disabled") if can else made.props("disabled")

    def _show_state(self) -> None:
        self.state.text = f"Now: {self.desk.state}"

    def _show_faults(self) -> None:
        self.faults.clear()
        with self.faults:
            faults = self.desk.faults()
            if not faults:
                text("p", "Nothing: this can be done.", "aside")
            with element("ul", "list"):
                for fault in faults:
                    text("li", fault)

    def _redraw(self) -> None:
        self._draw_task()
        self._show_faults()

    def _key(self, key: Key) -> None:
        name = key.name.lower() if key.control else ""
        if name == "y" or (name == "z" and key.shift):
            self._redo()
        elif name == "z":
            self._undo()

    def _undo(self) -> None:
        self.desk.undo()

    def _redo(self) -> None:
        self.desk.redo()

    async def _finish(self, state: WorkState, reason: str) -> None:
        reason = reason.strip()
        if state in _NEEDS_REASON and not reason:
            self.state.text = "Write the reason above first."
            return
        try:
            self.desk.finish(state, f"{state}: {reason}" if reason else str(state))
        except InputError as error:
            self.state.text = f"Not yet: {sentence(error)}"
            return
        await self.desk.settled()
        if not self.desk.trouble:
            self.drafts.forget(_REASON)
            ui.navigate.to(await asyncio.to_thread(self._next))

    async def _go_on(self) -> None:
        ui.navigate.to(await asyncio.to_thread(self._next))

    def _next(self) -> str:
        """Return the address of the person's next work in the project, or of the project if there is none."""
        place = f"/projects/{self.project.id}"
        with self.site.database.read() as db:
            free = free_items(db, self.project, self.person.account)
        try:
            with self.site.database.write() as db:
                project = db.get_one(Project, self.project.id)
                found = next_work(db, project, self.person.account, free)
        except RefusedError:
            return place
        return f"/work/{found.id}" if found is not None and found.id != self.work.id else place

    def _set_about(self, part: str) -> None:
        self.about = part

    async def _comment(self, remark: str) -> None:
        said, about = remark.strip(), self.about
        if not said or self.sending:
            return
        self.sending = True
        try:
            await asyncio.to_thread(self._write, lambda db, who: works.comment(db, self.work.id, who, said, about))
        except InputError as error:
            self.sent.text = f"Not sent: {error}"
            return
        finally:
            self.sending = False
        self.drafts.forget(_REMARK)
        self._draw_comments()
        self._draw_form()

    async def _settle(self, number: int) -> None:
        await asyncio.to_thread(self._write, lambda db, who: works.settle(db, number, who))
        self._draw_comments()

    async def _review(self, state: WorkState) -> None:
        def review(db: Any, who: Account) -> None:
            projects.open_project(db, self.project.id, who, Role.REVIEWER, Role.ADMINISTRATOR)
            work, item, project, _ = open_work(db, self.work.id, who)
            if work.account == who.id:
                raise RefusedError("you cannot review your own work")
            content = works.content_of(db, work) or _begun(self.kind, db, work, item, project)
            works.save(db, work.id, who, work.version, action=f"review: {state}", content=content, state=state)

        try:
            await asyncio.to_thread(self._write, review)
        except InputError as error:
            self.reviewed.text = f"Not kept: {error}"
            return
        self.reviewed.text = f"Now: {state}"
        following = await asyncio.to_thread(self._next_to_review)
        if following:
            ui.navigate.to(following)

    def _next_to_review(self) -> str:
        with self.site.database.read() as db:
            found = next_to_review(db, self.project, self.person.account, self.work.id)
        return f"/work/{found}" if found is not None else ""

    def _write(self, change: Any) -> None:
        with self.site.database.write() as db:
            found = accounts.session_account(db, self.person.token)
            if found is None:
                raise SignedOutError("you are signed out; sign in in another window, and do this again")
            open_work(db, self.work.id, found[0])
            change(db, found[0])


def _begun(kind: AnyKind, db: Any, work: Work, item: Item, project: Project) -> dict[str, Any]:
    """Return the initial content of a work, as stored in the database."""
    found: dict[str, Any] = msgspec.to_builtins(begun(kind, task_of(db, work, item, project), item))
    return found
