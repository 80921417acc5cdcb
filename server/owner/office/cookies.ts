/* The cookie of the back office. It is sent to its pages only, and to no page that another site leads to. */

export const SESSION = "tableside.owner";

export function sessionCookie(token: string, lifetimeMs: number): string {
  return `${SESSION}=${token}; Path=/owner; Max-Age=${lifetimeMs / 1_000}; HttpOnly; SameSite=Strict`;
}
