import { settingGroups } from "../../server/config/settings.ts";
import type { Setting } from "../../server/config/settings.ts";

const HEAD = `---
title: Settings
description: Everything the service reads from its environment, generated from the code that reads it.
---

Set them as environment variables. Wrong values are refused at start, all at once, in words. So is a name
one typing error away from a setting, such as \`BASEURL\`; names shorter than seven letters are not checked, since they may be another
program's.
`;

/** The page of all settings, as Markdown. */
export function settingsPage(): string {
  const groups = Object.entries(settingGroups).map(
    ([group, settings]) => `## ${group}\n\n${Object.entries(settings).map(entry).join("\n\n")}\n`,
  );
  return [HEAD, ...groups].join("\n");
}

function entry([name, { meaning, allowed, unset }]: [string, Setting]): string {
  const unsetText = typeof unset === "string" ? unset : `\`${unset.value}\``;
  const allowedText = allowed.replace(/\b[a-z]+:\/\/[^\s,]+/g, "`$&`");
  return `### ${name}\n\n${meaning}\n\n- Must be ${allowedText}.\n- Default: ${unsetText}`;
}
