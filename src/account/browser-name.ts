/** What browsers call themselves, the particular before the general: most claim to be others as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/(\d+)/, "Edge"],
  [/\bOPR\/(\d+)/, "Opera"],
  [/\bSamsungBrowser\/(\d+)/, "Samsung Internet"],
  [/\bWhale\/(\d+)/, "Whale"],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, "Chrome"],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** A browser as people know it, such as `Firefox 141, Windows`; what is not known stays as it is. */
export function browserName(userAgent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent));
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent));
  if (browser === undefined) {
    return userAgent;
  }
  const [sign, name] = browser;
  const [, version = ""] = sign.exec(userAgent) ?? [];
  return `${name} ${version}${system === undefined ? "" : `, ${system[1]}`}`;
}
