/**
 * Makes the forms of a page ask the browser for a passkey, and send what it answers. It runs in the browser,
 * which gets its text: nothing from outside of it is there.
 */
async function passkeyForms(): Promise<void> {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
    const button = form.querySelector("button");
    const status = form.querySelector("[role=status]");
    const answer = form.querySelector<HTMLInputElement>("[name=answer]");
    if (button === null || status === null || answer === null) {
      continue;
    }
    if (
      !("PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential)
    ) {
      status.textContent = "This browser knows no passkeys.";
      continue;
    }
    const ask = async (): Promise<Credential | null> => {
      const { passkey, ask: from = "", options = "" } = form.dataset;
      const given: unknown = from === "" ? JSON.parse(options) : await (await fetch(from)).json();
      return passkey === "create"
        ? navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
              given as PublicKeyCredentialCreationOptionsJSON,
            ),
          })
        : navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
              given as PublicKeyCredentialRequestOptionsJSON,
            ),
          });
    };
    button.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      button.disabled = true;
      status.textContent = "";
      void ask().then(
        (credential) => {
          answer.value = JSON.stringify(credential);
          // Does not come by here again.
          form.submit();
        },
        (error: unknown) => {
          const name = error instanceof Error ? error.name : "";
          status.textContent =
            name === "InvalidStateError"
              ? "This device has a passkey for you already."
              : name === "NotAllowedError" || name === "AbortError"
                ? "Nothing was signed. Try again."
                : "That did not work. Load the page again.";
          button.disabled = false;
        },
      );
    });
  }
}

/** The script as browsers get it. */
export const passkeyScript = `(${passkeyForms.toString()})();`;
