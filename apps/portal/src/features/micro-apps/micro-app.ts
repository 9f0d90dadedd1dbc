/** A screen of an app that the portal frames. */
export interface MicroAppPart {
  id: string;
  title: string;
  icon: string;
  /** Of the tenant's or the portal's texts; where there is no such text, the title counts. */
  translationKey: string;
  url: string;
  display: 'page' | 'modal';
}

/** A partner's app, as its manifest describes it. */
export interface MicroApp {
  id: string;
  title: string;
  translationKey: string;
  /** At least one. */
  parts: readonly [MicroAppPart, ...MicroAppPart[]];
}

/** An app of the list, before its manifest is read. */
export interface ListedApp {
  id: string;
  manifestUrl: string;
  url: string;
}

/** Whether something may be loaded from or framed at an address. */
export type IsAllowed = (address: URL) => boolean;
