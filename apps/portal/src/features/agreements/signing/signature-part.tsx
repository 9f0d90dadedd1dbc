import { IconKeyboard, IconSignature } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ui/message/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/page/tabs.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { FormModel } from '../../../ui/form/use-form.ts';
import { exists } from './signature.ts';
import { imageOfName } from './signature-image.ts';
import { SignaturePad } from './signature-pad.tsx';
import styles from './signature.module.css';
import type { SignerValues } from './signer-values.ts';
import type { SignatureModel } from './use-signature.ts';

interface Props {
  form: FormModel<SignerValues>;
  model: SignatureModel;
  /** False: the part is grey. */
  isActive: boolean;
  isTooShort: boolean;
}

/** The signature, drawn or typed (decision C2.55). */
export function SignaturePart({ form, model, isActive, isTooShort }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const { signature, choose, draw, clear } = model;
  const tabs = [
    { key: 'drawn', label: t('agreements.draw'), icon: <IconSignature size={20} aria-hidden="true" /> },
    { key: 'typed', label: t('agreements.typeName'), icon: <IconKeyboard size={20} aria-hidden="true" /> },
  ] as const;
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('agreements.signature')}</h3>
      <Tabs label={t('agreements.howToSign')} tabs={tabs} chosen={signature.method} onChoose={choose}>
        {signature.method === 'drawn' ? (
          <SignaturePad strokes={signature.strokes} onChange={draw} isActive={isActive} />
        ) : (
          <TypedSignature form={form} isActive={isActive} />
        )}
      </Tabs>
      {exists(signature) && (
        <div>
          <Button type="button" variant="default" onClick={clear}>
            {t('agreements.clear')}
          </Button>
        </div>
      )}
      {isTooShort && <Alert kind="error" title={t('agreements.signatureTooShort')} />}
    </section>
  );
}

/** The typed name, and the exact image of it that will be stored. */
function TypedSignature({ form, isActive }: Pick<Props, 'form' | 'isActive'>) {
  const { t } = useTranslation();
  const name = form.values.typedName.trim();
  const image = useMemo(() => (name === '' ? undefined : imageOfName(name)), [name]);
  return (
    <div className={styles.typed}>
      <TextField
        form={form}
        name="typedName"
        label={t('agreements.typedName')}
        autoComplete="off"
        maxLength={100}
        disabled={!isActive}
      />
      <div className={styles.preview} data-active={isActive || undefined}>
        {image && <img src={image} alt={t('agreements.typedPreview', { name })} />}
      </div>
    </div>
  );
}
