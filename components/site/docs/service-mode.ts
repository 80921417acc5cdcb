/** Shows the service's current mode, from its schedule. Without a response the line stays hidden. */
export async function showServiceMode(root: ParentNode): Promise<void> {
  const line = root.querySelector<HTMLElement>(".service-mode");
  const url = line?.dataset["schedule"];
  if (!line || url === undefined) {
    return;
  }
  const { entropy } = Object(await (await fetch(url)).json()) as { entropy?: unknown };
  if (entropy === "seed" || entropy === "drand") {
    line.dataset["mode"] = entropy;
  }
}
