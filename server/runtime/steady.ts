/** ms from a beginning that all threads of the process share; nothing sets it. */
export function steadyMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}
