import { expect, test } from "vitest";
import { snippetHtml } from "../../src/snippets/markup.ts";

test("escapes what HTML would read, and sets comments apart", () => {
  expect(snippetHtml('<b a="&">\n')).toBe('&lt;b a="&amp;"&gt;');
  expect(snippetHtml("  // A <b>\nx(); // why\n# y\nhttps://a.example/")).toBe(
    "  <i>// A &lt;b&gt;</i>\nx(); <i>// why</i>\n<i># y</i>\nhttps://a.example/",
  );
});

test("names the service and the key of the page it stands on", () => {
  expect(snippetHtml("https://games.example.com/embed/?key=YOUR_API_KEY")).toBe(
    '{{baseUrl}}/embed/?key=<span class="demo">{{demoKey}}</span><span class="no-demo">YOUR_API_KEY</span>',
  );
});

test("opens no slot of the page with the braces of a snippet", () => {
  expect(snippetHtml("{{demoKey}} {}")).toBe("&#123;&#123;demoKey}} {}");
});
