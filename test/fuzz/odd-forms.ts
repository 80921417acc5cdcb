import { vi } from "vitest";
import fields from "./corpus/fields.json" with { type: "json" };
import parts from "./corpus/parts.json" with { type: "json" };

/** Every stored value, encoded for a form or a query. */
const oddValues: readonly string[] = [
  ...fields.texts.map(encodeURIComponent),
  ...fields.raw,
  ...fields.repeated.map(([text, count]) => encodeURIComponent(String(text).repeat(Number(count)))),
  ...parts.values,
];

export interface OddForm {
  readonly body: string;
  readonly type: string;
}

const FORM = "application/x-www-form-urlencoded";

export type Fields = Readonly<Record<string, string>>;

function withRaw(whole: Fields, name: string, raw: string): string {
  const others = Object.entries(whole).filter(([other]) => other !== name);
  return [`${encodeURIComponent(name)}=${raw}`, new URLSearchParams(others).toString()]
    .filter((part) => part !== "")
    .join("&");
}

/**
 * `count` forms with odd values, in turn for all fields, and as many with repeated or missing fields or other bodies.
 */
export function oddForms(
  whole: Fields,
  names: readonly string[],
  count: number,
  seed: number,
): OddForm[] {
  const bodies = names.flatMap((name, place) => [
    ...some(oddValues, count, seed + place * 7).map((raw) => withRaw(whole, name, raw)),
    ...some(reshaped(whole, name), count, seed + place),
  ]);
  // A different part of the values for each form.
  const offset =
    seed + new TextEncoder().encode(names.join("")).reduce((sum, byte) => sum + byte, 0);
  return [
    ...bodies.map((body) => ({ body, type: FORM })),
    ...some(otherBodies(whole), count, offset),
  ];
}

function some<T>(all: readonly T[], count: number, offset: number): T[] {
  return all
    .slice(0, count)
    .map((_, index) => all[(offset + index * 13) % all.length])
    .filter((one) => one !== undefined);
}

function reshaped(whole: Fields, name: string): string[] {
  const { [name]: _, ...others } = whole;
  return [
    withRaw(whole, `${name}[]`, "a"),
    withRaw(whole, `${name}[__proto__][a]`, "1"),
    withRaw(others, "a", "b"),
    `${withRaw(whole, name, "a")}&${encodeURIComponent(name)}=b&${encodeURIComponent(name)}=`,
  ];
}

function otherBodies(whole: Fields): OddForm[] {
  const text = String(new URLSearchParams(whole));
  const lists = Object.entries(whole).map(([name, value]) => [name, [value, { a: null }]]);
  return [
    "",
    "&&&=&==",
    "__proto__=1&constructor=2&toString=3",
    `${text}&${"a=1&".repeat(4_000)}`,
    `${text}&%00=1`,
  ]
    .map((body): OddForm => ({ body, type: FORM }))
    .concat([
      { type: "application/json", body: JSON.stringify(Object.fromEntries(lists)) },
      { type: "application/json", body: '{"__proto__":{"isAdmin":true}}' },
      { type: `${FORM}; charset=utf-16`, body: text },
      { type: "multipart/form-data; boundary=x", body: "--x\r\n\r\n--x--" },
      { type: "", body: text },
    ]);
}

export async function askedNames<T>(
  work: () => Promise<T>,
): Promise<[response: T, names: ReadonlySet<string>]> {
  const names = new Set<string>();
  const spies = (["get", "has", "getAll"] as const).map((method) => {
    const original = URLSearchParams.prototype[method] as (name: string) => unknown;
    return vi.spyOn(URLSearchParams.prototype, method).mockImplementation(function (
      this: URLSearchParams,
      name: string,
    ) {
      names.add(name);
      return original.call(this, name) as never;
    });
  });
  try {
    return [await work(), names];
  } finally {
    for (const spy of spies) {
      spy.mockRestore();
    }
  }
}
