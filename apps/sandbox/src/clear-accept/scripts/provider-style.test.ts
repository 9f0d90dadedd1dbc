import { expect, test } from 'vitest';
import { ScriptFailure } from '../../cards/scripts/script-error.ts';
import { toFieldStyle } from './provider-style.ts';

test('a style in the form of the public demo is drawn by our frames', () => {
  const style = {
    logoAlignment: 'left',
    base: {
      backgroundColor: '#fff',
      fontSize: '12px',
      fontColor: '#495057',
      padding: '6px 12px',
      placeHolder: { fontColor: '#6c757d' },
      cardLogo: { transition: 'opacity .5s' },
      focus: { borderColor: '#80bdff' },
    },
    invalid: { fontColor: '#b3261e', cardLogo: { fill: '#cc2b19' } },
  };
  expect(toFieldStyle(style)).toEqual({
    input: { backgroundColor: '#fff', fontSize: '12px', color: '#495057', padding: '6px 12px' },
    placeholder: { color: '#6c757d' },
    ':focus': { borderColor: '#80bdff' },
    '.invalid': { color: '#b3261e' },
  });
});

test('a style of another form is refused', () => {
  for (const style of [{ input: { color: '#000' } }, { '::placeholder': { color: '#000' } }, { base: { hover: {} } }])
    expect(() => toFieldStyle(style as never)).toThrow(ScriptFailure);
});
