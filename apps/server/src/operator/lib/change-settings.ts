import { features } from '@quayside/contract/shared/call.ts';
import { isEmailAddress } from '@quayside/contract/shared/common.ts';
import { minorToDecimal } from '@quayside/contract/shared/money.ts';
import type { z } from 'zod';
import { isPayableAmount } from '../../features/payments/payments.exports.ts';
import { tellIssue } from '../../lib/telemetry/tell-issue.ts';
import { TenantSettings } from '../../lib/settings/tenant-settings.ts';
import { googlePayTakes } from '../../providers/payments/wallets.ts';
import { knownLanguages } from '../../lib/texts/texts.ts';
import { OperatorError } from './command.ts';

type Tree = { [key: string]: unknown };

/** The words after a change of settings. */
export const savedSettings = 'Saved. Running servers use it within five seconds.';

/**
 * Returns the settings with one of them changed.
 * @param path such as `permissions.showEstimates`
 * @param text the value: JSON, or plain text if it is no JSON that fits
 * @throws OperatorError if there is no such setting, or the value does not fit
 */
export function setOne(settings: TenantSettings, path: string, text: string): TenantSettings {
  const attempts = [...jsonOf(text), text].map((value) => TenantSettings.safeParse(withValue(settings, path, value)));
  const fitting = attempts.find(({ success }) => success) ?? attempts[0];
  return accept(fitting, (parsed) => {
    if (valueAt(parsed, path) === undefined) throw unknownSetting(path);
    refuseUnknownFlag(settings, parsed);
  });
}

/**
 * Returns the settings with `changes` merged in. Objects are merged field by field; null removes a field (RFC
 * 7386).
 * @throws OperatorError if a setting is unknown or a value does not fit
 */
export function mergeIn(settings: TenantSettings, changes: Tree): TenantSettings {
  const names = Object.keys(TenantSettings.shape);
  const unknown = Object.keys(changes).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownSetting(unknown);
  const merged = merge(settings, changes) as Tree;
  // A setting at the top can't be missing, so null is a value there and removes nothing.
  for (const [name, change] of Object.entries(changes)) if (change === null) merged[name] = null;
  return accept(TenantSettings.safeParse(merged), (parsed) => refuseUnknownFlag(settings, parsed));
}

function accept(
  result: ReturnType<typeof TenantSettings.safeParse> | undefined,
  check: (settings: TenantSettings) => void,
): TenantSettings {
  if (!result?.data) {
    throw new OperatorError(result?.error ? problemsOf(result.error) : '');
  }
  check(result.data);
  checkTogether(result.data);
  return result.data;
}

/** Refuses a new feature flag that nothing reads: a wrong letter would change nothing, without a word. */
function refuseUnknownFlag(before: TenantSettings, after: TenantSettings): void {
  const names: readonly string[] = [...features, ...Object.keys(before.features)];
  const unknown = Object.keys(after.features).find((flag) => !names.includes(flag));
  if (unknown !== undefined)
    throw new OperatorError(`There is no feature "${unknown}". They are ${features.join(', ')}.`);
}

/** Returns one line for each problem: its path and its message. Values are left out, because some are secret. */
export const problemsOf = ({ issues }: Pick<z.ZodError, 'issues'>): string =>
  issues.map((issue) => `${issue.path.join('.')}: ${tellIssue(issue)}`).join('\n');

/** Checks the rules that hold between settings. */
function checkTogether(settings: TenantSettings): void {
  const { culture, backgroundColour, authProviders, maxPayment, partialPaymentMinimum } = settings;
  const unknown = culture.availableLanguages.find((language) => !knownLanguages.includes(language));
  if (unknown !== undefined)
    throw new OperatorError(`There are no texts in "${unknown}". Known languages: ${knownLanguages.join(', ')}.`);
  if (!culture.availableLanguages.includes(culture.defaultLanguage))
    throw new OperatorError('culture.defaultLanguage has to be one of culture.availableLanguages.');
  checkPayable('maxPayment', maxPayment, culture);
  checkSmallestPart(partialPaymentMinimum, culture);
  checkColour('backgroundColour', backgroundColour);
  checkAddress('contact.email', settings.contact.email);
  checkAddress('sender.address', settings.sender.address ?? '');
  for (const { key, colour } of authProviders) if (colour !== null) checkColour(`colour of ${key}`, colour);
}

function checkSmallestPart(minimum: TenantSettings['partialPaymentMinimum'], culture: TenantSettings['culture']): void {
  if (minimum?.unit === 'amount') checkPayable('partialPaymentMinimum.value', minimum.value, culture);
  if (minimum?.unit === 'percent' && minimum.value > 100)
    throw new OperatorError('partialPaymentMinimum.value has to be 100 percent at most.');
}

/**
 * Checks a setting for the largest payment, or for the smallest part.
 * @throws OperatorError if nobody could pay the amount, or it has more decimals than the currency
 */
export function checkPayable(setting: string, amount: unknown, culture: TenantSettings['culture']): void {
  if (typeof amount !== 'number' || isPayableAmount(amount, culture)) return;
  const { isoCurrencyCode, currencyDecimalPlaces: places } = culture;
  throw new OperatorError(
    `${setting} has to be an amount of ${isoCurrencyCode} with at most ${places} decimals, ` +
      `${minorToDecimal(1, places)} at least.`,
  );
}

/**
 * Checks that the marina's currency is one that Google Pay takes, if a provider's settings turn it on.
 * @param settings of the provider, as they are stored
 * @throws OperatorError that says which setting to leave out, and why
 */
export function checkGooglePay(provider: string, settings: unknown, culture: TenantSettings['culture']): void {
  const { googlePay = null } = settings as { googlePay?: unknown };
  const { isoCurrencyCode, currencyDecimalPlaces: places } = culture;
  if (googlePay === null || googlePayTakes(places)) return;
  throw new OperatorError(
    `providers.${provider}.googlePay: Google Pay takes amounts with at most two decimals, and ${isoCurrencyCode} ` +
      `has ${places}. Leave googlePay out.`,
  );
}

function checkColour(setting: string, colour: string): void {
  if (!/^#[0-9a-f]{6}$/i.test(colour))
    throw new OperatorError(`${setting}: "${colour}" is not a colour such as #0f6e6a`);
}

/** Checks the address of an office or a sender. An empty one means that there is none. */
function checkAddress(setting: string, address: string): void {
  if (address !== '' && !isEmailAddress(address))
    throw new OperatorError(`${setting}: "${address}" is not an e-mail address`);
}

/**
 * Refuses values of our example files that nobody has replaced, such as `your-server-key`.
 * @param path of the value, such as `providers.redirect`
 * @throws OperatorError that names the field
 */
export function refusePlaceholders(path: string, value: unknown): void {
  if (typeof value === 'string' && /^your-|[./]your-[a-z-]+\.example\b/.test(value))
    throw new OperatorError(`${path}: "${value}" is an example's value. Give your own.`);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) refusePlaceholders(`${path}.${name}`, inner);
}

const unknownSetting = (path: string) =>
  new OperatorError(
    `There is no setting "${path}". They are name, hosts, ${Object.keys(TenantSettings.shape).join(', ')}; ` +
      '"tenant show" shows all.',
  );

function jsonOf(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

function withValue(settings: Tree, path: string, value: unknown): Tree {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...settings, [first]: value };
  const inner = settings[first];
  const tree = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Tree) : undefined;
  if (tree === undefined) throw unknownSetting(path);
  return { ...settings, [first]: withValue(tree, rest.join('.'), value) };
}

function valueAt(settings: Tree, path: string): unknown {
  return path.split('.').reduce<unknown>((tree, name) => (tree as Tree | undefined)?.[name], settings);
}

function merge(stored: unknown, changes: unknown): unknown {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return changes;
  const before = typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Tree) : {};
  const after: Tree = { ...before };
  for (const [name, change] of Object.entries(changes)) {
    if (change === null) delete after[name];
    else after[name] = merge(before[name], change);
  }
  return after;
}
