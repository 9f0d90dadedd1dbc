/**
 * The text of a program that draws pages, for a portal's folder (`makePortalFolder`). It draws the marina's name and
 * the calls whose answers it has, and asks for answers as the portal does, in turns: some questions need an answer
 * first. It misbehaves if the page asks for it.
 */
export const drawingProgram = `
let drawn = 0;

function questionsOf(address, texts, answerTo) {
  const { pathname, searchParams } = new URL(address.toLowerCase(), 'http://portal');
  const [, kind, key, more = ''] = pathname.split('/');
  const { language } = texts;
  const guid = answerTo('getSession')?.userSession.accountGuid;
  if (kind === 'secure' && guid)
    return [
      { call: 'getAccount', input: { params: { accountGuid: guid } } },
      { call: 'getSummary', input: { params: { guid } } },
      { call: 'countUnsignedAgreements', input: { params: { accountGuid: guid } } },
      ...(key === 'orders' ? [{ call: 'listOutstandingOrders', input: { params: { guid } } }] : []),
      ...(more === 'edit' ? [{ call: 'listCountries', input: {}, language }] : []),
      // Calls that change something, and calls that don't exist.
      { call: 'makeCalendarLink', input: { params: { guid } } },
      { call: 'toString', input: {} },
    ];
  if (kind === 'quick-pay') {
    const order = answerTo('getQuickPayOrder')?.order;
    const providers = (of) => ({ params: { siteId: of.siteId }, query: { orderGuid: of.guid } });
    return [
      { call: 'getQuickPayOrder', input: { params: { guid: key } } },
      ...(order ? [{ call: 'listQuickPayProviders', input: providers(order) }] : []),
    ];
  }
  if (kind === 'quick-sign') {
    const account = searchParams.get('guid');
    const agreement = answerTo('getUnsignedAgreement')?.agreement.guid;
    return [
      { call: 'getUnsignedAgreement', input: { params: { guid: key } } },
      ...(account && agreement
        ? [{ call: 'getAgreementAccount', input: { params: { guid: account }, query: { agreement } } }]
        : []),
    ];
  }
  if (kind === 'consent-management' && key === 'endless')
    return Array.from({ length: 1_000 }, (_, at) => ({ call: 'getConsentInfo', input: { params: { guid: at } } }));
  return kind === 'consent-management' ? [{ call: 'getConsentInfo', input: { params: { guid: key } }, language }] : [];
}

export async function drawPage({ address: path, config, texts, answers, isDrawn }) {
  drawn += 1;
  if (path === '/throws') throw new Error('a component failed');
  if (path === '/ends') process.exit(1);
  if (path === '/hangs') for (;;);
  const known = new Map(answers.map(({ call, answer }) => [call, answer]));
  const questions = questionsOf(path, texts, (call) => known.get(call)).filter(({ call }) => !known.has(call));
  if (!isDrawn) return { drawing: null, questions };
  const who = [...known.keys()].join();
  const html = '<h1 data-style="0">' + [config.name, path, texts.language, who, drawn].join('|') + '</h1>';
  const named = { title: 'Drawn <here>', description: 'Says "what"' };
  const styles = ['color: rgb(1, 2, 3)', 'x}y{'];
  const address = path.replace('?elsewhere', '');
  return { drawing: { html, address, serverTexts: {}, ...named, styles }, questions };
}`;
