import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import { startAuthentication, startRegistration, WebAuthnError } from "@simplewebauthn/browser";
import type { PasskeySaid } from "../../src/i18n/account-words.ts";

/** Makes a form ask the browser for a passkey, and send what it answers. */
export function makePasskey(form: HTMLFormElement): void {
  const said = JSON.parse(form.dataset["said"] ?? "{}") as PasskeySaid;
  const button = form.querySelector<HTMLButtonElement>("button");
  const status = form.querySelector<HTMLElement>("[role=status]");
  const answer = form.querySelector<HTMLInputElement>("[name=answer]");
  if (button === null || status === null || answer === null) {
    return;
  }
  if (!browserSupportsWebAuthn()) {
    status.textContent = said.unsupported;
    return;
  }
  button.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = "";
    void ask(form).then(
      (given) => {
        answer.value = JSON.stringify(given);
        // Does not come by here again.
        form.submit();
      },
      (error: unknown) => {
        status.textContent = said[reasonOf(error)];
        button.disabled = false;
      },
    );
  });
}

async function ask(form: HTMLFormElement): Promise<unknown> {
  const response = await fetch(form.dataset["ask"] ?? "");
  if (!response.ok || response.redirected) {
    throw new Error(`The service answers ${response.status}.`);
  }
  const optionsJSON = await response.json();
  return form.dataset["passkey"] === "create"
    ? startRegistration({ optionsJSON })
    : startAuthentication({ optionsJSON });
}

function reasonOf(error: unknown): "cancelled" | "known" | "failed" {
  if (
    error instanceof WebAuthnError &&
    error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"
  ) {
    return "known";
  }
  const isCancelled = error instanceof Error && /^(?:NotAllowed|Abort)Error$/.test(error.name);
  return isCancelled ? "cancelled" : "failed";
}
