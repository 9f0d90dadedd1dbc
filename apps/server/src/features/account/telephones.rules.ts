import type { PhoneNumber } from 'libphonenumber-js';

/**
 * The library is loaded for the first number that is saved, and not at boot: the plans of all countries take a while
 * to read.
 */
async function read(text: string, countryCode: string): Promise<PhoneNumber | undefined> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const country = isSupportedCountry(countryCode) ? countryCode : undefined;
  const number = parsePhoneNumberFromString(text, country);
  return number?.isPossible() ? number : undefined;
}

/** Returns a number in E.164 if its country is known, else as it was typed (decision C5.6). */
export async function storedTelephone(text: string, countryCode: string): Promise<string> {
  return (await read(text, countryCode))?.number ?? text;
}

/** Tells if a number is certainly a landline, which receives no text messages. */
export async function isLandline(text: string, countryCode: string): Promise<boolean> {
  return (await read(text, countryCode))?.getType() === 'FIXED_LINE';
}
