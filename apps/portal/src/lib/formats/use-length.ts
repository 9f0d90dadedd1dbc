import { useTranslation } from '../texts/texts.ts';
import { numberFormat } from './formatters.ts';
import { useTenant } from '../tenant.ts';
import { serverText } from '../page-data/server-texts.ts';

/**
 * Returns a function that writes a length in the tenant's measurement system. Lengths arrive in that system
 * (decision C3.4).
 */
export function useLength(): (length: number) => string {
  const { i18n } = useTranslation();
  const { culture } = useTenant();
  const unit = culture.measurementSystem === 'Imperial' ? 'ft' : 'm';
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const write = (length: number) => numberFormat(i18n.language, decimals).format(length);
  return (length) => `${serverText(`${i18n.language} length ${length}`, () => write(length))} ${unit}`;
}
