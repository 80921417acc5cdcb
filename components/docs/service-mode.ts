/** Shows which mode runs today, as the service's own schedule says. Without an answer nothing is shown. */
export async function showServiceMode(root: ParentNode): Promise<void> {
  const line = root.querySelector<HTMLElement>(".service-mode");
  const address = line?.dataset["schedule"];
  if (line === null || address === undefined) {
    return;
  }
  const response = await fetch(address);
  const { entropy } = Object(await response.json()) as { entropy?: unknown };
  for (const words of line.querySelectorAll<HTMLElement>("[data-entropy]")) {
    const isIt = words.dataset["entropy"] === entropy;
    words.hidden = !isIt;
    line.hidden &&= !isIt;
  }
}
