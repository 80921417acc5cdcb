import { html } from "@lit-labs/ssr";
import { listMails } from "../../account/mail/mail-states.ts";
import { testMail } from "../../account/mail/mail-texts.ts";
import { ReviewError } from "../../payment/errors.ts";
import { serialized } from "../../store/serialized.ts";
import { mailList } from "../lists.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { listTable } from "./list-table.ts";
import { csvLink } from "./page-parts.ts";

const HERE = "/owner/mails/";
const MAX_SHOWN = 200;

/** What became of the mails of the last two days, and a way to find out whether mail arrives. */
export async function mailsPage(
  { store, explorerUrl, mails }: OfficeContext,
  { query, user }: OfficeRequest,
): Promise<OfficeAnswer> {
  const all = await listMails(store);
  if (query.has("csv")) {
    return { list: mailList(all), name: "mails" };
  }
  const list = mailList(all.slice(0, MAX_SHOWN));
  return {
    title: "Mails",
    body: html`
      ${
        mails === null
          ? html`<p>No mail leaves here: SMTP_URL is not set.</p>`
          : html`<form class="act" method="post" action=${HERE}>
              <button name="do" value="test">Send a test to ${user.email}</button>
            </form>`
      }
      <h2>The newest ${list.rows.length} ${csvLink(HERE)}</h2>
      <p class="soft">
        Those of the last two days. Their words and recipients are encrypted, and then deleted.
      </p>
      ${listTable(list, { explorerUrl })}
    `,
  };
}

/** Mails a test to whoever asks for one, the way that all mails take. */
export async function sendTest(
  { store, mails }: OfficeContext,
  { field, user, nowMs }: OfficeRequest,
): Promise<Done> {
  if (field("do") !== "test") {
    throw new ReviewError("The form asks for nothing that can be done here.");
  }
  if (mails === null) {
    throw new ReviewError("Nothing was sent: SMTP_URL is not set.");
  }
  const order = { kind: "test", mail: testMail(user.email) } as const;
  if (!(await serialized(store, (within) => mails.outbox.put(within, order, nowMs)))) {
    throw new ReviewError("Nothing was sent: that is enough tests for a day.");
  }
  return { to: HERE, done: "test_mailed" };
}
