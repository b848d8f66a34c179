// A moment as RFC 3339 has it: a date with a time, and the offset from UTC.

import { make, select } from "./elements.js";
import { t } from "./words.js";

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)$/;
const OFFSETS = ["+08:00", "Z", "-08:00", "-05:00", "-03:00", "+01:00", "+02:00", "+03:00", "+05:30", "+07:00", "+09:00", "+10:00"];

const isKnown = (text) => text === undefined || text === "" || FORM.test(text);

/** Whether a text is a moment that this field shows. */
export const isMoment = (text) => typeof text === "string" && FORM.test(text);

/** A field for a moment; a text that is none of the usual form is edited as text. `changed(text)`, "" for nothing. */
export function momentField(text, changed, { label }) {
  if (!isKnown(text)) {
    const plain = make("input", { class: "rule-input rule-mono", type: "text", "aria-label": label, value: text });
    plain.addEventListener("input", () => changed(plain.value));
    return plain;
  }
  const [, local = "", offset = ownOffset()] = FORM.exec(text ?? "") ?? [];
  const date = make("input", { class: "rule-input", type: "datetime-local", step: "1", "aria-label": label, value: local });
  const known = OFFSETS.includes(offset) ? OFFSETS : [offset, ...OFFSETS];
  const zone = select(known.map((each) => [each, each === "Z" ? "UTC" : `UTC${each}`]), offset, tell, { "aria-label": t("Offset from UTC") });
  date.addEventListener("input", tell);
  function tell() {
    changed(date.value ? withSeconds(date.value) + zone.value : "");
  }
  return make("div", { class: "rule-moment" }, date, zone);
}

const withSeconds = (local) => (local.length === 16 ? `${local}:00` : local);

function ownOffset() {
  const minutes = -new Date().getTimezoneOffset();
  if (!minutes) return "Z";
  const two = (number) => String(Math.trunc(Math.abs(number))).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}
