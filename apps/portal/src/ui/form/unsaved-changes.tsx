import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog/dialog.tsx';

/**
 * Asks before typed text is lost by a link, a reload or a closed tab (decision C2.42). The end of a session is not
 * blocked.
 * @param isUnsaved called at the moment of leaving
 */
export function UnsavedChanges({ isUnsaved }: { isUnsaved: () => boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && /\/secure\//.test(next.pathname) && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title={t('form.unsavedTitle')}
      size="question"
      onClose={blocker.reset}
      footer={
        <>
          <Button type="button" onClick={blocker.reset}>
            {t('form.keepEditing')}
          </Button>
          <Button type="button" variant="default" onClick={blocker.proceed}>
            {t('form.leaveUnsaved')}
          </Button>
        </>
      }
    >
      <p>{t('form.unsavedText')}</p>
    </Dialog>
  );
}
