/*
 * Enhances the account pages: copy buttons, a receipt's print button, times in the reader's zone, the invoice's countdown and live state, and an embed tag that
 * follows its options. Without JavaScript everything still works, with a reload.
 */

import { normaliseTypedFields } from "../site/typed-fields.ts";
import { makeCopy } from "./copy-value.ts";
import { countDown } from "./countdown.ts";
import { watchInvoice } from "./invoice-watch.ts";
import { showLocalTime } from "./local-time.ts";

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
