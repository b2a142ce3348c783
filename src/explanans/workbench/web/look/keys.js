// Keys of live pages. They work whatever has the focus, except in text fields; the server hears of them by `.keys`.
(() => {
  const NO_TEXT = ["checkbox", "radio", "button", "submit", "file", "range"];
  const isText = (it) =>
    it && (it.isContentEditable || it.tagName === "TEXTAREA" || (it.tagName === "INPUT" && !NO_TEXT.includes(it.type)));
  const row = (it) => it?.closest?.(".facts-list > .fact");
  const stop = (it) => it?.querySelector(":scope > input[type=checkbox]") ?? (it?.tabIndex === 0 ? it : null);
  const move = (by) => {
    const here = row(document.activeElement);
    let next = here?.[by > 0 ? "nextElementSibling" : "previousElementSibling"];
    const there = stop(next);
    there?.focus();
    there?.scrollIntoView({ block: "nearest" });
    return Boolean(here);
  };
  const menu = () => {
    const found = row(document.activeElement)?.querySelector("details.menu");
    if (found) found.open = !found.open;
    found?.open && found.querySelector("input")?.focus();
    return Boolean(found);
  };
  const help = () => document.getElementById("keys-help");
  document.addEventListener("keydown", (event) => {
    const focus = document.activeElement, control = event.ctrlKey || event.metaKey;
    if (help()?.open) return;
    if (event.key === "Enter" && control) {
      focus?.blur?.(); // what is being typed is sent before
      document.getElementById("end-done")?.click();
      event.preventDefault();
      return;
    }
    if (isText(focus) || (focus?.tagName === "SELECT" && !control && !"/?".includes(event.key))) return;
    if (event.key === "?") { help()?.showModal(); event.preventDefault(); return; }
    if (!control && !event.altKey) {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by && move(by)) { event.preventDefault(); return; }
      if (event.key === "m" && menu()) { event.preventDefault(); return; }
    }
    if (event.repeat) return;
    if (event.key === "/" || (control && "zy".includes(event.key.toLowerCase()))) event.preventDefault();
    const detail = { name: event.key, control, shift: event.shiftKey, alt: event.altKey };
    for (const it of document.querySelectorAll(".keys")) it.dispatchEvent(new CustomEvent("pressed", { detail }));
  });
  // While something is dragged, the page moves where its edges are reached.
  document.addEventListener("dragover", (event) => {
    const edge = 56, step = 16;
    if (event.clientY < edge) window.scrollBy(0, -step);
    else if (event.clientY > window.innerHeight - edge) window.scrollBy(0, step);
  });
})();
