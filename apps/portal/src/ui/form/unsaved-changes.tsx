import { useBlocker } from '@tanstack/react-router';
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { lazyPart } from '../loading/lazy-part.tsx';

const Question = lazyPart(async () => (await import('../dialog/question-dialog.tsx')).QuestionDialog);

/** The words of the question, as text keys. */
interface Words {
  title: string;
  text: string;
  leave: string;
  stay: string;
}

const ofChanges: Words = {
  title: 'form.unsavedTitle',
  text: 'form.unsavedText',
  leave: 'form.leaveUnsaved',
  stay: 'form.keepEditing',
};

interface Props {
  /** Called at the moment of leaving. */
  isUnsaved: () => boolean;
  words?: Words;
  /** False while nothing can be lost yet. The question loads when it becomes true. Default: true. */
  mayAsk?: boolean;
}

/**
 * Asks before something typed or drawn is lost by a link, Back, a reload or a closed tab (decision C2.42). The end of a
 * session is not blocked: it leads to the login page.
 */
export function UnsavedChanges({ isUnsaved, words = ofChanges, mayAsk = true }: Props) {
  const { t } = useTranslation();
  // The router gets the function of a render some time after it. The reader may leave before that.
  const newest = useRef(isUnsaved);
  useLayoutEffect(() => {
    newest.current = isUnsaved;
  });
  const isUnsavedNow = () => newest.current();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !next.pathname.endsWith('/login') && isUnsavedNow(),
    enableBeforeUnload: isUnsavedNow,
    withResolver: true,
  });
  useEffect(() => {
    if (mayAsk) Question.preload();
  }, [mayAsk]);
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <Question
        title={t(words.title)}
        yes={t(words.leave)}
        no={t(words.stay)}
        onYes={blocker.proceed}
        onNo={blocker.reset}
      >
        <p>{t(words.text)}</p>
      </Question>
    </Suspense>
  );
}
