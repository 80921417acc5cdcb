import fc from "fast-check";
import { expect, test } from "vitest";
import { mailHtml } from "../../../server/account/mail/mail-html.ts";

const mail = (text: string) => ({ to: "", lang: "ko", subject: "Tableside: Hello", text });

test("a line that is an address is a link, and another is none", () => {
  const html = mailHtml(mail("See\nhttps://a.example/x?a=1&b=2\n\n- https://b.example\n"));
  expect(html).toContain('href="https://a.example/x?a=1&amp;b=2"');
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html.match(/<p /g)).toHaveLength(2);
  expect(html).toContain('<html lang="ko">');
  expect(html).toContain(">Hello</h1>");
});

test("whatever a text holds is text, in its link too", () => {
  const signs = fc.string({ unit: fc.constantFrom("<", ">", '"', "&", "\n", "a", "/", ":") });
  const tags = /<(?!\/?(?:html|head|meta|title|body|div|h1|p|br|a)\b|!doctype)/;
  fc.assert(
    fc.property(signs, (text) => {
      const html = mailHtml(mail(`https://a.example/${text}`));
      expect(html).not.toMatch(tags);
      expect(html.match(/<a /g)?.length ?? 0).toBeLessThanOrEqual(1);
      expect(html.match(/<a href="[^"<>]*" style="[^"]*">[^<>]*<\/a>/g)?.length ?? 0).toBe(
        html.match(/<a /g)?.length ?? 0,
      );
    }),
  );
});
