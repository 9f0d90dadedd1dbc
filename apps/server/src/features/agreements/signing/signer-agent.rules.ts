import Bowser from 'bowser';

/** Describes a browser in words, as far as it says what it is. */
export function describeAgent(userAgent: string): { browser: string; os: string } {
  // The parser refuses an empty text.
  if (userAgent.trim() === '') return { browser: '', os: '' };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: named(browser.name, browser.version), os: named(os.name, os.versionName ?? os.version) };
}

const named = (name = '', version = '') => `${name} ${version}`.trim();
