import { issuerOf } from '../../features/cards/issuers.ts';
import { type ShownCard, StoredCardLine } from '../../features/cards/stored-card-line.tsx';
import type { HostedFields } from '../../features/payments/drivers/card-driver.ts';
import {
  HostedFieldBox,
  SlowFieldsNotice,
  type FieldStates,
} from '../../features/payments/checkout/card/card.exports.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';

interface Props {
  card: ShownCard;
  states: FieldStates;
  /** Undefined until the frame has loaded. */
  fields: HostedFields | undefined;
  /** The customer tried to continue without a code. */
  isMissing: boolean;
  /** The provider refused the card as a whole. */
  isRefused: boolean;
}

/** A stored card, and the frame for its security code, which every payment needs again. */
export function SecurityCodeCard({ card, states, fields, isMissing, isRefused }: Props) {
  const { t } = useTranslation();
  const { length, position } = issuerOf(card.cardType)?.securityCode ?? { length: 3, position: 'back' };
  return (
    <Card>
      <StoredCardLine card={card} />
      {!fields && <SlowFieldsNotice />}
      <HostedFieldBox
        name="cvv"
        states={states}
        fields={fields}
        hint={t(`cards.securityCodeOn.${position}`, { length })}
        error={isMissing ? 'cards.enterSecurityCode' : undefined}
        isRefused={isRefused}
      />
    </Card>
  );
}
