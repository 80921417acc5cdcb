import { expect, test } from "vitest";
import { snippetHtml } from "../../src/snippets/markup.ts";

test("a snippet's markup escapes HTML", () => {
  expect(snippetHtml('<b a="&">\n')).toBe('&lt;b a="&amp;"&gt;');
  expect(snippetHtml("  // A <b>\nx(); // why\n# y\nhttps://a.example/")).toBe(
    "  <i>// A &lt;b&gt;</i>\nx(); <i>// why</i>\n<i># y</i>\nhttps://a.example/",
  );
});
