import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { App } from "./App.tsx";

console.log(
  renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
