/*
 * Enhances the account pages: copy buttons, a receipt's print button, times in the reader's zone, the invoice's countdown and live state, and an embed tag that
 * follows its options. Without JavaScript everything still works, with a reload.
 */

import { instantsIn } from "../../src/account/instants.ts";
import { copyText } from "../copy/copy-text.ts";
import { normaliseTypedFields } from "../site/typed-fields.ts";
import { watchInvoice } from "./invoice-watch.ts";

const SECOND_MS = 1_000;

/** Counts down in hours, minutes and seconds from `data-countdown` (ms), then calls `onEnd`. */
function countDown(element: HTMLElement, onEnd: () => void): void {
  // Not performance.now(), which may stand still while the machine sleeps.
  const endMs = Date.now() + Number(element.dataset["countdown"]);

  function show(): void {
    const leftS = Math.max(0, Math.ceil((endMs - Date.now()) / SECOND_MS));
    const parts = [Math.floor(leftS / 3600), Math.floor(leftS / 60) % 60, leftS % 60];
    element.textContent = parts.map((part) => String(part).padStart(2, "0")).join(":");
    if (leftS > 0) {
      setTimeout(show, SECOND_MS);
    } else {
      onEnd();
    }
  }
  show();
}

const SAID_MS = 2_000;

/** Makes a button copy the text of the element that it names, and confirm it in the page's words. */
function makeCopy(button: HTMLButtonElement): void {
  const words = JSON.parse(button.dataset["said"] ?? "{}") as Record<string, string>;
  const shown = document.querySelector<HTMLElement>(`#${button.dataset["copy"]}`);
  const said = button.querySelector("span");
  if (shown === null || said === null) {
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.hidden = false;
  button.addEventListener("click", () => {
    void copyText(shown.innerText.trim(), shown).then((isCopied) => {
      said.textContent = words[isCopied ? "copied" : "selected"] ?? "";
      clearTimeout(timer);
      timer = setTimeout(() => (said.textContent = words["copy"] ?? ""), SAID_MS);
    });
  });
}

normaliseTypedFields(document);
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  makeCopy(button);
}
for (const countdown of document.querySelectorAll<HTMLElement>("[data-countdown]")) {
  countDown(countdown, () => {
    // The reloaded page says what to do now. Not while somebody is typing a hash.
    if (document.querySelector<HTMLInputElement>("#hash")?.value === "") {
      location.reload();
    }
  });
}
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
  showLocalTime(time);
}
const invoice = document.querySelector<HTMLElement>("[data-invoice]");
if (invoice !== null) {
  void watchInvoice(invoice);
}
const embed = document.querySelector<HTMLFormElement>("form[data-embed]");
embed?.addEventListener("change", () => embed.requestSubmit());

/** Writes an instant in the reader's zone. Its title still says it in UTC. */
function showLocalTime(element: HTMLTimeElement): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const instants = instantsIn(document.documentElement.lang, timeZone);
  const kind = element.dataset["local"];
  const write = instants[kind === "date" || kind === "second" ? kind : "time"];
  element.textContent = write(Date.parse(element.dateTime));
}
