import { html } from "@lit-labs/ssr";
import { listActs } from "../act-list.ts";
import { actList } from "../lists.ts";
import type { OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { listTable } from "./list-table.ts";
import { csvLink } from "./page-parts.ts";

const MAX_SHOWN = 200;
const MAX_IN_FILE = 100_000;

/** What was done, by whom. */
export async function trailPage(
  { store, explorerUrl }: OfficeContext,
  { query }: OfficeRequest,
): Promise<OfficeAnswer> {
  const limit = query.has("csv") ? MAX_IN_FILE : MAX_SHOWN;
  const list = actList(await listActs(store, limit));
  if (query.has("csv")) {
    return { list, name: "trail" };
  }
  return {
    title: "Trail",
    body: html`
      <p class="soft">
        What was done here and at the command line. It only grows: nobody can change or delete a
        line of it.
      </p>
      <h2>The newest ${list.rows.length} ${csvLink("/owner/trail/")}</h2>
      ${listTable(list, { explorerUrl })}
    `,
  };
}
