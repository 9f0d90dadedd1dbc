import { parseUrl } from '../../lib/navigation/parse-url.ts';
import type { IsAllowed, ListedApp, MicroApp, MicroAppPart } from './micro-app.ts';

/** Maximum number of apps and of parts. A sidebar can't show more, so a longer list is a mistake or an attack. */
const most = 20;
const id = /^[\w.-]{1,60}$/;

type Fields = Record<string, unknown>;

/**
 * Reads the list of apps that another server answered. It keeps apps that are enabled, have the right shape and are
 * at allowed addresses, and leaves out all others.
 * @throws Error if the answer is not a list
 */
export function readAppList(answer: unknown, base: string, isAllowed: IsAllowed): ListedApp[] {
  if (!Array.isArray(answer)) throw new Error('The list of apps is not an array');
  const apps = answer.slice(0, most).flatMap((entry: unknown) => {
    const { enabled, ...rest } = fieldsOf(entry);
    const manifestUrl = addressOf(rest.manifestUrl, base, isAllowed);
    const url = addressOf(rest.url, base, isAllowed);
    if (enabled !== true || manifestUrl === undefined || url === undefined) return [];
    const appId = rest.id === undefined ? idFrom(url) : rest.id;
    return isId(appId) ? [{ id: appId, manifestUrl, url }] : [];
  });
  return apps.filter((app, place) => apps.findIndex((other) => other.id === app.id) === place);
}

/**
 * Reads the manifest of an app.
 * @throws Error if it has no part that can be shown
 */
export function readManifest(answer: unknown, app: ListedApp, isAllowed: IsAllowed): MicroApp {
  const manifest = fieldsOf(answer);
  const listed: unknown = fieldsOf(manifest.parts).portal;
  const [first, ...others] = Array.isArray(listed)
    ? listed.slice(0, most).flatMap((part: unknown) => readPart(part, app.url, isAllowed))
    : [];
  if (first === undefined) throw new Error(`The manifest of ${app.id} has no part for portals`);
  return {
    id: app.id,
    title: textOf(manifest.title) || first.title,
    translationKey: textOf(manifest.translationKey) || (manifest.title ? '' : first.translationKey),
    parts: [first, ...others],
  };
}

function readPart(entry: unknown, base: string, isAllowed: IsAllowed): MicroAppPart[] {
  const part = fieldsOf(entry);
  const url = addressOf(part.url, base, isAllowed);
  const title = textOf(part.title);
  if (!isId(part.id) || url === undefined || title === '') return [];
  const display = part.display === 'modal' ? 'modal' : 'page';
  return [{ id: part.id, title, icon: textOf(part.icon), translationKey: textOf(part.translationKey), url, display }];
}

/** Returns an id for an app without one: the last part of its address, or its host. */
function idFrom(url: string): string {
  const { pathname, hostname } = new URL(url);
  return pathname.split('/').findLast((part) => part !== '') ?? hostname;
}

const isId = (value: unknown): value is string => typeof value === 'string' && id.test(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 80) : '');

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

function addressOf(value: unknown, base: string, isAllowed: IsAllowed): string | undefined {
  const address = typeof value === 'string' ? parseUrl(value, base) : null;
  return address && isAllowed(address) ? address.href : undefined;
}
