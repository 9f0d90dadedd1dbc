import type { BrowserDetails } from '@quayside/contract/cards.ts';
import type { z } from 'zod';

const depths = ['48', '32', '24', '16', '15', '8', '4', '1'] as const;

/** Returns the facts about this browser that the issuing bank uses to decide. */
export function readBrowserDetails(): z.input<typeof BrowserDetails> {
  return {
    javaEnabled: false,
    javascriptEnabled: true,
    language: navigator.language,
    // The wire allows only these depths. A depth of 30 bits becomes the next lower one, 24.
    colorDepthBits: depths.find((depth) => Number(depth) <= screen.colorDepth) ?? '24',
    screenHeight: screen.height,
    screenWidth: screen.width,
    timezoneOffset: new Date().getTimezoneOffset(),
  };
}
