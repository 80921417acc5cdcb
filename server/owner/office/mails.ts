import { html } from "@lit-labs/ssr";
import { listMails } from "../../account/mail/mail-states.ts";
import { mailList } from "../lists.ts";
import type { OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { csvLink, listTable } from "./page.ts";

const MAX_SHOWN = 200;

/** What became of the mails of the last two days. */
export async function mailsPage(
  { store, explorerUrl }: OfficeContext,
  { query }: OfficeRequest,
): Promise<OfficeAnswer> {
  const mails = await listMails(store);
  if (query.has("csv")) {
    return { list: mailList(mails), name: "mails" };
  }
  const list = mailList(mails.slice(0, MAX_SHOWN));
  return {
    title: "Mails",
    body: html`
      <p class="soft">
        Those of the last two days. Their words and recipients are encrypted, and then deleted.
      </p>
      <h2>The newest ${list.rows.length} ${csvLink("/owner/mails/")}</h2>
      ${listTable(list, { explorerUrl })}
    `,
  };
}
