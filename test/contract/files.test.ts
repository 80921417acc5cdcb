import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { openApiDocument } from "../../server/contract/document.ts";
import { messageSchemas } from "../../server/contract/message-schemas.ts";
import { wireSchemas } from "../../server/contract/schemas.ts";
import type { WireSchemas } from "../../server/contract/schemas.ts";
import { apiPage } from "./api-page.ts";

const PUBLIC = fileURLToPath(new URL("../../public/", import.meta.url));
const PAGE = fileURLToPath(new URL("../../src/content/docs/api.md", import.meta.url));

const jsonOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/*
 * The contract is committed, so that what changes in it is seen in review, and so that a build needs no
 * compiler. Here it is made anew: a type that was changed without it fails. `npx vitest -u` writes it.
 */

let schemas: WireSchemas;
beforeAll(() => {
  schemas = wireSchemas();
});

test("openapi.json is what the types and the refusals say", async () => {
  await expect(jsonOf(await openApiDocument(schemas))).toMatchFileSnapshot(`${PUBLIC}openapi.json`);
});

test.each(["phase-message", "stream-message"])(
  "schemas/%s.json is what the types say",
  async (name) => {
    const schema = messageSchemas(schemas)[name];
    expect(schema).toBeDefined();
    await expect(jsonOf(schema)).toMatchFileSnapshot(`${PUBLIC}schemas/${name}.json`);
  },
);

test("the page of the API in the docs is what the contract says", async () => {
  const page = apiPage(await openApiDocument(schemas), messageSchemas(schemas));
  await expect(page).toMatchFileSnapshot(PAGE);
});
