declare namespace App {
  interface Locals {
    /** The data that the server passes to a page under /account/. */
    account: import("./account/page-data.ts").PortalPage;
    /** The data that the server passes to a page under /owner/. */
    owner: import("./account/office-data.ts").OfficePage;
  }
}
