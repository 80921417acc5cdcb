import { html } from "@lit-labs/ssr";
import { ReviewError } from "../../payment/errors.ts";
import { arrivals, readWanted } from "../arrivals.ts";
import { arrivalList } from "../money-lists.ts";
import type { OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { listTable } from "./list-table.ts";
import { csvLink } from "./page-parts.ts";

const MAX_SHOWN = 200;
const MAX_IN_FILE = 10_000;

/** What came in, and what became of it: the newest, or what fits `?find=`. */
export async function paymentsPage(
  { store, explorerUrl }: OfficeContext,
  { query }: OfficeRequest,
): Promise<OfficeAnswer> {
  const find = (query.get("find") ?? "").trim();
  const wanted = find === "" ? {} : readWanted(find);
  if (wanted === undefined) {
    throw new ReviewError(
      `${JSON.stringify(find)} is no hash, TRON address, e-mail address or amount.`,
    );
  }
  const limit = query.has("csv") ? MAX_IN_FILE : MAX_SHOWN;
  const list = arrivalList(await arrivals(store, wanted, limit));
  if (query.has("csv")) {
    return { list, name: "payments" };
  }
  return {
    title: "Payments",
    body: html`
      <form class="act" method="get" action="/owner/payments/">
        <label
          >Hash, sender, e-mail or amount<input
            class="long hash"
            name="find"
            type="search"
            value=${find}
        /></label>
        <button>Find</button>
      </form>
      <h2>
        ${find === "" ? `The newest ${list.rows.length}` : `${list.rows.length} found`}
        ${csvLink("/owner/payments/", find === "" ? {} : { find })}
      </h2>
      ${listTable(list, { explorerUrl, without: ["transfer"] })}
    `,
  };
}
