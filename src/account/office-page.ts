import type { Fields, OfficePage, OfficePageData } from "./office-data.ts";

/** What a page shows, from what the server passed to it; sets the status of the answer. */
export function officePage<Name extends keyof OfficePageData>(
  _name: Name,
  { locals, response }: { locals: App.Locals; response: { status?: number } },
): OfficePage<Name> {
  const page = locals.owner;
  response.status = page.shell.status;
  // The server passes each page the data of its own name.
  return page as OfficePage<Name>;
}

/** Whether a form is the one whose fields these are: its button does the same, and it is about the same. */
export function isTyped(typed: Fields | null, act: string, about: Fields): boolean {
  return (
    typed !== null &&
    typed["do"] === act &&
    Object.entries(about).every(([name, value]) => typed[name] === value)
  );
}
