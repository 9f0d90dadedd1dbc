import { type Page, test as base } from '@playwright/test';
import {
  makeAccount,
  makeLogin,
  makeRenewalCodeOf,
  samplePassword,
} from '../apps/server/src/testing/factories/factories.ts';
import {
  letSignOn,
  makePerson,
  offeredProviders,
  type Person,
  type ProviderKey,
} from '../apps/server/src/testing/sign-on-fixture.ts';
import type { AuthProvider } from '@quayside/contract/tenant/tenant.ts';
import { type Customer, type Marina, test as marinaTest } from './marina.ts';

export { expect } from './marina.ts';

export const providerNames: Record<ProviderKey, string> = { 'harbour-id': 'Harbour ID', 'blue-flag': 'Blue Flag Club' };

/** A marina whose customers sign in with the sandbox's providers. */
export interface SignOnMarina extends Marina {
  clientId: string;
  /** Adds a customer whom the providers know by the e-mail address of their login here. */
  addMember: () => Promise<Customer & { person: Person }>;
  /** Adds a customer whom the providers know, with a registration code. */
  addNewcomer: () => Promise<{ person: Person; code: string; guid: string; completeUrl: string }>;
}

interface Fixtures {
  openSignOnMarina: (authProviders?: AuthProvider[]) => Promise<SignOnMarina>;
}

export const test = marinaTest.extend<Fixtures>({
  openSignOnMarina: async ({ openMarina, sandboxUrl, ssoUrl }, use) => {
    const sandbox = { url: sandboxUrl, ssoUrl };
    await use(async (authProviders = offeredProviders()) => {
      const marina = await openMarina({ authProviders });
      const { tenant, url } = marina;
      const clientId = `client-of-${tenant.key}`;
      await letSignOn(tenant, sandbox, clientId);
      const addMember = async () => {
        const person = await makePerson(sandbox);
        const account = await makeAccount(tenant, { firstname: 'Robin', lastname: 'Test' });
        const { email } = await makeLogin(tenant, account, { email: person.email });
        return { person, account, email, password: samplePassword };
      };
      const addNewcomer = async () => {
        const person = await makePerson(sandbox);
        const { id, guid } = await makeAccount(tenant, { firstname: 'Robin', lastname: 'Test' });
        const code = await makeRenewalCodeOf(tenant, { id }, new Date());
        return { person, code, guid, completeUrl: `${url}/register/complete/${code}/${guid}` };
      };
      return { ...marina, clientId, addMember, addNewcomer };
    });
  },
});

/** Presses a provider's button on our page. */
export const chooseProvider = (page: Page, key: ProviderKey) =>
  base.step(`go to ${key}`, () => page.getByRole('link', { name: providerNames[key] }).click());

/** Signs in at the provider. */
export async function signInAtProvider(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill('sandbox');
  await page.getByRole('button', { name: 'Sign in' }).click();
}
