import { createHash } from 'node:crypto';
import { getLanguageFile, listLanguages } from '@quayside/contract/tenant/languages.ts';
import { getConfig, type TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveProvider } from '../features/payments/providers/providers.service.ts';
import { TenantSettings } from '../lib/settings/tenant-settings.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeTenant, sampleSettings, type TestTenant } from '../testing/factories/factories.ts';
import { asset, assetText, makePortalFolder } from '../testing/portal-folder.ts';

let app: TestApp;
let marina: TestTenant;
let other: TestTenant;
const portal = makePortalFolder();

const provider = {
  displayName: 'Card',
  inTestMode: true,
  apiBaseUrl: 'https://api.provider.example',
  scriptBaseUrl: 'https://scripts.provider.example/base',
  accountId: '1001',
  serverKey: 'server',
  serverSecret: 'server-secret',
  tokenKey: 'token',
  tokenSecret: 'token-secret',
};

beforeAll(async () => {
  app = await startTestApp({ portalFolder: portal.folder });
  marina = await makeTenant(app, {
    name: 'Heron Marina',
    settings: sampleSettings({
      portalTitle: 'Heron <Marina> & Co',
      translations: { 'en-GB': { a: '</script><script>x()' } },
    }),
  });
  other = await makeTenant(app, {
    name: 'Port Soleil',
    settings: sampleSettings({
      portalTitle: 'Port Soleil',
      backgroundColour: '#1c4fc4',
      culture: { ...sampleSettings().culture, defaultLanguage: 'fr-FR', availableLanguages: ['fr-FR', 'en-GB'] },
    }),
  });
  await saveProvider(marina.db, marina.id, { siteId: 1, key: 'paysafe', position: 1, settings: provider });
});
afterAll(async () => {
  await app.close();
  portal.remove();
});

const block = (html: string, id: string): string | undefined =>
  new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html)?.[1]?.replaceAll('\\u003c', '<');
const stylesIn = (html: string) =>
  [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => hashOf(text)).join(' ');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = (headers: Headers) => headers.get('content-security-policy') ?? '';

describe('the marina of a page', () => {
  test('before and without scripts the page says whose it is, and how to reach the office', async () => {
    const { text } = await app.client(marina.key).get('/login', { 'accept-language': 'fr' });
    expect(text).toMatch(/<div id="root"><div class="first-paint">.*Heron Marina/);
    expect(text).toMatch(/<noscript><p>Cette page a besoin de JavaScript.* Ou contactez Heron Marina/);
  });

  test('[SAFE-4] the policy allows a page’s own style by its hash, and a provider’s script by the nonce', async () => {
    const login = await app.client(marina.key).get('/login');
    const stray = await app.client('nobody').get('/login');
    for (const { headers, text } of [login, stray]) {
      expect(stylesIn(text)).toMatch(/^'sha256-.{44}'$/);
      expect(policy(headers)).toContain(`style-src 'self' ${stylesIn(text)};`);
    }
    const nonces = [];
    for (let n = 0; n < 2; n++) {
      const { headers, text } = await app.client(marina.key).get('/secure/paysafe/checkout');
      const nonce = JSON.parse(block(text, 'style-nonce') ?? '') as string;
      expect(nonce).toMatch(/^[\w-]{43}$/);
      expect(policy(headers)).toContain(`style-src 'self' ${stylesIn(text)} 'nonce-${nonce}';`);
      // A kept page would meet the next answer's policy, which has another nonce.
      expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(2);
    const without = await app.client(other.key).get('/secure/paysafe/checkout');
    expect([policy(without.headers).includes('nonce'), block(without.text, 'style-nonce')]).toEqual([false, undefined]);
  });

  test('[SHELL-1] a host without a marina gets one plain sentence and no brand', async () => {
    const page = await app.client('nobody').get('/login', { 'accept-language': 'fr' });
    expect(page.status).toBe(404);
    expect(page.text).toContain('<html lang="fr-FR">');
    expect(page.text).not.toContain('portal-config');
    expect(policy(page.headers)).toContain("default-src 'self'");
  });

  test('[SHELL-1] two marinas on one server never mix, in turns and at once', async () => {
    const turns = [marina, other, marina, other, other, marina];
    const pages = await Promise.all(turns.map(({ key }) => app.client(key).get('/login')));
    const names = pages.map(({ text }) => (JSON.parse(block(text, 'portal-config') ?? '{}') as TenantConfig).name);
    expect(names).toEqual([
      'Heron Marina',
      'Port Soleil',
      'Heron Marina',
      'Port Soleil',
      'Port Soleil',
      'Heron Marina',
    ]);
    expect(pages[0]?.text).toContain('<title>Heron &lt;Marina&gt; &amp; Co</title>');
    expect(pages[1]?.text).toContain('<title>Port Soleil</title>');
    expect(pages[1]?.text).toContain('--qs-brand:#1c4fc4');
    expect(pages[1]?.text).not.toContain('Heron');
  });

  test('[SHELL-1] ?tenant= names the marina for the rest of the browser session', async () => {
    const client = app.client('x');
    client.headers = {};
    expect((await client.get('/login')).status).toBe(404);
    expect((await client.get(`/login?tenant=${other.key}`)).text).toContain('Port Soleil');
    expect((await client.get('/secure/dashboard')).text).toContain('Port Soleil');
    expect((await client.call(getConfig, {})).body.name).toBe('Port Soleil');
  });
});

describe('the content of the page', () => {
  test('[SHELL-1] its config is byte for byte what the call answers', async () => {
    const client = app.client(marina.key);
    const page = await client.get('/login');
    const answer = await client.call(getConfig, {});
    expect(block(page.text, 'portal-config')).toBe(answer.text);
  });

  test('[LANG-3] its texts are those of its page and the entry, in every form, as in the language files', async () => {
    const client = app.client(marina.key);
    const params = { folder: 'Portal', language: 'fr-FR' } as const;
    const file = Object.entries((await client.call(getLanguageFile, { params, query: {} })).body);
    const { text } = await client.get('/secure/dashboard', { 'accept-language': 'fr-FR' });
    const shown = file.filter(([key]) => /^(calendar\.renew$|dashboard\.boats_)/.test(key));
    expect(shown).toHaveLength(4);
    const texts = Object.fromEntries(shown);
    expect(JSON.parse(block(text, 'page-texts') ?? '')).toEqual({ language: 'fr-FR', texts });
  });

  test('[LANG-3] its languages are byte for byte what the call answers', async () => {
    const client = app.client(marina.key);
    expect(block((await client.get('/login')).text, 'languages')).toBe((await client.call(listLanguages, {})).text);
  });

  test('[SAFE-4] nothing in its data can end the element it stands in', async () => {
    const { text } = await app.client(marina.key).get('/login');
    expect(text).not.toContain('</script><script>x()');
    expect(text).toContain('\\u003c/script>\\u003cscript>x()');
  });

  test('[LANG-2] the language: chosen, else the browser’s by its primary tag, else the marina’s own', async () => {
    const languageOf = async (key: string, headers: Record<string, string>) =>
      /<html lang="([^"]*)" dir="ltr">/.exec((await app.client(key).get('/login', headers)).text)?.[1];
    expect(await languageOf(marina.key, { 'accept-language': 'da, fr;q=0.8, en;q=0.5' })).toBe('fr-FR');
    expect(await languageOf(marina.key, { 'accept-language': 'da' })).toBe('en-GB');
    expect(await languageOf(other.key, { 'accept-language': 'da' })).toBe('fr-FR');
    const chosen = { cookie: 'ha.selectedLanguage=fr-FR', 'accept-language': 'en-GB' };
    expect(await languageOf(marina.key, chosen)).toBe('fr-FR');
    expect(await languageOf(marina.key, { ...chosen, cookie: 'ha.selectedLanguage=tlh' })).toBe('en-GB');
  });

  test('preloads the chunks of the route that is asked for, and no other’s', async () => {
    const page = await app.client(marina.key).get('/portal/Login/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/login.js">');
    expect(page.text).not.toContain('/assets/dashboard.js');
    expect(page.text).not.toContain('/assets/shared.js');
  });

  test('its styles are inside the document, and its scripts come after the first screen', async () => {
    const { text } = await app.client(marina.key).get('/login');
    expect(/<style>(.*?)<\/style>/.exec(text)?.[1]).toMatch(/^\.of-layout\{.*\.of-login\{.*:root\{--qs-accent-0:#/);
    expect(text).not.toContain('.of-dashboard');
    // The build's loader looks for this element, and does not load the styles again.
    expect(text).toContain('<link rel="stylesheet" disabled href="/assets/login.css">');
    const [head = '', rest = ''] = text.split('</head>');
    expect(head).not.toMatch(/<script|modulepreload|rel="stylesheet"/);
    expect(rest.indexOf('id="root"')).toBeLessThan(rest.indexOf('<script'));
    expect(rest).toContain('<script fetchpriority="low" type="module" src="/src/main.tsx"></script>');
  });

  test('[SHELL-8] an unknown path is HTTP 404 with the page that says so', async () => {
    for (const path of ['/nowhere', '/secure/nowhere', '/404']) {
      const page = await app.client(marina.key).get(path);
      expect(page.status).toBe(404);
      expect(page.text).toContain('href="/assets/not-found.js"');
      expect(block(page.text, 'portal-config')).toBeDefined();
    }
    const call = await app.client(marina.key).get('/harbour/api/nowhere');
    expect([call.status, call.body.responseStatus?.errorCode]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('how it is sent', () => {
  test('[SAFE-4] only payment pages may load the provider’s scripts and frames', async () => {
    const client = app.client(marina.key);
    const login = await client.get('/login');
    expect(policy(login.headers)).toContain("script-src 'self';");
    expect(policy(login.headers)).toContain("frame-src 'self';");
    const checkout = await client.get('/secure/paysafe/checkout');
    expect(policy(checkout.headers)).toContain("script-src 'self' https://scripts.provider.example;");
    expect(policy(checkout.headers)).toContain("frame-src 'self' https://scripts.provider.example;");
    expect(checkout.text).not.toContain('server-secret');
    expect(JSON.parse(block(checkout.text, 'page') ?? '')).toMatchObject({
      providerOrigins: ['https://scripts.provider.example'],
    });
    const foreign = await app.client(other.key).get('/secure/paysafe/checkout');
    expect(policy(foreign.headers)).not.toContain('provider.example');
  });

  test('[SAFE-4] [CARD-6] payment pages frame banks’ pages of version 1, and only one page posts to them', async () => {
    const tenant = await makeTenant(app);
    const settings = { ...provider, force3dsV1: true, bankOrigins: ['https://acs.bank.example'] };
    await saveProvider(tenant.db, tenant.id, { siteId: 1, key: 'paysafe', position: 1, settings });
    const rulesOf = async (path: string) => {
      const rules = policy((await app.client(tenant.key).get(path)).headers);
      return ['frame-src', 'form-action'].map((name) => new RegExp(`${name} ([^;]*);`).exec(rules)?.[1]);
    };
    const scripts = 'https://scripts.provider.example';
    const framing = [`'self' ${scripts} https://acs.bank.example`, "'self'"];
    expect(await rulesOf('/secure/paysafe/checkout')).toEqual(framing);
    expect(await rulesOf('/secure/manage-payment-methods')).toEqual(framing);
    expect(await rulesOf('/portal/three-d-s')).toEqual(["'self'", "'self' https://acs.bank.example"]);
    for (const path of ['/three-d-s-callback', '/secure/dashboard'])
      expect(await rulesOf(path)).toEqual(["'self'", "'self'"]);
  });

  test('[SAFE-4] [CARD-7] only pages that offer a marina’s wallets allow their scripts and pictures', async () => {
    const tenant = await makeTenant(app);
    const save = (settings: object) =>
      saveProvider(tenant.db, tenant.id, {
        siteId: 1,
        key: 'paysafe',
        position: 1,
        settings: { ...provider, ...settings },
      });
    const ruleOf = async (path: string, name: string) =>
      new RegExp(`${name} ([^;]*);`).exec(policy((await app.client(tenant.key).get(path)).headers))?.[1];
    const offering = ['/secure/orders/outstanding', '/portal/quick-pay/5a175a17-0001-4000-8000-000000000001'];
    await save({});
    for (const path of offering) expect(await ruleOf(path, 'script-src')).toBe("'self'");
    await save({ googlePay: { gatewayMerchantId: 'g' } });
    const scripts = 'https://google.com https://pay.google.com https://scripts.provider.example';
    for (const path of offering) {
      expect(await ruleOf(path, 'script-src')).toBe(`'self' ${scripts}`);
      expect(await ruleOf(path, 'frame-src')).toBe(`'self' ${scripts}`);
      expect(await ruleOf(path, 'img-src')).toBe("'self' data: https://www.gstatic.com");
    }
    for (const path of ['/secure/dashboard', '/login', '/secure/paysafe/checkout'])
      expect(await ruleOf(path, 'script-src')).not.toContain('google');
  });

  test('[SAFE-4] [APP-2] every page may read the list of partners’ apps; only their own page frames them', async () => {
    const settings = sampleSettings({
      microAppApi: 'https://apps.partner.example/list',
      microAppOrigins: ['https://tides.example'],
    });
    const { key } = await makeTenant(app, { settings });
    const origins = 'https://apps.partner.example https://tides.example';
    const pages = [
      '/login',
      '/secure/dashboard',
      '/secure/micro-app',
      '/portal/Secure/Micro-App/',
      '/secure/micro-apps',
    ];
    const policies = await Promise.all(
      pages.map(async (path) => policy((await app.client(key).get(`${path}?app=x`)).headers)),
    );
    for (const rules of policies) expect(rules).toContain(`connect-src 'self' ${origins};`);
    const frames = policies.map((rules) => /frame-src ([^;]*);/.exec(rules)?.[1]);
    expect(frames).toEqual(["'self'", "'self'", origins, origins, "'self'"]);
    for (const rules of policies) expect(rules).toContain("script-src 'self';");
    const without = policy((await app.client(other.key).get('/secure/micro-app')).headers);
    expect(without).toContain("frame-src 'none';");
    expect(without).toContain("connect-src 'self';");
  });

  test('[SAFE-4] an address that would break out of a policy is not accepted for apps', () => {
    const origins = [
      'https://a.example; script-src *',
      'https://a.example/',
      'https://a.example/x',
      '*',
      'data:',
      "'self'",
    ];
    for (const origin of origins)
      expect(TenantSettings.safeParse(sampleSettings({ microAppOrigins: [origin] })).success).toBe(false);
    for (const microAppApi of ['javascript:alert(1)', 'apps', 'ftp://a.example/'])
      expect(TenantSettings.safeParse(sampleSettings({ microAppApi })).success).toBe(false);
    expect(TenantSettings.safeParse(sampleSettings({ microAppOrigins: ['https://a.example:8443'] })).success).toBe(
      true,
    );
  });

  test('[SAFE-4] a marina’s list says who may frame its portal, except for payments, signing and keys', async () => {
    const site = 'https://www.saltmarsh.example';
    const { key } = await makeTenant(app, { settings: sampleSettings({ embedders: [site] }) });
    const framing = async (path: string, of = key) => {
      const { headers } = await app.client(of).get(path);
      return [/frame-ancestors ([^;]*)/.exec(policy(headers))?.[1], headers.get('x-frame-options')];
    };
    for (const path of ['/login', '/secure/orders/outstanding', '/portal/secure/agreements', '/verify', '/nowhere'])
      expect([path, await framing(path)]).toEqual([path, [`'self' ${site}`, null]]);
    for (const path of [
      '/secure/paysafe/checkout',
      '/secure/agreements/unsigned/abc',
      '/Portal/Secure/Agreements/Unsigned/abc',
      '/quick-sign/abc',
      '/quick-pay/abc/review',
      '/register/renewal-token',
      '/passwordResetForm/abc',
      '/consent-management/abc',
      '/staff-view',
    ])
      expect([path, await framing(path)]).toEqual([path, ["'self'", 'SAMEORIGIN']]);
    expect(await framing('/login', marina.key)).toEqual(["'self'", 'SAMEORIGIN']);
    expect(await framing('/login', 'nobody')).toEqual(["'self'", 'SAMEORIGIN']);
  });

  test.each([
    'http://www.saltmarsh.example',
    'https://www.saltmarsh.example/',
    'https://*.saltmarsh.example',
    "https://a.example 'unsafe-inline'",
    '*',
    'www.saltmarsh.example',
  ])('[SAFE-4] only an origin of https may frame a portal: not %s', (origin) => {
    expect(TenantSettings.safeParse(sampleSettings({ embedders: [origin] })).success).toBe(false);
  });

  test('[SAFE-4] every page forbids what it does not need', async () => {
    const { headers } = await app.client(marina.key).get('/login');
    for (const rule of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'self'"])
      expect(policy(headers)).toContain(rule);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toContain('payment=(self)');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('[SAFE-4] a page whose address holds a token sends no referrer', async () => {
    const referrerPolicy = async (path: string) =>
      (await app.client(marina.key).get(path)).headers.get('referrer-policy');
    expect(await referrerPolicy('/login')).toBe('strict-origin-when-cross-origin');
    for (const path of [
      '/passwordResetForm/abc',
      '/portal/passwordresetform/abc',
      '/password-reset?token=abc',
      '/register/complete/abc/def',
      '/consent-management/abc',
      '/quick-pay/abc/review',
      '/quick-sign/abc',
    ])
      expect([path, await referrerPolicy(path)]).toEqual([path, 'no-referrer']);
  });

  test('is asked for again each time, and sent again only when it changed', async () => {
    const client = app.client(marina.key);
    const first = await client.get('/login', { 'accept-encoding': 'br' });
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const tag = first.headers.get('etag') ?? '';
    const again = await client.get('/login', { 'accept-encoding': 'br', 'if-none-match': tag });
    expect([again.status, again.text]).toEqual([304, '']);
    const plain = await client.get('/login', { 'accept-encoding': 'identity', 'if-none-match': tag });
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
    expect(plain.text).toBe(first.text);
  });

  test('built files are kept for ever and sent as the build compressed them', async () => {
    const client = app.client(marina.key);
    for (const encoding of ['br', 'gzip']) {
      const file = await client.get(asset, { 'accept-encoding': encoding });
      expect([file.status, file.headers.get('content-encoding'), file.text]).toEqual([200, encoding, assetText]);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('content-type')).toMatch(/javascript/);
    }
    expect((await client.get('/assets/old.js')).status).toBe(404);
    expect((await client.get('/assets/..%2findex.html')).status).not.toBe(200);
  });

  test('[SAFE-4] a brand’s picture runs no script when it is opened alone', async () => {
    const picture = await app.client(marina.key).get('/brand/saltmarsh/logo.v1.svg');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(policy(picture.headers)).toContain("default-src 'none'");
  });
});

test('without a built portal one line says what to do', async () => {
  const unbuilt = await startTestApp({ portalFolder: '/nowhere' });
  const page = await unbuilt.client('any').get('/login', { 'accept-language': 'en' });
  expect(page.status).toBe(503);
  expect(page.text).toContain('npm run build');
  await unbuilt.close();
});
