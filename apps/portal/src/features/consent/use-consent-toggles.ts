import { saveConsentGroups, type ConsentGroup } from '@quayside/contract/consent.ts';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/calls/api.ts';
import { toastFailure } from '../../lib/errors/failures.ts';

const highlightMs = 1500;

export interface ConsentToggles {
  /** The groups as shown, including switches that are not saved yet. */
  groups: readonly ConsentGroup[];
  /** The group whose line shows that it has just changed (ACC-3). */
  highlighted: number | undefined;
  toggle: (consentGroupId: number, granted: boolean) => void;
  /** Resolves when no save is under way any more, also after a failed one. */
  settle: () => Promise<unknown>;
}

/**
 * Switches that save at once, one after the other (decision C2.41). A switch that can't be saved flips back.
 * @param keep shows the groups as the server has them now
 */
export function useConsentToggles(
  { guid, renewalToken, consentGroups }: { guid: string; renewalToken: string; consentGroups: readonly ConsentGroup[] },
  keep: (groups: ConsentGroup[]) => void,
): ConsentToggles {
  const [switched, setSwitched] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [highlighted, highlight] = useHighlight();
  const onItsWay = useRef<Promise<unknown>>(Promise.resolve());

  const save = async (id: number, bool: boolean) => {
    try {
      const body = { guid, renewalToken, consentGroups: [{ id, bool }] };
      keep((await api(saveConsentGroups, { body })).consentGroups);
    } catch (error) {
      toastFailure(error);
      setSwitched((before) => new Map([...before].filter(([other]) => other !== id)));
    }
  };

  return {
    groups: consentGroups.map((group) => ({
      ...group,
      isGranted: switched.get(group.consentGroupId) ?? group.isGranted,
    })),
    highlighted,
    toggle: (id, granted) => {
      setSwitched((before) => new Map(before).set(id, granted));
      highlight(id);
      onItsWay.current = onItsWay.current.then(() => save(id, granted));
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
