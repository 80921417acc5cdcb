/** Shows the service's current mode, from its schedule. Without a response the line stays hidden. */
export async function showServiceMode(root: ParentNode): Promise<void> {
  const line = root.querySelector<HTMLElement>(".service-mode");
  const code = line?.querySelector("code");
  const url = line?.dataset["schedule"];
  if (!line || !code || url === undefined) {
    return;
  }
  const { entropy } = Object(await (await fetch(url)).json()) as { entropy?: unknown };
  if (entropy === "seed" || entropy === "drand") {
    code.textContent = entropy;
    line.dataset["mode"] = entropy;
  }
}
