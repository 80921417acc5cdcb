import type { Fields, OfficePage, OfficePageData } from "./office-data.ts";

/** Returns a page's data, and sets the response status. */
export function officePage<Name extends keyof OfficePageData>(
  _name: Name,
  { locals, response }: { locals: App.Locals; response: { status?: number } },
): OfficePage<Name> {
  const page = locals.owner;
  response.status = page.shell.status;
  // The cast is safe because the server passes each page the data under its own name.
  return page as OfficePage<Name>;
}

/** Whether the typed fields belong to a form, by its action and the fields that identify its subject. */
export function isTyped(typed: Fields | null, action: string, about: Fields): boolean {
  return (
    typed !== null &&
    typed["do"] === action &&
    Object.entries(about).every(([name, value]) => typed[name] === value)
  );
}
