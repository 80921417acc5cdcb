/**
 * A decision about a payment in review cannot be carried out. The message says why, and what to do
 * instead.
 */
export class ReviewError extends Error {
  override readonly name = "ReviewError";
}
