declare namespace App {
  interface Locals {
    /** What the server hands to a page under /account/. */
    account: import("./account/page-data.ts").PortalPage;
  }
}
