/**
 * Normalises typed text to NFKC, as the service does, because full-width digits would fail the browser's own
 * validation.
 */
export function normaliseTypedFields(page: Document): void {
  page.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && /^(text|email)$/.test(target.type)) {
      target.value = target.value.normalize("NFKC");
    }
  });
}
