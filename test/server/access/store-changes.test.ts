import { describe, expect, onTestFinished, test, vi } from "vitest";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import { publishMaintenanceChange } from "../../../server/store/revision.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { StoreError } from "../../../server/store/store-error.ts";
import { engines } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { manualRepeat } from "../../support/manual-repeat.ts";
import { noFaults } from "../../support/no-faults.ts";
import { observeStore, type ObservedStore } from "../../support/observed-store.ts";
import { tempStore } from "../../support/temp-store.ts";

const nothing = async () => undefined;

const TURNS = 50;

type Fault = "failing" | "silent";

/** Gives the database a fault; what is returned mends it. */
function spoil(seen: ObservedStore, fault: Fault): () => void {
  if (fault === "silent") {
    return seen.holdAnswers();
  }
  seen.failWith(new Error("the disk is gone"));
  return () => seen.failWith(null);
}

async function watched() {
  const { store } = await tempStore();
  const seen = observeStore(store);
  const timer = manualRepeat();
  const report = {
    lost: vi.fn<(error: unknown) => void>(),
    back: vi.fn<() => void>(),
    mended: vi.fn<(error: unknown) => void>(),
  };
  const changes = watchStoreChanges(seen.store, report, timer.repeat);
  onTestFinished(() => changes.stop());
  const listener = vi.fn<() => Promise<void>>(nothing);
  changes.onChange(listener);
  async function tick(times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      timer.tick();
      // A look waits for at most some turns of the event loop on SQLite.
      for (let turn = 0; turn < TURNS; turn++) {
        await new Promise(setImmediate);
      }
    }
  }
  return { store, seen, timer, report, changes, listener, tick };
}

test("a count of changes that is damaged meanwhile is mended, and all is loaded anew", async () => {
  const { store, report, changes, listener, tick } = await watched();
  await changes.start();
  for (const value of ["x", undefined]) {
    listener.mockClear();
    report.mended.mockClear();
    await (value === undefined
      ? store.db.deleteFrom("meta").where("name", "=", "revision").execute()
      : store.db.updateTable("meta").set({ value }).where("name", "=", "revision").execute());
    await tick();
    expect(report.mended).toHaveBeenCalledOnce();
    expect(listener.mock.calls).toEqual([[null]]);
    expect(report.lost).not.toHaveBeenCalled();
    expect(changes.state).toBe("answering");
    // It counts on from there.
    await serialized(store, publishMaintenanceChange);
    await tick();
    expect(listener.mock.calls).toEqual([[null], [1]]);
  }
});

// Whoever looked on saw a slow disk, and commands went on with a file that the service had lost.
test("a database that did not answer, and then is another one, counts as lost for that", async () => {
  const { seen, report, changes, tick } = await watched();
  await changes.start();
  const [away, lost] = [
    new StoreError("busy", "It is held."),
    new StoreError("replaced", "It was replaced."),
  ];
  for (const error of [away, lost, away, lost]) {
    seen.failWith(error);
    await tick();
  }
  expect(changes.lostFor).toBe(lost);
  expect(report.lost.mock.calls).toEqual([[away], [lost]]);
});

describe("looking for changes", () => {
  test("begins with the start, goes on every 400 ms and ends with the stop", async () => {
    const { changes, timer } = await watched();
    expect(timer.running).toBe(false);
    expect(changes.state).toBe("unwatched");
    await changes.start();
    expect(timer.running).toBe(true);
    expect(timer.intervalMs).toBe(400);
    expect(changes.state).toBe("answering");
    await changes.stop();
    expect(timer.running).toBe(false);
    expect(changes.state).toBe("unwatched");
  });

  test("calls listeners at the start and after each change, and at no other time", async () => {
    const { store, changes, listener, tick } = await watched();
    await changes.start();
    expect(listener).toHaveBeenCalledTimes(1);
    await tick(3);
    expect(listener).toHaveBeenCalledTimes(1);
    await serialized(store, publishMaintenanceChange);
    await serialized(store, publishMaintenanceChange);
    await tick(3);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test("calls a listener that failed again, until it succeeds", async () => {
    const { store, changes, listener, report, tick } = await watched();
    await changes.start();
    listener.mockRejectedValueOnce(new Error("not now"));
    await serialized(store, publishMaintenanceChange);
    await tick(4);
    expect(listener).toHaveBeenCalledTimes(3);
    expect(report.lost).toHaveBeenCalledTimes(1);
  });

  test("notices a change made in this process at once", async () => {
    const { store, changes, listener } = await watched();
    await changes.start();
    await serialized(store, publishMaintenanceChange);
    await changes.look();
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test("does not start on a database that fails, and says why", async () => {
    const { seen, changes, timer } = await watched();
    seen.failWith(new Error("the disk is gone"));
    await expect(changes.start()).rejects.toThrow("the disk is gone");
    expect(timer.running).toBe(false);
  });

  test("does not start when a listener fails", async () => {
    const { changes, listener, timer } = await watched();
    listener.mockRejectedValueOnce(new Error("not now"));
    await expect(changes.start()).rejects.toThrow("not now");
    expect(timer.running).toBe(false);
  });
});

describe.each<Fault>(["failing", "silent"])("while the database is %s", (fault) => {
  test("it is reported once, not at every look, and so is its return", async () => {
    const { seen, changes, report, tick } = await watched();
    await changes.start();
    const mend = spoil(seen, fault);
    await tick(20);
    expect(report.lost).toHaveBeenCalledTimes(1);
    expect(report.back).not.toHaveBeenCalled();
    mend();
    await tick(5);
    expect(report.back).toHaveBeenCalledTimes(1);
    const mendAgain = spoil(seen, fault);
    await tick(7);
    expect(report.lost).toHaveBeenCalledTimes(2);
    mendAgain();
  });

  test("the state says so until it answers, and then missed changes are loaded", async () => {
    const { store, seen, changes, listener, tick } = await watched();
    await changes.start();
    const mend = spoil(seen, fault);
    await tick(7);
    expect(changes.state).toBe("lost");
    await serialized(store, publishMaintenanceChange);
    expect(listener).toHaveBeenCalledTimes(1);
    mend();
    await tick(5);
    expect(changes.state).toBe("answering");
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

test("a database that is only slow is not lost", async () => {
  const { seen, changes, report, tick } = await watched();
  await changes.start();
  for (let i = 0; i < 5; i++) {
    const release = seen.holdAnswers();
    await tick(4);
    release();
    await tick();
  }
  expect(changes.state).toBe("answering");
  expect(report.lost).not.toHaveBeenCalled();
});

// Each answer of a database that took two seconds for one ended the alarm, and the next wait began it
// anew: /healthz and the log went to and fro for as long as it was slow.
test("a database that answers too late each time stays lost until it answers in time again", async () => {
  const { seen, changes, report, tick } = await watched();
  await changes.start();
  for (let i = 0; i < 5; i++) {
    const release = seen.holdAnswers();
    await tick(7);
    release();
    await tick();
  }
  expect(changes.state).toBe("lost");
  expect(report.lost).toHaveBeenCalledTimes(1);
  await tick(5);
  expect(changes.state).toBe("answering");
  expect(report.back).toHaveBeenCalledTimes(1);
});

test.each(engines)(
  "a change made by another process becomes known on the machine's own timer: $name",
  async (engine) => {
    const { store, place } = await tempStore(await engine.place());
    const other = await tempStore(place);
    const changes = watchStoreChanges(store, noFaults);
    onTestFinished(() => changes.stop());
    const listener = vi.fn<() => Promise<void>>(nothing);
    changes.onChange(listener);
    await changes.start();
    await serialized(other.store, publishMaintenanceChange);
    await eventually(() => listener.mock.calls.length > 1);
    expect(listener).toHaveBeenCalledTimes(2);
  },
);
