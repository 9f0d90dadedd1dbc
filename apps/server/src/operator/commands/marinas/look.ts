import { z } from 'zod';
import { senderAddress } from '../../../providers/mail/open-mail.ts';
import { checkPicture, type PicturePart, UnusablePicture } from '../../../features/look/look.exports.ts';
import { storePicture, tellColour } from '../../../features/look/look.service.ts';
import { queueMail } from '../../../features/mail/mail.service.ts';
import { changeLook } from '../../lib/change-look.ts';
import { savedSettings } from '../../lib/change-settings.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { givenFile } from '../../lib/given-text.ts';

/** The setting that has the address of each picture. */
const settings = { logo: 'logo', icon: 'icon', background: 'backgroundImage' } as const;

const setPicture = (part: PicturePart, summary: string, file: string) =>
  command({
    name: `look ${part}`,
    summary,
    positions: ['file'],
    options: z.strictObject({ file: z.string().meta({ description: file }), tenant: TenantKey }),
    async run(ctx, { file: path, tenant }) {
      const picture = await checked(part, path);
      await changeLook(ctx, tenant, part, async (trx, tenantId) => ({
        [settings[part]]: await storePicture(trx, tenantId, picture, ctx.clock.now()),
      }));
      for (const line of picture.told) ctx.say(line);
      ctx.say(savedSettings);
    },
  });

/** Sets the logo of pages, mails and papers. */
export const setLogo = setPicture(
  'logo',
  'Set the logo of pages, mails and papers from a file.',
  'an SVG without texts, or a PNG',
);

/** Sets the icon of the browser's tabs. */
export const setIcon = setPicture('icon', 'Set the icon of browser tabs from a file.', 'a square SVG or PNG');

/** Sets the picture of the sign-in pages. */
export const setBackground = setPicture(
  'background',
  'Set the picture of the sign-in pages from a file.',
  'an SVG, PNG, JPEG or WebP',
);

/** Sets the colour of buttons, links and letters. */
export const setColour = command({
  name: 'look colour',
  summary: 'Set the colour of pages, mails and papers, and tell its contrasts.',
  positions: ['colour'],
  options: z.strictObject({
    colour: z.string().meta({ description: 'such as #0f6e6a' }),
    tenant: TenantKey,
  }),
  async run(ctx, { colour, tenant }) {
    await changeLook(ctx, tenant, 'colour', async () => ({ backgroundColour: colour }));
    for (const line of tellColour(colour)) ctx.say(line);
    ctx.say(savedSettings);
  },
});

/** Sends a mail in the marina's name, to see its sender and its look. */
export const sendTestMail = command({
  name: 'look mail',
  summary: 'Send a test mail in the name of the marina. The running server sends it.',
  positions: ['address'],
  options: z.strictObject({
    address: z.email().meta({ description: 'your own e-mail address' }),
    tenant: TenantKey,
  }),
  async run(ctx, { address, tenant: key }) {
    const tenant = await findTenant(ctx, key);
    const { sender, culture } = tenant.settings;
    const mail = { kind: 'test-mail', recipient: address, language: culture.defaultLanguage } as const;
    await ctx.database
      .forTenant(tenant.id)
      .transaction()
      .execute((trx) => queueMail(trx, tenant, mail, ctx.clock.now()));
    const from = sender.address ?? senderAddress(ctx.environment.mailFrom);
    ctx.say(`A mail from ${sender.name ?? tenant.name} <${from}> goes to ${address}.`);
  },
});

async function checked(part: PicturePart, path: string) {
  const content = await givenFile(path);
  try {
    return await checkPicture(part, content);
  } catch (error) {
    throw error instanceof UnusablePicture ? new OperatorError(`${path} ${error.message}`) : error;
  }
}
