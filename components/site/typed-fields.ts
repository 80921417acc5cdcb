/**
 * Puts what is typed into a page's fields into Unicode's form NFKC, as the service does: digits in full width
 * would not get past the browser's own check of a field.
 */
export function normaliseTypedFields(page: Document): void {
  page.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && /^(text|email)$/.test(target.type)) {
      target.value = target.value.normalize("NFKC");
    }
  });
}
