// What is chosen, in order; the text area holds it, one identity a line.

export class Choice {
  constructor(textarea) {
    this.textarea = textarea;
    this.list = textarea.value.split("\n").map((line) => line.trim()).filter(Boolean);
    this.changed = () => {};
  }

  has(identity) {
    return this.list.includes(identity);
  }

  add(identity) {
    if (!this.has(identity)) this.set([...this.list, identity]);
  }

  remove(identity) {
    this.set(this.list.filter((each) => each !== identity));
  }

  /** Puts one before that which has this number now. */
  move(identity, number) {
    const from = this.list.indexOf(identity);
    const others = this.list.filter((each) => each !== identity);
    others.splice(from < number ? number - 1 : number, 0, identity);
    this.set(others);
  }

  set(list) {
    this.list = list;
    this.textarea.value = list.join("\n");
    this.textarea.dispatchEvent(new Event("input", { bubbles: true }));
    this.changed();
  }
}
