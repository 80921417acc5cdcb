/*
 * What the account's pages do beyond their forms: copy buttons, the countdown and the state of an
 * invoice, and an embed tag that follows its options. Everything works without it, with a reload more.
 */

const SAID_MS = 2_000;
const POLL_MS = 2_000;
const SECOND_MS = 1_000;

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  makeCopy(button);
}
for (const countdown of document.querySelectorAll<HTMLElement>("[data-countdown]")) {
  countDown(countdown);
}
const invoice = document.querySelector<HTMLElement>("[data-invoice]");
if (invoice !== null) {
  void watchInvoice(invoice);
}
const embed = document.querySelector<HTMLFormElement>("form[data-embed]");
embed?.addEventListener("change", () => embed.requestSubmit());

/** Copies what an element shows; where the page may not, it selects it for the keyboard. */
function makeCopy(button: HTMLButtonElement): void {
  const words = JSON.parse(button.dataset["said"] ?? "{}") as Record<string, string>;
  const shown = document.querySelector<HTMLElement>(`#${button.dataset["copy"]}`);
  const said = button.querySelector("span");
  if (shown === null || said === null) {
    return;
  }
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.clipboard
      ?.writeText(shown.innerText.trim())
      .then(() => words["copied"])
      .catch(() => {
        getSelection()?.selectAllChildren(shown);
        return words["selected"];
      })
      .then((word) => {
        said.textContent = word ?? "";
        setTimeout(() => (said.textContent = words["copy"] ?? ""), SAID_MS);
      });
  });
}

/** Shows hours, minutes and seconds, from what was left when the page was made. */
function countDown(element: HTMLElement): void {
  const endMs = performance.now() + Number(element.dataset["countdown"]);
  function show(): void {
    const leftS = Math.max(0, Math.floor((endMs - performance.now()) / SECOND_MS));
    const parts = [Math.floor(leftS / 3600), Math.floor(leftS / 60) % 60, leftS % 60];
    element.textContent = parts.map((part) => String(part).padStart(2, "0")).join(":");
    if (leftS > 0) {
      setTimeout(show, SECOND_MS);
    }
  }
  show();
}

interface Status {
  state: string;
  claims: { hash: string; state: string; reason: string | null }[];
}

/** Asks how far the payment is as long as it is on its way, and says it in the page's words. */
async function watchInvoice(element: HTMLElement): Promise<void> {
  const { states, reasons } = JSON.parse(element.dataset["words"] ?? "{}") as {
    states: Record<string, string>;
    reasons: Record<string, string>;
  };
  const list = element.querySelector<HTMLElement>("[data-claims]");
  const address = `/account/invoice/status/?id=${element.dataset["invoice"]}`;
  const isUnderWay = () => list?.querySelector("[data-state=waiting], [data-state=seen]") !== null;
  while (list !== null && isUnderWay()) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const status = await askStatus(address);
    if (status !== null && status.state !== element.dataset["state"]) {
      // Paid: the whole page says so.
      location.reload();
      return;
    }
    for (const [index, { state, reason }] of (status?.claims ?? []).entries()) {
      const item = list.children[index] as HTMLElement | undefined;
      const words = item?.querySelector("p");
      if (item !== undefined && words && item.dataset["state"] !== state) {
        item.dataset["state"] = state;
        words.textContent = `${states[state]}${reason === null ? "" : (reasons[reason] ?? "")}`;
      }
    }
  }
}

async function askStatus(address: string): Promise<Status | null> {
  try {
    const response = await fetch(address, { redirect: "error" });
    return response.ok ? ((await response.json()) as Status) : null;
  } catch {
    return null;
  }
}
