"use strict";
// Shows the card of a node of the tree while the node, or the card, is pointed at or the node has the focus.
let node = null;
let leaving = 0;

const cardOf = (owner) => document.getElementById(owner.getAttribute("aria-describedby"));

function place() {
  if (!node) return;
  const card = cardOf(node);
  const box = node.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const space = document.documentElement;
  const left = Math.max(8, Math.min(box.left, space.clientWidth - width - 8));
  const below = box.bottom + 6;
  const top = below + height > space.clientHeight && box.top > height ? box.top - height - 6 : below;
  card.style.left = `${left + window.scrollX}px`;
  card.style.top = `${top + window.scrollY}px`;
}

function hide() {
  clearTimeout(leaving);
  if (node) cardOf(node).hidden = true;
  node = null;
}

function show(owner) {
  hide();
  node = owner;
  cardOf(node).hidden = false;
  place();
}

function leave() {
  clearTimeout(leaving);
  leaving = setTimeout(() => node === document.activeElement || hide(), 200);
}

for (const owner of document.querySelectorAll("[aria-describedby]")) {
  owner.addEventListener("pointerenter", () => show(owner));
  owner.addEventListener("focus", () => show(owner));
  owner.addEventListener("pointerleave", leave);
  owner.addEventListener("blur", hide);
  cardOf(owner).addEventListener("pointerenter", () => clearTimeout(leaving));
  cardOf(owner).addEventListener("pointerleave", leave);
}
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
document.addEventListener("scroll", place, true);
window.addEventListener("resize", place);

// A tree that is wider than its frame starts with the hypothesis in view.
const frame = document.querySelector(".scroll");
if (frame) {
  const root = frame.querySelector(".root").getBoundingClientRect();
  const { left, width } = frame.getBoundingClientRect();
  frame.scrollLeft = root.left + root.width / 2 - left - width / 2;
}
