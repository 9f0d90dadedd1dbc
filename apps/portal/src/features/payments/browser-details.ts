import type { BrowserDetails } from '@quayside/contract/cards.ts';
import type { z } from 'zod';

const depths = ['48', '32', '24', '16', '15', '8', '4', '1'] as const;

/** Facts of this browser that the issuing bank judges by. */
export function readBrowserDetails(): z.input<typeof BrowserDetails> {
  return {
    javaEnabled: false,
    javascriptEnabled: true,
    language: navigator.language,
    // Only these depths are allowed on the wire: 30 bits count as the next lower one, 24.
    colorDepthBits: depths.find((depth) => Number(depth) <= screen.colorDepth) ?? '24',
    screenHeight: screen.height,
    screenWidth: screen.width,
    timezoneOffset: new Date().getTimezoneOffset(),
  };
}
