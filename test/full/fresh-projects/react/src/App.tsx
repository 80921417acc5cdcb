import { useRef, useState } from "react";
import { GameLobby, GameTable } from "tableside/react";
import type { GameTableElement } from "tableside/react";
import { Frame } from "./Frame.tsx";

const service: string = import.meta.env["VITE_SERVICE"];

/** A table of each kind, and the messages it sends the page. */
export function App() {
  const table = useRef<GameTableElement>(null);
  const [element, setElement] = useState("waiting");
  const [frame, setFrame] = useState("waiting");
  return (
    <>
      <GameTable
        ref={table}
        game="baccarat"
        baseUrl={service}
        style={{ display: "block", aspectRatio: "830 / 553" }}
        onReady={() => setElement("ready")}
        onPhase={({ detail }) => {
          // The element's own events, through its ref.
          setElement(`${detail.type} ${table.current?.phase}`);
          // @ts-expect-error No message holds a card.
          void detail.cards;
        }}
      />
      <output>{element}</output>
      <Frame service={service} report={setFrame} />
      <output>{frame}</output>
    </>
  );
}

/** JSX also accepts the element by its own name, and neither without a game. For the type check only. */
export const TYPED = [
  () => <game-table game="baccarat" onphase={({ detail }) => console.log(detail.round)} />,
  () => <GameLobby baseUrl={service} onOpen={({ detail }) => console.log(detail.game)} />,
  () => <game-lobby games="baccarat" onopen={({ detail }) => console.log(detail.game)} />,
  // @ts-expect-error There is no table without a game.
  () => <game-table />,
  // @ts-expect-error Nor here.
  () => <GameTable baseUrl={service} />,
];
