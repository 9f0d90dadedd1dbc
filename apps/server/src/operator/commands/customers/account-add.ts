import { z } from 'zod';
import { findNamedAccounts } from '../../../features/account/account.exports.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { findAccount } from '../../lib/find-account.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { accountFields } from '../../../features/account/account.import.ts';
import { optionsOf, storeRow } from '../../import/row-of-options.ts';

const options = optionsOf(accountFields, {
  reference: 'your own number of the customer; other files and commands name the account by it',
  site: "their harbour, by the site's number",
  title: "one of the marina's titles",
  country: 'two letters, such as GB',
  county_code: 'of countries with states, such as CA',
});

/** Adds one customer, as a row of accounts.csv would. */
export const addAccount = command({
  name: 'account add',
  summary: 'Add a customer. To add many at once, use import.',
  options: z.strictObject({ tenant: TenantKey, ...options.shape }),
  async run(ctx, { tenant: wanted, ...given }) {
    const tenant = await findTenant(ctx, String(wanted));
    const reference = String((given as { reference: string }).reference);
    const db = ctx.database.forTenant(tenant.id);
    const taken = await findNamedAccounts(db, tenant.id, { reference: reference.trim(), number: null });
    if (taken.some(({ isErased }) => isErased))
      throw new OperatorError(`The account "${reference}" was erased. Give the customer another reference.`);
    if (taken.length > 0) throw new OperatorError(`There is an account "${reference}" already. Change it by import.`);
    await storeRow(ctx, 'accounts', given, tenant.key);
    const { guid, titledFullName } = await findAccount(ctx, tenant, `reference:${reference}`);
    ctx.say(`${titledFullName} is account ${reference}, guid ${guid}.`);
  },
});
