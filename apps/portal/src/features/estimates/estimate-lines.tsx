import type { Estimate, EstimateDetail } from '@quayside/contract/estimates.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { numberFormat } from '../../lib/formatters.ts';
import { useLength } from '../../lib/length.ts';
import { useTenant } from '../../lib/tenant.ts';
import { LinesTable } from '../../ui/table/lines-table.tsx';

/** The lines of an estimate with the totals below. */
export function EstimateLines({ estimate }: { estimate: Estimate }) {
  const { t, i18n } = useTranslation();
  const { amountIn } = useFormat();
  const { taxLabel } = useTenant();
  const length = useLength();
  const amount = (value: number) => amountIn(estimate.isoCurrencyCode, value);
  const tax = taxLabel || t('estimates.tax');
  const boat = ({ boatName, boatLength }: EstimateDetail) =>
    [boatName, boatLength !== null && length(boatLength)].filter(Boolean).join(', ');
  return (
    <LinesTable
      label={t('estimates.lines')}
      rows={estimate.estimateDetails}
      columns={[
        { title: t('estimates.tariff'), cell: ({ tariffName }) => tariffName },
        { title: t('estimates.boat'), cell: boat },
        { title: t('estimates.grossUnit'), cell: (line) => amount(line.grossUnitCost), align: 'end' },
        {
          title: t('estimates.quantity'),
          cell: (line) => numberFormat(i18n.language, { maximumFractionDigits: 3 }).format(line.calculatedQuantity),
          align: 'end',
        },
        { title: t('estimates.net'), cell: (line) => amount(line.netCost), align: 'end' },
        { title: tax, cell: (line) => amount(line.vatAmount), align: 'end' },
        { title: t('estimates.gross'), cell: (line) => amount(line.grossCost), align: 'end' },
      ]}
      totals={[
        { name: t('estimates.totalNet'), value: amount(estimate.netCost) },
        { name: tax, value: amount(estimate.vatAmount) },
        { name: t('estimates.total'), value: amount(estimate.grossCost) },
      ]}
    />
  );
}
