/** Whether this is a run of `npm run test:full`, in which the long tests go all their way. */
export const isFull = process.env["TABLESIDE_FULL"] === "1";

/** How often something is tried: a sample in `npm test`, all of it in `npm run test:full`. */
export function times(sample: number, all: number): number {
  return isFull ? all : sample;
}
