import { z } from 'zod';
import { type AccountMatch, searchAccounts } from '../../../features/account/account.exports.ts';
import { readIdentifier } from '../../../lib/texts/typed-identifier.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';

/** The customers that are printed. A longer list finds nobody. */
const most = 20;

/** Finds customers by what they say at the telephone. */
export const findAccounts = command({
  name: 'account find',
  summary: 'Find customers by name, boat, telephone, e-mail address, order or invoice.',
  positions: ['text'],
  options: z.strictObject({
    tenant: TenantKey,
    text: z
      .string()
      .trim()
      .min(1)
      .meta({
        description:
          'a part of a name, boat, telephone number or e-mail address; or an order, an invoice, a sticker, ' +
          'your reference or our number; several words in quotation marks',
        value: 'text',
      }),
  }),
  async run(ctx, { tenant: wanted, text }) {
    const tenant = await findTenant(ctx, wanted);
    const db = ctx.database.forTenant(tenant.id);
    const found = await searchAccounts(db, tenant.id, { text, named: readIdentifier(text), most: most + 1 });
    if (found.length === 0)
      throw new OperatorError(
        `${tenant.name} has no customer with "${text}". Try a part of the name, or the boat, telephone or order.`,
      );
    for (const each of found.slice(0, most)) for (const line of linesOf(each)) ctx.say(line);
    if (found.length > most) ctx.say(`These are the first ${most}, and there are more: type more of the name.`);
  },
});

function linesOf({ id, reference, titledFullName, state, email, telephones, boats, orders }: AccountMatch): string[] {
  const facts = [
    [email, ...telephones].filter((each) => each !== '').join(', '),
    boats.length > 0 ? `boats: ${boats.join(', ')}` : '',
    orders.length > 0 ? `orders: ${orders.join(', ')}` : '',
  ];
  return [
    [String(id), reference === null ? '' : `(${reference})`, titledFullName, state === 'open' ? '' : `[${state}]`]
      .filter((each) => each !== '')
      .join('  '),
    ...facts.filter((each) => each !== '').map((each) => `   ${each}`),
  ];
}
