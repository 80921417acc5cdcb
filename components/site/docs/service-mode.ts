/** Shows the service's current mode, from its schedule. Without an answer the line stays hidden. */
export async function showServiceMode(root: ParentNode): Promise<void> {
  const line = root.querySelector<HTMLElement>(".service-mode");
  const code = line?.querySelector("code");
  const address = line?.dataset["schedule"];
  if (!line || !code || address === undefined) {
    return;
  }
  const { entropy } = Object(await (await fetch(address)).json()) as { entropy?: unknown };
  if (entropy === "seed" || entropy === "drand") {
    code.textContent = entropy;
    line.dataset["mode"] = entropy;
  }
}
