import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';
import { request } from '../testing/test-merchant.ts';
import { dayAt } from './days.ts';
import { placeOf } from './places.ts';
import { turnsOf } from './tides.ts';

let sandbox: SandboxProcess;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());

const list = (tenantKey: string) =>
  request(`${sandbox.partnerApps}/apps`, 'GET', undefined, { TenantKey: tenantKey, Origin: 'http://heron.localhost' });
const search = (more: object = {}) =>
  new URLSearchParams({ tenantKey: 'saltmarsh', parentUrl: 'http://saltmarsh.localhost/', siteId: '2', ...more });
const page = async (path: string, more: object = {}) => {
  const response = await fetch(`${sandbox.partnerApps}/${path}?${search(more)}`);
  return { status: response.status, text: await response.text() };
};
const fault = (fields: object) => request(`${sandbox.provider}/_sandbox/faults`, 'POST', fields);

test('a page of another origin may read the list, with the tenant’s key, and the manifests that it names', async () => {
  const preflight = await fetch(`${sandbox.partnerApps}/apps`, { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-headers')).toBe('TenantKey');
  const { status, headers, body } = await list('heron');
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(body.map(({ id, enabled }: { id: string; enabled: boolean }) => [id, enabled])).toEqual([
    ['tides-and-weather', true],
    ['shore-power', true],
    ['harbour-camera', false],
  ]);
  const manifests = await Promise.all(
    body.map(({ manifestUrl }: { manifestUrl: string }) => request(manifestUrl, 'GET')),
  );
  expect(manifests.map((manifest) => [manifest.status, manifest.body.parts?.portal.length])).toEqual([
    [200, 3],
    [200, 1],
    [404, undefined],
  ]);
  expect((await request(`${sandbox.partnerApps}/apps`, 'GET')).status).toBe(400);
});

test('a part shows the given place in the reader’s language', async () => {
  const tides = await page('tides-and-weather/tides');
  expect(tides.text).toContain('<html lang="en">');
  expect(tides.text).toContain('Oyster Creek Moorings');
  expect((await page('shore-power/meter', { language: 'fr-FR' })).text).toContain('Électricité à quai');
  for (const path of ['tides-and-weather/meter', 'harbour-camera/live', 'nothing/at-all'])
    expect((await page(path)).status).toBe(404);
  expect((await page('shore-power/meter', { parentUrl: 'javascript:alert(1)' })).status).toBe(404);
});

test('tides turn about every six hours, high after low, higher at springs; they stay what they were', () => {
  const place = placeOf('saltmarsh', '1');
  const day = dayAt(Date.UTC(2026, 5, 10), place.timeZone, 0);
  const turns = turnsOf(place, day);
  expect(turns.length).toBeGreaterThanOrEqual(3);
  for (const [index, { at, kind, height }] of turns.entries()) {
    const next = turns[index + 1];
    if (!next) continue;
    expect((next.at - at) / 3_600_000).toBeGreaterThan(5.5);
    expect((next.at - at) / 3_600_000).toBeLessThan(7);
    expect(next.kind).not.toBe(kind);
    expect(next.height > height).toBe(kind === 'low');
  }
  expect(turnsOf(place, day)).toEqual(turns);
  const ranges = Array.from({ length: 15 }, (_, ahead) => {
    const heights = turnsOf(place, dayAt(day.start, place.timeZone, ahead)).map(({ height }) => height);
    return Math.max(...heights) - Math.min(...heights);
  });
  expect(Math.max(...ranges) - Math.min(...ranges)).toBeGreaterThan(0.6);
});

test('a place has its own day, also when summer time begins', () => {
  const day = dayAt(Date.UTC(2026, 2, 29, 12), 'Europe/London', 0);
  expect(day.date).toBe('2026-03-29');
  expect((day.end - day.start) / 3_600_000).toBe(23);
});

test('all apps of a tenant can be down, or one alone, or report nothing, or lie', async () => {
  const tenant = randomUUID();
  const manifest = (app: string) => request(`${sandbox.partnerApps}/manifests/${tenant}/${app}.json`, 'GET');
  const down = { kind: 'status-after-commit', status: 503 };
  await fault({ accountId: tenant, operation: 'apps', ...down });
  expect((await list(tenant)).status).toBe(503);
  expect((await list(tenant)).status).toBe(200);
  await fault({ accountId: `${tenant}/shore-power`, operation: 'apps.manifest', ...down });
  expect((await manifest('tides-and-weather')).status).toBe(200);
  expect((await manifest('shore-power')).status).toBe(503);
  await fault({ accountId: tenant, operation: 'apps.page', kind: 'never-reports' });
  expect((await page('shore-power/meter', { tenantKey: tenant })).text).not.toContain('<script');
  await fault({ accountId: tenant, operation: 'apps.page', kind: 'hostile-messages' });
  expect((await page('shore-power/meter', { tenantKey: tenant })).text).toContain('/scripts/hostile.ts');
  expect((await page('shore-power/meter', { tenantKey: tenant })).text).toContain('/scripts/app.ts');
  await fault({ accountId: tenant, operation: 'apps.list', kind: 'drop-after-commit' });
  await expect(list(tenant)).rejects.toThrow('fetch failed');
  expect((await fault({ accountId: tenant, operation: 'apps.list', kind: 'hostile-messages' })).status).toBe(400);
});
