import { useEffect, useRef, useState } from "react";
import "tableside/element";
import "tableside/lobby";
import type { GameTableElement } from "tableside/element";
import { Frame } from "./Frame.tsx";

const service: string = import.meta.env["VITE_SERVICE"];

/** A table of each kind, and the messages it sends the page. */
export function App() {
  const table = useRef<GameTableElement>(null);
  const [element, setElement] = useState("waiting");
  const [frame, setFrame] = useState("waiting");
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    table.current?.addEventListener("ready", () => setElement("ready"), { signal });
    table.current?.addEventListener(
      "phase",
      ({ detail }) => {
        setElement(`${detail.type} ${table.current?.phase}`);
        // @ts-expect-error No message contains a card.
        void detail.cards;
      },
      { signal },
    );
    return () => stopping.abort();
  }, []);
  return (
    <>
      <game-table
        ref={table}
        game="baccarat"
        base-url={service}
        style={{ display: "block", aspectRatio: "830 / 553" }}
      />
      <output>{element}</output>
      <Frame service={service} report={setFrame} />
      <output>{frame}</output>
    </>
  );
}

/** For the type check only. */
export const TYPED = [
  () => <game-table game="baccarat" onphase={({ detail }) => console.log(detail.round)} />,
  () => <game-lobby games="baccarat" onopen={({ detail }) => console.log(detail.game)} />,
  // @ts-expect-error There is no table without a game.
  () => <game-table />,
];
