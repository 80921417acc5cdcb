/*
 * Enhances the account pages: copy buttons, a receipt's print button, times in the reader's time zone, and the
 * invoice's countdown and live state. Without JavaScript everything still works, after a reload.
 */

import { instantsIn } from "../../../src/account/instants.ts";
import { copyOnPress } from "../copy-button.ts";
import { normaliseTypedFields } from "../typed-fields.ts";

/**
 * Fetches an invoice page again every `data-poll` ms while a payment can arrive. A new payment step reloads the page;
 * smaller changes replace the parts marked as live, so that text being read stays.
 */
async function watchInvoice(invoice: HTMLElement): Promise<void> {
  let everyMs = Number(invoice.dataset["poll"]);
  while (everyMs > 0) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    // A tab left open for weeks does not send a request until the reader returns to it.
    const fresh = document.hidden ? null : await fetchInvoice();
    if (fresh === null) {
      continue;
    }
    const isNewStep = fresh.dataset["mark"] !== invoice.dataset["mark"];
    if (fresh.dataset["state"] !== invoice.dataset["state"] || (isNewStep && !isTyping(invoice))) {
      location.reload();
      return;
    }
    everyMs = Number(fresh.dataset["poll"]);
    const shown = invoice.querySelectorAll("[data-live]");
    for (const [at, part] of fresh.querySelectorAll("[data-live]").entries()) {
      if (shown[at]?.outerHTML !== part.outerHTML) {
        shown[at]?.replaceWith(part);
      }
    }
  }
}

/** Whether a hash is being typed, which a reload would lose. */
function isTyping(invoice: HTMLElement): boolean {
  return (invoice.querySelector<HTMLInputElement>("#hash")?.value ?? "") !== "";
}

/** The invoice as the server shows it now; null if the server is unreachable, or the session has ended. */
async function fetchInvoice(): Promise<HTMLElement | null> {
  try {
    const response = await fetch(location.href, { redirect: "error" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.querySelector<HTMLElement>("[data-invoice]");
  } catch {
    return null;
  }
}

const SECOND_MS = 1_000;

/** Counts down in hours, minutes and seconds from `data-countdown` (ms), then calls `onEnd`. */
function countDown(element: HTMLElement, onEnd: () => void): void {
  // Uses the date, because performance.now() can stop while the machine sleeps.
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

function enableCopying(button: HTMLButtonElement): void {
  const source = document.querySelector<HTMLElement>(`#${button.dataset["copy"]}`);
  const label = button.querySelector("span");
  if (source !== null && label !== null) {
    copyOnPress(button, label, source, { words: JSON.parse(button.dataset["labels"] ?? "{}") });
    button.hidden = false;
  }
}

normaliseTypedFields(document);
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  enableCopying(button);
}
for (const countdown of document.querySelectorAll<HTMLElement>("[data-countdown]")) {
  countDown(countdown, () => {
    // The reloaded page says what to do next. It does not reload while a hash is being typed.
    if (document.querySelector<HTMLInputElement>("#hash")?.value === "") {
      location.reload();
    }
  });
}
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const instants = instantsIn(document.documentElement.lang, timeZone);
// The titles stay in UTC.
for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
  const kind = time.dataset["local"];
  const write = instants[kind === "date" || kind === "second" ? kind : "time"];
  time.textContent = write(Date.parse(time.dateTime));
}
const invoice = document.querySelector<HTMLElement>("[data-invoice]");
if (invoice !== null) {
  void watchInvoice(invoice);
}
