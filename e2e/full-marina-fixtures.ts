import type { Page } from '@playwright/test';
import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { type ComponentDebtor, expect, test as base } from './components.ts';
import { fillMarina, type Paths } from './full-marina.ts';
import { signIn } from './marina.ts';

/** A marina with data for every screen, and the way to each screen. */
export interface MarinaInBrowser {
  robin: ComponentDebtor;
  /** Sets the language for all following pages. */
  speak: (language: string) => Promise<void>;
  /** Switches the open page to another language. */
  turnTo: (language: string) => Promise<void>;
  /** Forgets the session. */
  leave: () => Promise<void>;
  open: (path: string) => Promise<void>;
  paths: Paths;
}

/** A marina with data for every screen, without a browser. */
export type FullMarina = Pick<MarinaInBrowser, 'robin' | 'paths'>;

interface Fixtures {
  fullMarina: () => Promise<FullMarina>;
  /** The marina, with its customer signed in on the page. */
  marinaInBrowser: () => Promise<MarinaInBrowser>;
}

const languages = ['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'nl-NL', 'ar', 'en-XA'];

const sentence = 'Office hours are from 9 to 5, and a diver is on call at weekends.';

export const test = base.extend<Fixtures>({
  fullMarina: async ({ indebted, withComponents, appsUrl }, use) => {
    await use(async () => {
      const culture = { ...sampleSettings().culture, availableLanguages: languages };
      const messages = Object.fromEntries(languages.map((language) => [language, { login: `<p>${sentence}</p>` }]));
      const unpaid = [{}, { unsigned: true }, { dueInDays: 30 }, { currency: 'EUR' }, { allocatedMinor: 4_000 }];
      const settings = { ...apps(appsUrl), messages, brand, features };
      const robin = await withComponents(await indebted(unpaid, { culture, settings }));
      return { robin, paths: await fillMarina(robin, languages) };
    });
  },
  marinaInBrowser: async ({ page, context, fullMarina }, use) => {
    await use(async () => {
      const { robin, paths } = await fullMarina();
      await signIn(page, robin.url, robin);
      const open = async (path: string) => {
        await page.goto(robin.url + path);
        await expectLoaded(page);
      };
      const speak = (language: string) =>
        context.addCookies([{ name: 'ha.selectedLanguage', value: language, url: robin.url }]);
      const turnTo = async (language: string) => {
        await page.locator('select:has(option[lang=ar])').filter({ visible: true }).first().selectOption(language);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
      };
      const leave = () => context.clearCookies({ name: 'quayside_session' });
      return { robin, paths, open, speak, turnTo, leave };
    });
  },
});

const features = { 'ineligible-vaulted-cards': true };
/** The partner's apps. Their names in the pseudo-language come from the marina's translations. */
const apps = (microAppApi: string) => ({
  microAppApi,
  translations: {
    'en-XA': Object.fromEntries(
      ['tidesAndWeather', 'tides', 'weather', 'warnings', 'shorePower'].map((name) => [
        `partnerApps.${name}`,
        `⟦${name}⟧`,
      ]),
    ),
  },
});
const brand = { logo: '', title: 'Quayside', url: 'https://quayside.example' };

/** Waits until the page has loaded with all its parts. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('[class*="_skeleton_"]')).toHaveCount(0);
}
