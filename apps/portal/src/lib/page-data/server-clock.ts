import { takeBlock } from './document-data.ts';

/** The server's time minus this device's, in ms. A device's clock can be wrong by a day or a year. */
let ahead = 0;

/** Takes the server's time over, as an answer tells it that has just come. */
export function noteServerTime(time: number): void {
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

noteServerTime(takeBlock('sent-at') ?? Number.NaN);

/** Returns the time of the server, for whatever depends on the day. */
export const serverNow = (): Date => new Date(Date.now() + ahead);
