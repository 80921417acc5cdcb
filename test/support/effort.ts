/** Whether this is a run of `npm run test:full`, in which long tests run completely. */
export const isFull = process.env["TABLESIDE_FULL"] === "1";

/** The number of repetitions: a sample in `npm test`, all of them in `npm run test:full`. */
export function times(sample: number, all: number): number {
  return isFull ? all : sample;
}
