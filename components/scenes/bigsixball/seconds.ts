/** How a language writes by how many seconds a ball is behind: "+0.35", or "+0,35". `lang` is its BCP 47 tag. */
export function gapsIn(lang: string | undefined): (ms: number, digits: number) => string {
  // To ask for the sign once costs less than a format for each frame.
  const [, point = "."] = (0.5).toLocaleString(lang);
  return (ms, digits) => `+${(ms / 1000).toFixed(digits).replace(".", point)}`;
}
