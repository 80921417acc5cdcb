import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { sharedSandbox } from "../support/sandbox.ts";

const PAGE = new URL("../../src/content/docs/test-your-integration.md", import.meta.url);
const sandbox = sharedSandbox();

const codes = (text = "") => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

const page = await readFile(PAGE, "utf8");
const examples = [...page.matchAll(/^\{"do":[^]*?\}$/gm)].map(
  ([json]) => JSON.parse(json) as Record<string, unknown>,
);
/** Rows such as "| `next` | `game`, `phase` (`betting`) | `round` |", with defaults in brackets. */
const table = /^\| command [^]*?(?=\n\n)/m.exec(page)?.[0] ?? "";
const rows = [...table.matchAll(/^\| `(.*?)` *\|(.*)\|(.*)\|$/gm)].map(
  ([, name = "", asked = "", response], index) => ({
    name,
    fields: codes(asked.replaceAll(/\([^)]*\)/g, "")),
    response: codes(response),
    example: examples[index] ?? {},
  }),
);

test("the docs list exactly the commands of the control API", async () => {
  const { detail } = await sandbox().tell({});
  expect(detail).toBe(`"do" must be one of: ${rows.map(({ name }) => name).join(", ")}.`);
});

test.each(rows)("the `$name` command takes the fields in the docs", async (row) => {
  const { name, fields, response, example } = row;
  const { tell } = sandbox();
  const { do: done, ...given } = example;
  expect(done).toBe(name);
  expect(fields).toEqual(expect.arrayContaining(Object.keys(given)));
  const got = await tell(example);
  expect(Object.keys(got)).toEqual(response);
  const { detail } = await tell({ ...example, strange: 1 });
  const allowed = fields.join(", ") || "no fields";
  expect(detail).toBe(`"${name}" does not take strange. It takes ${allowed}.`);
});
