/*
 * Enhances the account pages: copy buttons, a receipt's print button, times in the reader's time zone, and the invoice's
 * countdown and live state. Without JavaScript everything still works, after a reload.
 */

import type { InvoiceStatus } from "../../../src/account/billing-data.ts";
import { instantsIn } from "../../../src/account/instants.ts";
import { copyOnPress } from "../copy-button.ts";
import { normaliseTypedFields } from "../typed-fields.ts";

/** How often to poll while the service looks up a submitted transaction, and while waiting for a payment, in ms. */
const SUBMITTED_MS = 2_000;
const WAITING_MS = 5_000;

interface StatusWords {
  states: Record<string, string>;
  reasons: Record<string, string>;
}

/** Polls an invoice while a payment may arrive, and updates its state and the steps of its payment. */
async function watchInvoice(invoice: HTMLElement): Promise<void> {
  const words = JSON.parse(invoice.dataset["words"] ?? "{}") as StatusWords;
  const url = `/account/invoice/status/?id=${invoice.dataset["invoice"]}`;
  const isUnderWay = () =>
    invoice.querySelector("[data-state=waiting], [data-state=seen], [data-under-way]") !== null;
  const isOpen = invoice.dataset["state"] === "open";
  while (isUnderWay() || isOpen) {
    await new Promise((resolve) => setTimeout(resolve, isUnderWay() ? SUBMITTED_MS : WAITING_MS));
    // A tab left open for weeks does not send a request until the reader returns to it.
    if (document.hidden) {
      continue;
    }
    const status = await fetchStatus(url);
    if (status === null) {
      continue;
    }
    const isNewStep = (status.progress?.mark ?? "") !== invoice.dataset["mark"];
    if (status.state !== invoice.dataset["state"] || (isNewStep && !isTyping(invoice))) {
      // A new step, or the payment, changes the whole page.
      location.reload();
      return;
    }
    showConfirmations(invoice, status.progress?.confirmations ?? null);
    for (const { hash, state, reason } of status.claims) {
      const item = invoice.querySelector<HTMLElement>(`[data-hash="${hash}"]`);
      const text = item?.querySelector("p");
      if (item && text && item.dataset["state"] !== state) {
        item.dataset["state"] = state;
        text.textContent = `${words.states[state]}${words.reasons[reason ?? ""] ?? ""}`;
      }
    }
  }
}

/** Whether a hash is being typed, which a reload would lose. */
function isTyping(invoice: HTMLElement): boolean {
  return (invoice.querySelector<HTMLInputElement>("#hash")?.value ?? "") !== "";
}

function showConfirmations(invoice: HTMLElement, confirmations: number | null): void {
  const count = invoice.querySelector<HTMLElement>("[data-confirmations]");
  const bar = invoice.querySelector<HTMLProgressElement>(".steps progress");
  if (confirmations !== null && count !== null && bar !== null) {
    count.textContent = String(confirmations);
    bar.value = confirmations;
  }
}

/** The status of the invoice; null if the server cannot be reached, or the session has ended. */
async function fetchStatus(url: string): Promise<InvoiceStatus | null> {
  try {
    const response = await fetch(url, { redirect: "error" });
    return response.ok ? ((await response.json()) as InvoiceStatus) : null;
  } catch {
    return null;
  }
}

const SECOND_MS = 1_000;

/** Counts down in hours, minutes and seconds from `data-countdown` (ms), then calls `onEnd`. */
function countDown(element: HTMLElement, onEnd: () => void): void {
  // Uses the date, because performance.now() may stop while the machine sleeps.
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
