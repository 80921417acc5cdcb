import type { CDPSession, Page } from "playwright-core";

/** Gives a page an authenticator that knows its holder by fingerprint. */
export async function withAuthenticator(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether it knows the finger on it. */
    knowsFinger: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    forgetAll: () => session.send("WebAuthn.clearCredentials", { authenticatorId }),
  };
}
