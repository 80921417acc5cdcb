import { useState } from "react";
import { GameTable } from "tableside/react";
import { Frame } from "./Frame.tsx";

const service: string = import.meta.env["VITE_SERVICE"];

/** A table of each kind, and what it tells the page. */
export function App() {
  const [element, setElement] = useState("waiting");
  const [frame, setFrame] = useState("waiting");
  return (
    <>
      <GameTable
        game="baccarat"
        baseUrl={service}
        style={{ display: "block", aspectRatio: "830 / 553" }}
        onReady={() => setElement("ready")}
        onPhase={({ detail }) => {
          setElement(`${detail.type} ${detail.phase}`);
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

/** JSX takes the element by its own name as well, and neither without a game. For the type check alone. */
export const TYPED = [
  () => <game-table game="baccarat" onphase={({ detail }) => console.log(detail.round)} />,
  // @ts-expect-error There is no table without a game.
  () => <game-table />,
  // @ts-expect-error Nor here.
  () => <GameTable baseUrl={service} />,
];
