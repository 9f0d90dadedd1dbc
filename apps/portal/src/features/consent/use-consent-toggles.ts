import { getAccount } from '@quayside/contract/account/account.ts';
import { saveConsentGroups, type ConsentGroup } from '@quayside/contract/account/consent.ts';
import { notifyManager } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { unanswered } from '../../lib/actions/use-action.ts';
import { api } from '../../lib/calls/api.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { toastFailure } from '../../lib/errors/failures.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { t } from '../../lib/texts/texts.ts';

const highlightMs = 1500;

export interface ConsentToggles {
  /** The groups as shown, including switches that are not saved yet. */
  groups: readonly ConsentGroup[];
  /** The group whose line shows that it has just changed (ACC-3). */
  highlighted: number | undefined;
  toggle: (consentGroupId: number, granted: boolean) => void;
  /** Resolves when every switch is saved, or has flipped back. */
  settle: () => Promise<unknown>;
}

/** A switch that is not saved yet. Switching it again replaces the object. */
interface Switched {
  granted: boolean;
}

/**
 * Switches that save at once, one after the other (decision C2.41). A switch that can't be saved flips back. If only
 * its answer was lost, the account is read again. A switch that is saved shows the server's state again, because a
 * consent may be withdrawn elsewhere while the page is open.
 * @param keep shows the groups as the server has them now
 */
export function useConsentToggles(
  { guid, renewalToken, consentGroups }: { guid: string; renewalToken: string; consentGroups: readonly ConsentGroup[] },
  keep: (groups: ConsentGroup[]) => void,
): ConsentToggles {
  const [switched, setSwitched] = useState<ReadonlyMap<number, Switched>>(new Map());
  const [highlighted, highlight] = useHighlight();
  const onItsWay = useRef<Promise<unknown>>(Promise.resolve());

  const forget = (id: number, choice: Switched) =>
    setSwitched((before) =>
      before.get(id) === choice ? new Map([...before].filter(([other]) => other !== id)) : before,
    );
  const save = async (id: number, choice: Switched) => {
    try {
      const body = { guid, renewalToken, consentGroups: [{ id, bool: choice.granted }] };
      keep((await api(saveConsentGroups, { body })).consentGroups);
    } catch (error) {
      if (!(error instanceof ApiError && error.isOutcomeUnknown)) toastFailure(error);
      else {
        toastFailure(error, t(unanswered.title), t(unanswered.text));
        await queryClient.invalidateQueries({ queryKey: [getAccount.name] });
      }
    }
    // After the readers of what was kept, or the switch would show the older state for a moment.
    notifyManager.schedule(() => forget(id, choice));
  };

  return {
    groups: consentGroups.map((group) => ({
      ...group,
      isGranted: switched.get(group.consentGroupId)?.granted ?? group.isGranted,
    })),
    highlighted,
    toggle: (id, granted) => {
      const choice = { granted };
      setSwitched((before) => new Map(before).set(id, choice));
      highlight(id);
      onItsWay.current = onItsWay.current.then(() => save(id, choice));
    },
    settle: () => onItsWay.current,
  };
}

function useHighlight() {
  const [highlighted, setHighlighted] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const highlight = (id: number) => {
    clearTimeout(timer.current);
    setHighlighted(id);
    timer.current = setTimeout(() => setHighlighted(undefined), highlightMs);
  };
  return [highlighted, highlight] as const;
}
