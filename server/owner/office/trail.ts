import { html } from "@lit-labs/ssr";
import { listActs } from "../acts.ts";
import { actList } from "../lists.ts";
import type { OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { csvLink, listTable } from "./page.ts";
import { listUsers } from "./users.ts";

const MAX_SHOWN = 200;
const MAX_IN_FILE = 100_000;

/** Who may come in here, and what was done. */
export async function trailPage(
  { store, explorerUrl }: OfficeContext,
  { query }: OfficeRequest,
): Promise<OfficeAnswer> {
  const limit = query.has("csv") ? MAX_IN_FILE : MAX_SHOWN;
  const list = actList(await listActs(store, limit));
  if (query.has("csv")) {
    return { list, name: "trail" };
  }
  const users = await listUsers(store);
  return {
    title: "Trail",
    body: html`
      <p class="soft">
        What was done here and at the command line. It only grows: nobody can change or delete a
        line of it.
      </p>
      <h2>The newest ${list.rows.length} ${csvLink("/owner/trail/")}</h2>
      ${listTable(list, { explorerUrl })}
      <h2>Who may come in here</h2>
      ${users.map(
        ({ email, hasJoined, sinceMs }) =>
          html`<p>
            ${email}, ${hasJoined ? "since" : "invited"}
            ${new Date(sinceMs).toISOString().slice(0, 10)}
          </p>`,
      )}
      <p class="soft">
        To let somebody in, or in again: <code>npm run -s owner -- invite you@example.com</code>. To
        keep somebody out: <code>npm run -s owner -- remove you@example.com</code>.
      </p>
    `,
  };
}
