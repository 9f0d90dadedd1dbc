import { useRouter } from '@tanstack/react-router';
import type { Referrer } from '../../lib/navigation/referrer.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { AnchorButton } from '../../ui/button.tsx';
import { BackAnchor } from '../../ui/page/back-link.tsx';

interface Props extends Referrer {
  /** True if it stands above what is read. By default it is a button among the next steps. */
  isAbove?: boolean;
}

/** The link back to the page that the address names, else to the agreements. */
export function ReturnLink({ referrer = '/secure/agreements', referrerText, isAbove = false }: Props) {
  const { t } = useTranslation();
  const { basepath, history } = useRouter();
  const href = `${basepath === '/' ? '' : basepath}${referrer}`;
  const Anchor = isAbove ? BackAnchor : AnchorButton;
  return (
    <Anchor
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        history.push(href);
      }}
    >
      {referrerText ?? t('agreements.goBack')}
    </Anchor>
  );
}
