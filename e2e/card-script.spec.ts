import { createMerchant } from './script-merchant.ts';
import { expect, test } from './marina.ts';

// The sandbox's card script alone: its functions for a page, and its refusals. No code of the portal runs here. The
// page is the sandbox's own, whose policy allows no frames.
test.use({ bypassCSP: true });

const fieldNames = ['cardNumber', 'expiryDate', 'cvv'] as const;

test('the script tells by an event’s type and container which field is right, and focus only listens', async ({
  page,
  sandboxUrl,
}) => {
  const { open, options } = await createMerchant(page, sandboxUrl);
  await open('');
  const [key, wanted] = options;
  await page.evaluate(`new Promise((resolve, reject) => {
    globalThis.told = {};
    globalThis.focused = 0;
    paysafe.fields.setup('${key}', ${JSON.stringify(wanted)}, (instance, error) => {
      if (error) return reject(new Error(error.detailedMessage));
      globalThis.instance = instance;
      instance.fields('cvv cardNumber').on('Valid Invalid', function (_, { type, target, data }) {
        told[target.containerElement.id] = [type, this.id, target.fieldName, 'isValid' in data];
      });
      instance.fields('expiryDate').focus(() => (focused += 1));
      resolve();
    });
  })`);
  const type = (field: string, text: string) => page.frameLocator(`#${field} iframe`).getByRole('textbox').fill(text);
  await type('cvv', '123');
  await type('cardNumber', '4000');
  await page.frameLocator('#expiryDate iframe').getByRole('textbox').focus();
  await expect
    .poll(() => page.evaluate('told'))
    .toEqual({
      cvv: ['Valid', 'cvv', 'Cvv', false],
      cardNumber: ['Invalid', 'cardNumber', 'CardNumber', false],
    });
  await expect.poll(() => page.evaluate('focused')).toBe(1);
  expect(await page.evaluate('[instance.fields.cvv.isValid(), instance.fields.expiryDate.isEmpty()]')).toEqual([
    true,
    true,
  ]);
  await expect(page.evaluate("instance.fields('cvv').focus()")).rejects.toThrow('a listener is expected');
});

test('the script refuses what its documentation doesn’t have', async ({ page, sandboxUrl }) => {
  const { open, options, permanentToken, customerTokens } = await createMerchant(page, sandboxUrl);
  await open('');
  await page.evaluate(`
    globalThis.setUp = (key, wanted) => new Promise((resolve) => {
      paysafe.fields.setup(key, wanted, (instance, error) => resolve(error ? error.code : instance));
    });
    globalThis.tokenize = (instance, wanted) => new Promise((resolve) => {
      instance.tokenize(wanted, (_, error, result) => resolve(error ? error.code : result.token));
    });`);
  const [key, wanted] = options;
  const run = (text: string) => page.evaluate(`(async () => ${text})()`);
  for (const missing of fieldNames) {
    const { [missing]: _, ...fields } = wanted.fields;
    expect(await run(`setUp('${key}', ${JSON.stringify({ ...wanted, fields })})`)).toBe('9012');
  }
  expect(await run(`setUp('${key}', ${JSON.stringify({ ...wanted, environment: undefined })})`)).toBe('9013');
  await expect(run(`paysafe.fields.setup('${key}', {})`)).rejects.toThrow('a callback is expected');

  const optional = { optional: true };
  const { cardNumber, expiryDate, cvv } = wanted.fields;
  const fields = { cardNumber: { ...cardNumber, ...optional }, expiryDate: { ...expiryDate, ...optional }, cvv };
  await run(`globalThis.form = await setUp('${key}', ${JSON.stringify({ ...wanted, fields })})`);
  await page.frameLocator('#cvv iframe').getByRole('textbox').fill('123');
  const tokenize = (asked: object) => run(`tokenize(form, ${JSON.stringify(asked)})`);
  expect(await tokenize({})).toBe('9003');
  const { singleUseCustomerToken, paymentToken } = await customerTokens();
  expect(await tokenize({ paymentTokenFrom: paymentToken })).toBe('9012');
  expect(await tokenize({ singleUseCustomerToken })).toBe('9012');
  expect(await tokenize({ singleUseCustomerToken, paymentTokenFrom: permanentToken })).toBe('9003');
  const threeDS = { amount: 100, currency: 'GBP', accountId: '1', useThreeDSecureVersion2: true };
  const stored = { singleUseCustomerToken, paymentTokenFrom: paymentToken };
  expect(await tokenize({ ...stored, threeDS, vault: { holderName: 'Jo' } })).toBe('9012');
  expect(await tokenize({ ...stored, threeDS: { ...threeDS, accountId: 1 } })).toBe('9012');
  expect(await tokenize(stored)).toMatch(/^SC/);
  expect(await tokenize(stored)).toBe('9003');
});

test('the newer form of the script promises, and has its fields in the page after show', async ({
  page,
  sandboxUrl,
}) => {
  const { open, options } = await createMerchant(page, sandboxUrl);
  await open('/newer');
  const [key, wanted] = options;
  const run = (text: string) => page.evaluate(`(async () => ${text})()`);
  const code = (text: string) => run(`${text}.then(() => 'done', ({ code }) => code)`);
  expect(await code(`paysafe.fields.setup('?', ${JSON.stringify(wanted)})`)).toBe('9013');
  await run(`globalThis.form = await paysafe.fields.setup('${key}', ${JSON.stringify(wanted)}, () => called)`);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await code(`form.tokenize({ vault: { holderName: 'Jo' } })`)).toBe('9202');
  expect(await run('form.show()')).toEqual({ card: {} });
  const type = (field: string, text: string) => page.frameLocator(`#${field} iframe`).getByRole('textbox').fill(text);
  expect(await code(`form.tokenize({ vault: { holderName: 'Jo' } })`)).toBe('9003');
  await type('cardNumber', '4000000000001000');
  await type('expiryDate', '12/39');
  await type('cvv', '123');
  expect(await run(`(await form.tokenize({ vault: { holderName: 'Jo' } })).token`)).toMatch(/^SC/);
});
