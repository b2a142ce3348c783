// What people type stays in their browser until the server says that it is on disk: a server that was stopped draws the
// page anew, and would lose it. `drafts.py` shows what is put back.
(() => {
  const owner = document.currentScript.dataset.owner;
  const place = `explanans ${owner} ${location.pathname}`;
  const read = () => JSON.parse(localStorage.getItem(place) || "{}");
  const write = (kept) =>
    Object.keys(kept).length ? localStorage.setItem(place, JSON.stringify(kept)) : localStorage.removeItem(place);
  const field = (name) => document.querySelector(`[data-draft="${CSS.escape(name)}"]`);
  // What a page that is drawn anew would show in a field.
  const drawn = (there, value) => (there?.dataset.blank ? "" : value);
  const forget = (name, value) => {
    const kept = read(), there = field(name);
    if (!kept[name]) return;
    if (value === undefined || kept[name].value === value) {
      delete kept[name];
      if (there) there.dataset.base = drawn(there, there.value);
    } else {
      kept[name].base = drawn(there, value);
    }
    write(kept);
  };
  const put = (name) => {
    const there = field(name), draft = read()[name];
    if (!there || !draft) return;
    there.value = draft.value;
    there.dispatchEvent(new Event("input", { bubbles: true }));
    if (draft.sent) there.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const again = () => {
    const found = [];
    for (const [name, draft] of Object.entries(read())) {
      const there = field(name);
      if (there && there.value === draft.value) {
        if (!there.dataset.blank) forget(name);
        continue;
      }
      const open = there?.dataset.hold ? "held" : "typed";
      const how = !there ? "gone" : there.value !== draft.base ? "differs" : draft.sent ? "sent" : open;
      found.push({ name, label: draft.label, value: draft.value, now: there ? there.value : "", how });
      if (how !== "gone" && how !== "differs") put(name);
    }
    if (found.length) emitEvent("drafts", found);
  };
  document.addEventListener("focusin", (event) => {
    if (event.target.dataset.draft) event.target.dataset.base = drawn(event.target, event.target.value);
  });
  document.addEventListener("input", (event) => {
    const { draft: name, base } = event.target.dataset;
    if (!name) return;
    const kept = read();
    const label = event.target.labels?.[0]?.querySelector("span")?.textContent ?? name;
    const before = kept[name]?.base ?? base ?? "";
    write({ ...kept, [name]: { label, value: event.target.value, base: before, sent: false } });
  });
  document.addEventListener("change", (event) => {
    const name = event.target.dataset.draft, kept = read();
    if (!name || !kept[name] || event.target.dataset.hold) return;
    write({ ...kept, [name]: { ...kept[name], sent: true } });
    // This is sent after what the field itself sends, so that the server has that when it answers.
    emitEvent("draft", name, kept[name].value);
  });
  // A browser tells of no change where a script put the words into a field and nobody touched them since.
  let entered = null;
  const leave = (there) => {
    const draft = read()[there.dataset.draft];
    if (draft && !draft.sent && !there.dataset.hold) there.dispatchEvent(new Event("change", { bubbles: true }));
  };
  document.addEventListener("focusout", (event) => { if (event.target.dataset.draft) leave(event.target); });
  document.addEventListener("keydown", (event) => {
    const plain = event.key === "Enter" && !event.isComposing && !event.defaultPrevented;
    entered = plain && event.target.matches("input[data-draft]") ? event.target : null;
  });
  document.addEventListener("keyup", (event) => {
    if (event.key === "Enter" && event.target === entered) leave(event.target);
  });
  // A connection that dies takes along what was sent last. What it answers is sent after everything that waited, so
  // a field that still shows a draft by then was not heard; to hear the same words twice changes nothing.
  const unconfirmed = () => Object.entries(read()).filter(([name, draft]) => draft.sent && field(name)?.value === draft.value);
  const ask = () => { if (unconfirmed().length) emitEvent("unconfirmed"); };
  const repeat = () => {
    for (const [name] of unconfirmed()) field(name).dispatchEvent(new Event("change", { bubbles: true }));
  };
  // After signing out elsewhere: the page goes on with the session that was begun in another window.
  let renewing = false;
  const renew = async () => {
    if (renewing) return;
    renewing = true;
    try {
      await fetch(`/signed-in?page=${window.clientId}`, { method: "POST" });
    } finally {
      renewing = false;
    }
  };
  window.explanansDrafts = { again, ask, forget, put, renew, repeat };
})();
