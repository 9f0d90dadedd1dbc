import { isFrench } from './script-error.ts';

export interface ChallengeTexts {
  readonly title: string;
  readonly cancel: string;
  readonly frame: string;
}

const english: ChallengeTexts = {
  title: 'Your bank asks you to confirm',
  cancel: 'Cancel',
  frame: 'Confirmation by your bank',
};

const french: ChallengeTexts = {
  title: 'Votre banque vous demande de confirmer',
  cancel: 'Annuler',
  frame: 'Confirmation par votre banque',
};

export function challengeTexts(): ChallengeTexts {
  return isFrench() ? french : english;
}
