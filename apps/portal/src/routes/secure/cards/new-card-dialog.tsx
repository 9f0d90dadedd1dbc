import { type IneligibleCard } from '@quayside/contract/cards/cards.ts';
import { type ReactNode, useEffect, useEffectEvent, useReducer, useState } from 'react';
import { addressFromAccount } from '../../../features/cards/billing-address.ts';
import { type CardAddress, CardAddressDialog } from '../../../features/cards/card-address-dialog.tsx';
import { type KeepingValues, type NewCardValues, newCardProblems } from '../../../features/cards/checkout-values.ts';
import { holderNameOf } from '../../../features/cards/holder-name.ts';
import { HolderNameField } from '../../../features/cards/holder-name-field.tsx';
import { NewCardOptions } from '../../../features/cards/new-card-options.tsx';
import { ProviderErrorDialog, useProviderRefusal } from '../../../features/cards/provider-error-dialog.tsx';
import {
  CardFields,
  tokenizeCard,
  useCardDriver,
  followFrames,
  useHostedFields,
} from '../../../features/payments/checkout/card/card.exports.ts';
import {
  CardRefused,
  InitialisationAlert,
  profileFromAccount,
  reportScriptFailure,
  useStartFailure,
} from '../../../features/payments/checkout/checkout.exports.ts';
import type { HostedFieldName, ScriptErrorReason } from '../../../features/payments/drivers/card-driver.ts';
import { type Failure, useAction } from '../../../lib/actions/use-action.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '../../../ui/form/form.tsx';
import { type FormRules, useForm } from '../../../ui/form/use-form.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { FailureAlert } from '../../../ui/message/failure-alert.tsx';
import type { MyCardsData } from './use-my-cards.ts';

interface Props {
  title: string;
  data: MyCardsData;
  /** The card that can't pay any more. Its name is known, and the bank must authenticate its customer. */
  replaces?: IneligibleCard;
  /** Keeps the card. The dialog shows its errors. */
  onKeep: (card: TypedCard & CardAddress) => Promise<void>;
  onClose: () => void;
}

/**
 * Adds a card in three steps (CARD-3): its details, which become a single-use token; its billing address; keeping
 * it. A token works once, so every failure leads back to the first step.
 */
export function NewCardDialog({ title, data, replaces, onKeep, onClose }: Props) {
  const { t } = useTranslation();
  const { account, countries, profile } = data;
  const [typed, setTyped] = useState<TypedCard | null>(null);
  const [names, setNames] = useState({
    holderName: replaces?.holderName ?? holderNameOf(account),
    nickName: replaces?.nickName ?? '',
  });
  const refusal = useProviderRefusal();
  const { run, failure } = useAction(onKeep, { failures: refusal.failures });
  if (!typed) {
    const goOn = (card: TypedCard) => {
      setNames(card);
      setTyped(card);
    };
    return (
      <CardDetailsDialog
        title={title}
        data={data}
        names={names}
        recognises={replaces !== undefined}
        failure={failure}
        refusal={refusal.dialog}
        onDone={goOn}
        onClose={onClose}
      />
    );
  }
  const keep = async (choice: CardAddress) => {
    await run({ ...typed, ...choice });
    setTyped(null);
  };
  return (
    <CardAddressDialog
      title={title}
      save={t('cards.saveCard')}
      addresses={profile.addresses}
      countries={countries}
      chosenId={null}
      initial={addressFromAccount(account, countries)}
      onSave={keep}
      onClose={onClose}
    />
  );
}

/** A card whose token the provider's frames made. */
interface TypedCard {
  /** Valid for one use. */
  token: string;
  holderName: string;
  nickName: string;
}

type Values = NewCardValues & KeepingValues;

interface CardDetailsDialogProps {
  title: string;
  data: MyCardsData;
  names: Pick<TypedCard, 'holderName' | 'nickName'>;
  /** True if the bank must authenticate its customer. */
  recognises: boolean;
  /** The failure of an earlier try. */
  failure: Failure | undefined;
  /** The dialog that tells the provider's refusal of an earlier try. */
  refusal: ReactNode;
  onDone: (card: TypedCard) => void;
  onClose: () => void;
}

const allFields: readonly HostedFieldName[] = ['cardNumber', 'expiryDate', 'cvv'];
const checkedFields = ['cardNumber', 'expiryDate', 'cvv', 'holderName'] as const;

const rules: FormRules<Values> = {
  ...Object.fromEntries(
    checkedFields.map((name) => [name, (_: unknown, values: Values) => newCardProblems(values)[name] ?? null]),
  ),
  rememberCard: (isWanted) => (isWanted ? null : 'cards.tickToKeep'),
};

/** The first step of adding a card: its details, typed into frames of the provider. */
function CardDetailsDialog({
  title,
  data,
  names,
  recognises,
  failure,
  refusal,
  onDone,
  onClose,
}: CardDetailsDialogProps) {
  const { t } = useTranslation();
  const { account, provider } = data;
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
  const { fields, states } = useHostedFields(driver, allFields, start.onFailure, followFrames(form));

  const submit = async ({ holderName, nickName }: Values) => {
    if (!fields) return;
    setRefused(null);
    try {
      const recognition = recognises ? { recognises: profileFromAccount(account) ?? {} } : {};
      const token = await tokenizeCard(fields, { holderName: holderName.trim(), ...recognition });
      onDone({ token, holderName: holderName.trim(), nickName: nickName.trim() });
    } catch (error) {
      if (!(error instanceof CardRefused)) return start.onFailure(error);
      setRefused({ reason: error.reason, reference: reportScriptFailure(provider.key, error) });
      setTelling(true);
    }
  };
  const reason = refused && t(`cards.scriptErrors.${refused.reason}`);
  return (
    <Dialog title={title} size="extra-large" onClose={onClose}>
      <Form form={form} onSubmit={submit}>
        {recognises && <p>{t('cards.registerHint')}</p>}
        <FailureAlert failure={failure} />
        {refused && (
          <Alert kind="error" title={t('cards.paysafeError', { message: reason })}>
            {t('general.reference', { reference: refused.reference })}
          </Alert>
        )}
        <CardFields states={states} fields={fields} errors={form.errors} isRefused={reason !== null} />
        <HolderNameField form={form} />
        <NewCardOptions form={form} />
        <DialogButtons>
          <SubmitButton processing={t('payments.checking')}>{t('cards.toAddress')}</SubmitButton>
        </DialogButtons>
      </Form>
      {isTelling && reason !== null && <ProviderErrorDialog message={reason} onClose={() => setTelling(false)} />}
      {refusal}
      {start.asksForReload !== null && <InitialisationAlert reference={start.asksForReload} />}
    </Dialog>
  );
}
