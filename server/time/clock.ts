/** A clock: epoch ms, or ms from any beginning for a steady one, which nobody can set. */
export type Clock = () => number;
