import { useBlocker } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { lazyPart } from '../loading/lazy-part.tsx';

const Question = lazyPart(async () => (await import('../dialog/question-dialog.tsx')).QuestionDialog);

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
  useEffect(() => Question.preload(), []);
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <Question
        title={t('form.unsavedTitle')}
        yes={t('form.leaveUnsaved')}
        no={t('form.keepEditing')}
        onYes={blocker.proceed}
        onNo={blocker.reset}
      >
        <p>{t('form.unsavedText')}</p>
      </Question>
    </Suspense>
  );
}
