// The rule while it is edited: every change can be undone, and stands in the text area at once.

import { clone, read, write } from "./json.js";

const MOST_STEPS = 200;
const ONE_EDIT_MILLISECONDS = 1200;

export class State {
  /** `changed(how)` is called after every change: "typed" (the fields show it already), "built" or "text". */
  constructor(textarea, changed) {
    this.textarea = textarea;
    this.changed = changed;
    this.earlier = [];
    this.later = [];
    this.last = { subject: null, at: 0 };
    this.root = null;
    this.unreadable = null;
    this.load();
    this.current = this.snapshot();
  }

  /** Reads the text area; the tree stays as it was when the text cannot be read. */
  load() {
    try {
      this.root = this.textarea.value.trim() ? read(this.textarea.value) : null;
      this.unreadable = null;
    } catch (problem) {
      this.unreadable = problem;
    }
  }

  /** A change by fields or buttons. Edits of one subject that follow each other closely are one step. */
  edit(change, { subject = null, how = "built" } = {}) {
    this.remember(subject);
    const root = change(this.root);
    if (root !== undefined) this.root = root;
    this.spell();
    this.settle(how);
  }

  /** A change by the text area itself. */
  typed() {
    if (this.isTelling) return;
    this.remember(this.textarea);
    this.load();
    this.settle("text");
  }

  undo() {
    this.step(this.earlier, this.later);
  }

  redo() {
    this.step(this.later, this.earlier);
  }

  step(from, to) {
    if (!from.length) return;
    to.push(this.current);
    const { root, text, unreadable } = from.pop();
    Object.assign(this, { root, unreadable, last: { subject: null, at: 0 } });
    this.tell(text);
    this.settle("built");
  }

  remember(subject) {
    const now = Date.now();
    const goesOn = subject !== null && subject === this.last.subject && now - this.last.at < ONE_EDIT_MILLISECONDS;
    this.last = { subject, at: now };
    if (goesOn) return;
    this.earlier.push(this.current);
    if (this.earlier.length > MOST_STEPS) this.earlier.shift();
    this.later = [];
  }

  snapshot() {
    return { root: clone(this.root), text: this.textarea.value, unreadable: this.unreadable };
  }

  /** Keeps what there is now, to come back to after the next change. */
  settle(how) {
    this.current = this.snapshot();
    this.changed(how);
  }

  spell() {
    this.unreadable = null;
    this.tell(this.root === null ? "" : write(this.root));
  }

  tell(text) {
    this.textarea.value = text;
    this.isTelling = true;
    this.textarea.dispatchEvent(new Event("input", { bubbles: true }));
    this.isTelling = false;
  }
}
