/** The session has ended meanwhile, or the account was deleted. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError";
}

/** Too many passwords are being checked at the moment: try again later. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

/** A mail was not accepted. The message goes to the log, so it names nobody: servers quote addresses. */
export class MailError extends Error {
  override readonly name = "MailError";
}
