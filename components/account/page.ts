/*
 * What the account's pages do beyond their forms: copy buttons, the countdown and the state of an
 * invoice, and an embed tag that follows its options. Everything works without it, with a reload more.
 */

import { makeCopy } from "./copy-value.ts";
import { countDown } from "./countdown.ts";
import { watchInvoice } from "./invoice-watch.ts";

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  makeCopy(button);
}
for (const countdown of document.querySelectorAll<HTMLElement>("[data-countdown]")) {
  countDown(countdown, () => {
    // The page knows what is to be done now; not while somebody pastes a hash into it.
    if (document.querySelector<HTMLInputElement>("#hash")?.value === "") {
      location.reload();
    }
  });
}
const invoice = document.querySelector<HTMLElement>("[data-invoice]");
if (invoice !== null) {
  void watchInvoice(invoice);
}
const embed = document.querySelector<HTMLFormElement>("form[data-embed]");
embed?.addEventListener("change", () => embed.requestSubmit());
