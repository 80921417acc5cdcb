import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";

/** A process's clock, offset by `ahead` in `file`, through libfaketime. Clocks that cannot be set are left alone. */
export async function wrongClock(file: string, ahead: string) {
  const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
  if (library === undefined) {
    throw new Error("There is no libfaketime. Run: node test/support/programs.ts");
  }
  const clock = {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    /** Sets it: `+2s`, `-1h`, `+1d`, `+0s`, or `+0s x1.0002` for one that runs fast. */
    set: (text: string) => writeFile(file, `${text}\n`),
  };
  await clock.set(ahead);
  return clock;
}
