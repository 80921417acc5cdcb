import { KEYS_PATH } from "../fairness/paths.ts";
import { readKeys } from "../fairness/read-untrusted.ts";
import { watchLog } from "./watch-log.ts";
import { readOr } from "./watch-round.ts";
import type { WatchFault } from "./watch-round.ts";
import type { WatchedHouse } from "./watched-house.ts";

/** Looks at what is one for all games: the keys that the house shows, and its log. */
export async function watchHouse(house: WatchedHouse): Promise<WatchFault[]> {
  const { memory } = house;
  const faults: WatchFault[] = [];
  const answer = await house.get(KEYS_PATH);
  const shown = readOr(() => readKeys(answer));
  const kept = memory.keys();
  if (shown === null) {
    faults.push({ words: "What the house shows is no list of keys.", evidence: answer });
  } else if (kept.length === 0) {
    memory.keepKeys(shown);
  } else if (!kept.every((key) => shown.includes(key))) {
    const words = "The house no longer shows a key that it signed with.";
    faults.push({ words, evidence: { kept, shown } });
  }
  const words = await watchLog(house);
  if (words !== null) {
    faults.push({ words, evidence: { kept: memory.checkpoint() } });
  }
  return faults;
}
