import { useEffect, useRef } from "react";
import { createTable } from "tableside";

const key: string = import.meta.env["VITE_KEY"];

interface Props {
  service: string;
  report: (news: string) => void;
}

export function Frame({ service, report }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) {
      return;
    }
    const table = createTable(place.current, { baseUrl: service, game: "baccarat", key });
    table.on("ready", () => report("ready"));
    table.on("phase", ({ type, phase }) => report(`${type} ${phase}`));
    return () => table.destroy();
  }, [service, report]);
  return <div ref={place} />;
}
