import { createHash } from "node:crypto";
import type { Hashing } from "../../server/account/auth/password-hashing.ts";

/** Like the service's own: a salt, which is the same for all, and a hash. */
const digest = (password: string) => `salt:${createHash("sha256").update(password).digest("hex")}`;

/** For tests that sign in again and again: no protection at all, and no time. */
export const quickHashing: Hashing = {
  minAnswerMs: 0,
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
};
