import { createHash } from "node:crypto";
import type { Hashing } from "../../server/account/auth/password-hashing.ts";

/** In the service's own format: a salt, the same for all, and a hash. */
const digest = (password: string) => `salt:${createHash("sha256").update(password).digest("hex")}`;

/** For tests that sign in repeatedly: fast, and without any protection. */
export const quickHashing: Hashing = {
  minResponseMs: 0,
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
};
