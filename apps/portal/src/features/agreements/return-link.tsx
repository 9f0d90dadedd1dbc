import { useRouter } from '@tanstack/react-router';
import type { Referrer } from '../../lib/navigation/referrer.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { AnchorButton } from '../../ui/button.tsx';

/** The link back to the page that the address names, else to the agreements. */
export function ReturnLink({ referrer = '/secure/agreements', referrerText }: Referrer) {
  const { t } = useTranslation();
  const { basepath, history } = useRouter();
  const href = `${basepath === '/' ? '' : basepath}${referrer}`;
  return (
    <AnchorButton
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        history.push(href);
      }}
    >
      {referrerText ?? t('agreements.goBack')}
    </AnchorButton>
  );
}
