import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./App.tsx";

const app = document.querySelector("#app");
if (app !== null) {
  hydrateRoot(
    app,
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
