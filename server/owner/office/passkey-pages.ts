import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { MAX_PASSKEYS } from "../../../src/account/max-passkeys.ts";
import type { PasskeyInfo } from "../../account/auth/passkeys.ts";
import { ReviewError } from "../../payment/errors.ts";
import { passkeyList } from "../lists.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { CHALLENGE, challengeCookie } from "./cookies.ts";
import { actForm } from "./form-parts.ts";
import { csvLink, dayOf, minuteOf } from "./page-parts.ts";
import type { View } from "./page.ts";
import { proofFields } from "./sign-in-pages.ts";
import type { KeptForm, Typed } from "./typed.ts";

const HERE = "/owner/passkeys/";

/** The passkeys of whoever is signed in, and the forms that change them. */
export async function passkeysPage(
  { passkeys, url }: OfficeContext,
  { user, query, typed, origin }: OfficeRequest,
): Promise<OfficeAnswer> {
  const own = (await passkeys?.list(user.id)) ?? [];
  if (query.has("csv")) {
    return { list: passkeyList(own), name: "passkeys" };
  }
  return {
    title: "Your passkeys",
    body: html`
      <p class="soft">
        A passkey opens the office by itself, without password and code: its device checks the
        finger, face or PIN of whoever holds it. Password and code go on working. ${csvLink(HERE)}
      </p>
      ${own.length === 0 ? html`<p class="none">You have none.</p>` : own.map((passkey) => passkeyCard(passkey, typed))}
      ${own.length >= MAX_PASSKEYS ? "" : passkeys === null ? impossiblePart() : addPart(url, origin, typed.into(["begin"]))}
    `,
  };
}

/** Does what a form of the page asks for. */
export async function changePasskeys(
  { passkeys }: OfficeContext,
  { user, field, cookie, nowMs, confirm }: OfficeRequest,
): Promise<Done | View> {
  const name = field("name");
  if (passkeys === null) {
    throw new ReviewError("There are no passkeys at this address.");
  }
  switch (field("do")) {
    case "begin": {
      await confirm();
      const asked = await passkeys.askToAdd(user, nowMs);
      return addView(name, asked.options, challengeCookie(asked.cookie));
    }
    case "add": {
      const answer = { text: field("answer"), cookie: cookie(CHALLENGE), name };
      const added = await passkeys.add(user, answer, nowMs);
      if (added === "refused") {
        throw new ReviewError("That passkey was not taken: it came too late, or is no new one.");
      }
      if (added === "too_many") {
        throw new ReviewError(`You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
      }
      return { to: HERE, done: "passkey_added" };
    }
    case "remove":
      await confirm();
      if (!(await passkeys.remove(user, field("passkey"), nowMs))) {
        throw new ReviewError("That passkey is removed already.");
      }
      return { to: HERE, done: "passkey_removed" };
    default:
      throw new ReviewError("The form asks for nothing that can be done here.");
  }
}

/** Signing in with a passkey, beside password and code; or where that can be done. */
export function passkeySignIn({ url, passkeys }: OfficeContext, origin: string): TemplateResult {
  if (passkeys === null) {
    return html``;
  }
  return isThere(url, origin)
    ? html`<form
        class="alone other"
        method="post"
        action="/owner/sign-in/passkey/"
        data-passkey="get"
        data-ask="/owner/sign-in/passkey/"
      >
        <input type="hidden" name="answer" />
        <button class="second" hidden>Sign in with a passkey</button>
        <p class="soft" role="status"></p>
      </form>`
    : html`<p class="soft other">Passkeys work at <a href=${`${url}/owner/`}>${url}</a>.</p>`;
}

/** Whether a browser is where passkeys work. A proxy that speaks TLS asks by plain http. */
function isThere(url: string, origin: string): boolean {
  return new URL(url).host === new URL(origin).host;
}

function impossiblePart(): TemplateResult {
  return html`<p>
    There are none at this address. Browsers want a name, and https or localhost: set OWNER_URL.
  </p>`;
}

function addPart(url: string, origin: string, adding: KeptForm): TemplateResult {
  return isThere(url, origin)
    ? html`<h2>Add a passkey</h2>
        ${actForm(
          adding,
          HERE,
          html`<label
              >Name<input
                name="name"
                maxlength="60"
                required
                placeholder="Laptop"
                value=${adding.value("name")}
            /></label>
            ${proofFields()}
            <button name="do" value="begin">Go on</button>`,
        )}`
    : html`<h2>Add a passkey</h2>
        <p>
          Browsers bind passkeys to an address. Open
          <a href=${`${url}${HERE}`}>${url}</a> for it.
        </p>`;
}

function addView(name: string, options: unknown, cookie: string): View {
  return {
    title: "Add a passkey",
    hasScript: true,
    cookies: [cookie],
    body: html`
      <p>Your browser asks for it now: a finger, a face, a PIN, or a key to touch.</p>
      <form
        class="act"
        method="post"
        action=${HERE}
        data-passkey="create"
        data-options=${JSON.stringify(options)}
      >
        <input type="hidden" name="do" value="add" />
        <input type="hidden" name="name" value=${name} />
        <input type="hidden" name="answer" />
        <button hidden>Add the passkey ${name}</button>
        <p class="soft" role="status"></p>
      </form>
      <p><a href=${HERE}>Back to your passkeys</a></p>
    `,
  };
}

function passkeyCard(
  { id, name, createdAtMs, usedAtMs }: PasskeyInfo,
  typed: Typed,
): TemplateResult {
  const removing = typed.into(["remove"], { passkey: id });
  return html`<div class="card">
    <p>
      <strong>${name}</strong>, since <time>${dayOf(createdAtMs)}</time>,
      ${usedAtMs === null ? "not used yet" : html`last used <time>${minuteOf(usedAtMs)}</time>`}
    </p>
    <details ?open=${removing.isHere}>
      <summary>Remove…</summary>
      ${actForm(
        removing,
        HERE,
        html`<input type="hidden" name="passkey" value=${id} />
          ${proofFields()}
          <button class="second" name="do" value="remove">Remove ${name}</button>`,
      )}
    </details>
  </div>`;
}
