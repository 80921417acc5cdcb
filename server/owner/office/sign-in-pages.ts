import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { totpUri } from "../../account/auth/one-time-code.ts";
import { qrCode } from "../../account/qr-code.ts";
import type { View } from "./page.ts";
import type { Invited } from "./users.ts";

/* The pages before somebody is signed in. */

/** Where somebody signs in. */
export const SIGN_IN = "/owner/sign-in/";
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 200;

/** Signing in. @param email what was typed before. */
export function signInView(email: string): View {
  return {
    title: "Back office",
    body: html`
      <form class="alone" method="post" action=${SIGN_IN}>
        <label
          >E-mail<input name="email" type="email" autocomplete="username" required value=${email}
        /></label>
        ${passwordField("current-password")} ${codeField()}
        <button>Sign in</button>
      </form>
    `,
  };
}

/** Accepting an invitation. */
export function joinView({ email, secret }: Invited, token: string): View {
  const { size, path } = qrCode(totpUri(secret, email));
  return {
    title: "Set up your sign-in",
    body: html`
      <form class="alone" method="post" action="/owner/join/">
        <p>
          <strong>${email}</strong>: choose a password, and read this code with an authenticator
          app.
        </p>
        <img
          class="qr"
          alt="The code for an authenticator app"
          src=${`data:image/svg+xml,${encodeURIComponent(
            `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`,
          )}`}
        />
        <p class="soft">Or type it in: <span class="mono">${secret}</span></p>
        <input type="hidden" name="token" value=${token} />
        <input type="hidden" name="email" autocomplete="username" value=${email} />
        ${passwordField("new-password")}
        <p class="soft">At least ${MIN_PASSWORD} characters.</p>
        ${codeField()}
        <button>Set up and sign in</button>
      </form>
    `,
  };
}

/** A link that opens nothing. */
export function noInvitationView(): View {
  return {
    title: "This invitation opens nothing",
    body: html`<p>
      It was used, or it is older than a day. Ask for another one, or
      <a href=${SIGN_IN}>sign in</a>.
    </p>`,
  };
}

function passwordField(autocomplete: string, label = "Password"): TemplateResult {
  return html`<label
    >${label}<input
      name="password"
      type="password"
      autocomplete=${autocomplete}
      required
      minlength=${autocomplete === "new-password" ? MIN_PASSWORD : 1}
      maxlength=${MAX_PASSWORD}
  /></label>`;
}

function codeField(label = "Code of your authenticator"): TemplateResult {
  return html`<label
    >${label}<input
      name="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      required
      maxlength="10"
  /></label>`;
}

/** What shows that it is still whoever has signed in. */
export function proofFields(): TemplateResult {
  return html`${passwordField("current-password", "Your password")}
  ${codeField("Next code of your authenticator")}`;
}
