import fc from "fast-check";
import { expect, test } from "vitest";
import { readEvents } from "../../src/wire/service-requests.ts";

function bodyOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(Uint8Array.from(piece));
      }
      controller.close();
    },
  });
}

async function eventsIn(...pieces: Uint8Array[]): Promise<[string, string][]> {
  const received: [string, string][] = [];
  await readEvents(bodyOf(pieces), (name, data) => received.push([name, data]));
  return received;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const TEXT =
  'retry: 900\nevent: state\nid: 1:betting\ndata: {"a":"용"}\n\n:\n\n' +
  "event:other\ndata:x\n\nevent: state\r\ndata: 2\r\n\r\ndata: nameless\n\nevent: state\ndata: cut";

test("the event-stream reader skips comments and incomplete events", async () => {
  expect(await eventsIn(bytes(TEXT))).toEqual([
    ["state", '{"a":"용"}'],
    ["other", "x"],
    ["state", "2"],
  ]);
});

test("the event-stream reader returns the same events however the bytes are split", async () => {
  const whole = bytes(TEXT);
  const expected = await eventsIn(whole);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(whole.length)), async (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), whole.length];
      const pieces = ends.map((end, index) => whole.slice(ends[index - 1] ?? 0, end));
      expect(await eventsIn(...pieces)).toEqual(expected);
    }),
  );
});
