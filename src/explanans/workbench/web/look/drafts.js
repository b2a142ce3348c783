// What people type stays in their browser until the server says that it is on disk: a server that was stopped draws the
// page anew, and would lose it. `drafts.py` shows what is put back.
(() => {
  const owner = document.currentScript.dataset.owner;
  const place = `explanans ${owner} ${location.pathname}`;
  const read = () => JSON.parse(localStorage.getItem(place) || "{}");
  const write = (kept) =>
    Object.keys(kept).length ? localStorage.setItem(place, JSON.stringify(kept)) : localStorage.removeItem(place);
  const field = (name) => document.querySelector(`[data-draft="${CSS.escape(name)}"]`);
  const forget = (name, value) => {
    const kept = read(), there = field(name);
    if (!kept[name]) return;
    if (value === undefined || kept[name].value === value) {
      delete kept[name];
      if (there) there.dataset.base = there.value;
    } else {
      kept[name].base = value;
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
      if (there && there.value === draft.value) { forget(name); continue; }
      const open = there?.dataset.hold ? "held" : "typed";
      const how = !there ? "gone" : there.value !== draft.base ? "differs" : draft.sent ? "sent" : open;
      found.push({ name, label: draft.label, value: draft.value, now: there ? there.value : "", how });
      if (how !== "gone" && how !== "differs") put(name);
    }
    if (found.length) emitEvent("drafts", found);
  };
  document.addEventListener("focusin", (event) => {
    if (event.target.dataset.draft) event.target.dataset.base = event.target.value;
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
  // After signing out elsewhere: the connection is opened anew with the cookie of a new session.
  const renew = async () => {
    if ((await fetch("/signed-in", { cache: "no-store" })).status === 204) window.socket.disconnect().connect();
  };
  window.explanansDrafts = { again, forget, put, renew };
})();
