const POLL_MS = 2_000;

interface Status {
  state: string;
  claims: { hash: string; state: string; reason: string | null }[];
}

/** The page's words for how far a transaction is, and why it came to nothing. */
interface StatusWords {
  states: Record<string, string>;
  reasons: Record<string, string>;
}

/** Asks how far the payment of an invoice is as long as it is on its way, and says it. */
export async function watchInvoice(invoice: HTMLElement): Promise<void> {
  const words = JSON.parse(invoice.dataset["words"] ?? "{}") as StatusWords;
  const address = `/account/invoice/status/?id=${invoice.dataset["invoice"]}`;
  const isUnderWay = () =>
    invoice.querySelector("[data-state=waiting], [data-state=seen]") !== null;
  while (isUnderWay()) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const status = await askStatus(address);
    if (status !== null && status.state !== invoice.dataset["state"]) {
      // Paid: the whole page says so.
      location.reload();
      return;
    }
    for (const { hash, state, reason } of status?.claims ?? []) {
      const item = invoice.querySelector<HTMLElement>(`[data-hash="${hash}"]`);
      const said = item?.querySelector("p");
      if (item && said && item.dataset["state"] !== state) {
        item.dataset["state"] = state;
        said.textContent = `${words.states[state]}${words.reasons[reason ?? ""] ?? ""}`;
      }
    }
  }
}

/** Null while the server is away, or where nobody is signed in any more. */
async function askStatus(address: string): Promise<Status | null> {
  try {
    const response = await fetch(address, { redirect: "error" });
    return response.ok ? ((await response.json()) as Status) : null;
  } catch {
    return null;
  }
}
