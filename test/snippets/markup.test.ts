import { expect, test } from "vitest";
import { snippetHtml } from "../../src/snippets/markup.ts";

test("a snippet's markup escapes HTML", () => {
  expect(snippetHtml('<b a="&">\n')).toBe(
    '<code><span>&lt;b</span> <span>a="&amp;"&gt;</span></code>',
  );
});

// Cause: on a phone the line to copy broke inside words, such as "PublicTes" and "tKey".
test("a snippet's markup marks where a URL can wrap", () => {
  expect(snippetHtml("  https://a.example/v1/?key=tbs_test_Public")).toBe(
    "<code>  <span>https://a.example/</span><span>v1/?</span><span>key=tbs_test_</span><span>Public</span></code>",
  );
});

// Cause: the front page broke the line between "830 /" and "553".
test("a snippet's markup keeps a ratio on one line", () => {
  expect(snippetHtml("a: 830 / 553; b")).toBe(
    "<code><span>a:</span> <span>830 / 553;</span> <span>b</span></code>",
  );
});
