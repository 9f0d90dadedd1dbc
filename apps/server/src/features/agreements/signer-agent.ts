import Bowser from 'bowser';

/** What a browser says that it is, in words; as much of it as it says. */
export function describeAgent(userAgent: string): { browser: string; os: string } {
  // It refuses an empty one.
  if (userAgent.trim() === '') return { browser: '', os: '' };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: named(browser.name, browser.version), os: named(os.name, os.versionName ?? os.version) };
}

const named = (name = '', version = '') => `${name} ${version}`.trim();
