import type { InvoiceStatus } from "../../src/account/billing-data.ts";

/** How often to ask while a named transaction is looked up, and while a payment may arrive unnamed. */
const [NAMED_MS, UNNAMED_MS] = [2_000, 5_000];

/** The page's words for the states of a transaction and the reasons for them. */
interface StatusWords {
  states: Record<string, string>;
  reasons: Record<string, string>;
}

/** Polls the state of an invoice and the steps of its payment while a payment of it may arrive, and shows it. */
export async function watchInvoice(invoice: HTMLElement): Promise<void> {
  const words = JSON.parse(invoice.dataset["words"] ?? "{}") as StatusWords;
  const address = `/account/invoice/status/?id=${invoice.dataset["invoice"]}`;
  const isUnderWay = () =>
    invoice.querySelector("[data-state=waiting], [data-state=seen], [data-under-way]") !== null;
  const isOpen = invoice.dataset["state"] === "open";
  while (isUnderWay() || isOpen) {
    await new Promise((resolve) => setTimeout(resolve, isUnderWay() ? NAMED_MS : UNNAMED_MS));
    // A tab that is left open for weeks asks nothing until somebody looks at it.
    if (document.hidden) {
      continue;
    }
    const status = await fetchStatus(address);
    if (status === null) {
      continue;
    }
    const isNewStep = (status.progress?.mark ?? "") !== invoice.dataset["mark"];
    if (status.state !== invoice.dataset["state"] || (isNewStep && !isTyping(invoice))) {
      // Another step, or paid: the whole page changes.
      location.reload();
      return;
    }
    showConfirmations(invoice, status.progress?.confirmations ?? null);
    for (const { hash, state, reason } of status.claims) {
      const item = invoice.querySelector<HTMLElement>(`[data-hash="${hash}"]`);
      const said = item?.querySelector("p");
      if (item && said && item.dataset["state"] !== state) {
        item.dataset["state"] = state;
        said.textContent = `${words.states[state]}${words.reasons[reason ?? ""] ?? ""}`;
      }
    }
  }
}

/** Whether a hash has been begun, which a reload would lose. */
function isTyping(invoice: HTMLElement): boolean {
  return (invoice.querySelector<HTMLInputElement>("#hash")?.value ?? "") !== "";
}

function showConfirmations(invoice: HTMLElement, confirmations: number | null): void {
  const said = invoice.querySelector<HTMLElement>("[data-confirmations]");
  const bar = invoice.querySelector<HTMLProgressElement>(".steps progress");
  if (confirmations !== null && said !== null && bar !== null) {
    said.textContent = String(confirmations);
    bar.value = confirmations;
  }
}

/** Null while the server cannot be reached, or after the session has ended. */
async function fetchStatus(address: string): Promise<InvoiceStatus | null> {
  try {
    const response = await fetch(address, { redirect: "error" });
    return response.ok ? ((await response.json()) as InvoiceStatus) : null;
  } catch {
    return null;
  }
}
