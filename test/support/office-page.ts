/** What a page says, without what it is made of. */
export function wordsOf(page: string): string {
  const said = page.replaceAll(/<!--.*?-->|<style>.*?<\/style>|<\?>/gs, "");
  return said.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

/** The fields of the last form on a page, or of the one that was sent, as a browser would send them. */
export function sentFields(page: string): Record<string, string> {
  const [sent] = /<form[^>]* id="typed".*?<\/form>/s.exec(page) ?? [];
  const form = sent ?? page.slice(page.lastIndexOf("<form"));
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/gs)) {
    const name = / name="([^"]*)"/.exec(input)?.[1] ?? "";
    fields[name] = input.includes('type="checkbox"')
      ? / checked/.test(input)
        ? "on"
        : ""
      : (/ value="([^"]*)"/.exec(input)?.[1] ?? "");
  }
  for (const [, name = "", options = ""] of form.matchAll(
    /<select[^>]* name="([^"]*)".*?>(.*?)<\/select>/gs,
  )) {
    const said = options.replaceAll(/<!--.*?-->|<\?>/gs, "");
    fields[name] = /<option[^>]* selected[^>]*>([^<]*)</.exec(said)?.[1] ?? "";
  }
  return fields;
}
