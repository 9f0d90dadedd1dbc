import { longestHolderName } from '@quayside/contract/cards.ts';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type KeepingValues, type NewCardValues, newCardProblems } from '../../../features/cards/checkout-values.ts';
import { NewCardOptions } from '../../../features/cards/new-card-options.tsx';
import { ProviderErrorDialog } from '../../../features/cards/provider-error-dialog.tsx';
import { VaultFailure } from '../../../features/cards/vault-failure.tsx';
import {
  CardFields,
  tokenizeCard,
  useCardDriver,
  useHostedFields,
} from '../../../features/payments/checkout/card/card.face.ts';
import {
  CardRefused,
  profileFromAccount,
  InitialisationAlert,
  reportScriptFailure,
  useStartFailure,
} from '../../../features/payments/checkout/checkout.face.ts';
import type { HostedFieldName, ScriptErrorReason } from '../../../features/payments/drivers/card-driver.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { type FormRules, useForm } from '../../../ui/form/use-form.ts';
import type { MyCardsData } from './use-my-cards.ts';

/** A card whose token the provider's frames made. */
export interface TypedCard {
  /** Valid for one use. */
  token: string;
  holderName: string;
  nickName: string;
}

type Values = NewCardValues & KeepingValues;

interface Props {
  title: string;
  facts: MyCardsData;
  names: Pick<TypedCard, 'holderName' | 'nickName'>;
  /** True if the bank must authenticate its customer. */
  recognises: boolean;
  /** The failure of an earlier try. */
  failure: unknown;
  onFailureSeen: () => void;
  onDone: (card: TypedCard) => void;

  onClose: () => void;
}

const allFields: readonly HostedFieldName[] = ['cardNumber', 'expiryDate', 'cvv'];
const judged = ['cardNumber', 'expiryDate', 'cvv', 'holderName'] as const;

const rules: FormRules<Values> = {
  ...Object.fromEntries(
    judged.map((name) => [name, (_: unknown, values: Values) => newCardProblems(values)[name] ?? null]),
  ),
  rememberCard: (isWanted) => (isWanted ? null : 'cards.tickToKeep'),
};

/** The first step of adding a card: its details, typed into frames of the provider. */
export function CardDetailsDialog({ title, facts, names, recognises, failure, onFailureSeen, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { account, provider } = facts;
  const [refused, setRefused] = useState<{ reason: ScriptErrorReason; reference: string } | null>(null);
  const [isTelling, setTelling] = useState(false);
  const [hasFailed, giveUp] = useReducer(() => true, false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (hasFailed) close();
  }, [hasFailed]);
  const start = useStartFailure(provider, giveUp);
  const driver = useCardDriver(provider, start.onFailure);
  const rememberCard = provider.rememberCardByDefault || provider.config.rememberNewCardDefault;
  const form = useForm<Values>({
    initialValues: { ...names, cardNumber: false, expiryDate: false, cvv: false, rememberCard },
    validate: rules,
  });
  const follow = (name: HostedFieldName, isValid: boolean) => {
    if (form.getValues()[name] !== isValid) form.setFieldValue(name, isValid);
  };
  const { fields, states } = useHostedFields(driver, allFields, start.onFailure, follow);

  const submit = async ({ holderName, nickName }: Values) => {
    if (!fields) return;
    setRefused(null);
    try {
      const asked = recognises ? { recognises: profileFromAccount(account) ?? {} } : {};
      const token = await tokenizeCard(fields, { holderName: holderName.trim(), ...asked });
      onDone({ token, holderName: holderName.trim(), nickName: nickName.trim() });
    } catch (error) {
      if (!(error instanceof CardRefused)) return start.onFailure(error);
      setRefused({ reason: error.reason, reference: reportScriptFailure(provider.key, error) });
      setTelling(true);
    }
  };
  const refusal = refused && t(`cards.scriptErrors.${refused.reason}`);
  return (
    <Dialog title={title} size="extra-large" onClose={onClose}>
      <Form form={form} onSubmit={submit}>
        {recognises && <p>{t('cards.registerHint')}</p>}
        <VaultFailure error={failure} onSeen={onFailureSeen} />
        {refused && (
          <Alert kind="error" title={t('cards.paysafeError', { message: refusal })}>
            {t('general.reference', { reference: refused.reference })}
          </Alert>
        )}
        <CardFields states={states} fields={fields} errors={form.errors} isRefused={refusal !== null} />
        <TextField
          form={form}
          name="holderName"
          label={t('cards.holderName')}
          autoComplete="cc-name"
          maxLength={longestHolderName}
        />
        <NewCardOptions form={form} />
        <SubmitButton processing={t('payments.checking')}>{t('cards.toAddress')}</SubmitButton>
      </Form>
      {isTelling && refusal !== null && <ProviderErrorDialog message={refusal} onClose={() => setTelling(false)} />}
      {start.asksForReload !== null && <InitialisationAlert reference={start.asksForReload} />}
    </Dialog>
  );
}
