import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { satteri } from "@astrojs/markdown-satteri";
import { pathOf } from "./outline.ts";

/** How the highlighter calls what a file holds, where it is not the file's extension. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ".mjs": "js",
  ".py": "python",
  ".conf": "nginx",
  ".service": "systemd",
  "": "docker",
};

/** Where a long name may go on in the next line: after a `_` or a `/` within it. */
const BREAKS = /(?<=\S[_/])(?=[\w{])/;

/** Files of so many lines are shown at once; longer ones, and links titled "folded", when they are opened. */
const SHORT = 40;

/**
 * How the docs' Markdown becomes pages. In the repository it reads as it is: links lead to other files
 * of the folder, and a file of the project is one link on a line of its own, where the page shows the
 * file itself.
 */
export const docsMarkdown = satteri({
  mdastPlugins: [
    {
      name: "tableside:links",
      link(node, ctx) {
        const [, page, anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(node.url) ?? [];
        if (page !== undefined) {
          ctx.setProperty(node, "url", pathOf(page) + anchor);
        }
        // What is served as it lies there.
        const [, served] = /^(?:\.\.\/)+public(\/.*)$/.exec(node.url) ?? [];
        if (served !== undefined) {
          ctx.setProperty(node, "url", served);
        }
      },
    },
    {
      name: "tableside:files",
      paragraph(node, ctx) {
        const [link, ...others] = node.children;
        if (link?.type !== "link" || others.length > 0 || !link.url.startsWith("../")) {
          return;
        }
        const extension = extname(link.url);
        const value = readFileSync(new URL(link.url, ctx.fileURL), "utf8").trimEnd();
        const name = ctx.textContent(link);
        const isFolded = link.title === "folded" || value.split("\n").length > SHORT;
        const open = isFolded ? "" : " open";
        ctx.replaceNode(node, [
          { type: "html", value: `<details${open}><summary><code>${name}</code></summary>` },
          { type: "code", lang: LANGUAGES[extension] ?? extension.slice(1), value },
          { type: "html", value: "</details>" },
        ]);
      },
    },
  ],
  hastPlugins: [
    {
      name: "tableside:breaks",
      element: {
        filter: ["code"],
        visit(node, ctx) {
          const parts = ctx.textContent(node).split(BREAKS);
          const parent = ctx.parent(node);
          if (parts.length === 1 || (parent?.type === "element" && parent.tagName === "pre")) {
            return;
          }
          const children = parts.flatMap((value, index) => {
            const text = { type: "text" as const, value };
            const wbr = { type: "element" as const, tagName: "wbr", properties: {}, children: [] };
            return index === 0 ? [text] : [wbr, text];
          });
          ctx.replaceNode(node, { type: "element", tagName: "code", properties: {}, children });
        },
      },
    },
    // What is wider than a phone scrolls by itself, by keys as well.
    {
      name: "tableside:scrolling-code",
      element: {
        filter: ["pre"],
        visit(node, ctx) {
          ctx.setProperty(node, "tabIndex", 0);
          ctx.setProperty(node, "role", "group");
          ctx.setProperty(node, "ariaLabel", "Code");
        },
      },
    },
    {
      name: "tableside:boxes",
      element: {
        filter: ["pre", "table"],
        visit(node, ctx) {
          const properties =
            node.tagName === "pre"
              ? { className: ["code"] }
              : { className: ["table"], tabIndex: 0, role: "group", ariaLabel: "Table" };
          ctx.wrapNode(node, { type: "element", tagName: "div", properties, children: [] });
        },
      },
    },
  ],
});
