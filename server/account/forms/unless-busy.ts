import { BusyError } from "../hashing.ts";
import { goTo } from "../visit.ts";
import type { Redirect } from "../visit.ts";

/** Where too many passwords are being checked already, the form is shown again, with a word. */
export async function unlessBusy(here: string, work: () => Promise<Redirect>): Promise<Redirect> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BusyError) {
      return goTo(here, "busy");
    }
    throw error;
  }
}
