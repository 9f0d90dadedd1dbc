import { textOn } from '@quayside/contract/tenant/contrast.ts';
import { startSignOn } from '@quayside/contract/identity/sign-on.ts';
import type { AuthProvider, AuthType } from '@quayside/contract/tenant/tenant.ts';
import { IconKey } from '@tabler/icons-react';
import { callUrl } from '../../lib/calls/api.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { AnchorButton } from '../../ui/button.tsx';
import styles from './sign-on-buttons.module.css';

export interface SignOnButtonsProps {
  providers: readonly AuthProvider[];
  authType: AuthType;
  /** The account that is being registered. Both values go to the provider and come back. */
  renewalToken?: string | undefined;
  accountGuid?: string | undefined;
  /** True if the buttons stand under another way to sign in, and have a line that tells so. */
  afterForm: boolean;
}

/** A link to each provider of single sign-on, in its colour. The browser leaves the portal (LOGIN-7). */
export function SignOnButtons({ providers, afterForm, ...carried }: SignOnButtonsProps) {
  const { t } = useTranslation();
  if (providers.length === 0) return null;
  return (
    <div className={styles.ways}>
      {afterForm && <p className={styles.or}>{t('signOn.or')}</p>}
      {providers.map((provider) => (
        <AnchorButton
          key={provider.key}
          href={callUrl(startSignOn, { params: { providerKey: provider.key }, query: { portal: true, ...carried } })}
          icon={<ProviderIcon {...provider} />}
          fullWidth
          {...lookOf(provider.colour)}
        >
          {t('signOn.continueWith', { provider: provider.displayName })}
        </AnchorButton>
      ))}
    </div>
  );
}

function ProviderIcon({ icon }: AuthProvider) {
  if (icon === null) return <IconKey size={22} aria-hidden="true" />;
  return <img src={icon} alt="" width={24} height={24} className={styles.icon} />;
}

/**
 * Returns the look of a button. A marina may choose any colour, so the text colour is the one that stays readable.
 */
function lookOf(colour: string | null) {
  if (colour === null || !/^#[0-9a-f]{6}$/i.test(colour)) return {};
  return { variant: 'filled', style: { background: colour, color: textOn(colour) } } as const;
}
