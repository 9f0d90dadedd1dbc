import { Suspense, useEffect } from 'react';
import { answerProof, useIsProofRequested } from '../../lib/session/recent-sign-in.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';

/** Loaded once the page listens. So it is usually there when an action asks. */
const Question = lazyPart(async () => (await import('./prove-identity-question.tsx')).ProveIdentityQuestion);

/** Asks for the password if an action needs a recent sign-in. Then the action continues. */
export function ProveIdentityDialog() {
  const isAsked = useIsProofRequested();
  useEffect(() => {
    Question.preload();
    // A page that goes away, for example by a sign-out in another tab, cancels its question.
    return () => answerProof(false);
  }, []);
  return isAsked ? (
    <Suspense>
      <Question />
    </Suspense>
  ) : null;
}
