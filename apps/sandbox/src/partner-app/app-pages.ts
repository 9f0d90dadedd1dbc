import { html, type Markup } from '../http/html.ts';
import type { Language } from '../http/language.ts';
import { type AppTexts, appTexts } from './app-texts.ts';
import { type Day, dayAt } from './days.ts';
import type { Place } from './places.ts';
import { meterOf, usageOf } from './shore-power.ts';
import { curveOf, turnsOf } from './tides.ts';
import { warningForce, weatherOf } from './weather.ts';

/** The circumstances in which a part of an app is shown. */
export interface Visit {
  readonly place: Place;
  readonly language: Language;
  readonly now: number;
  /** The number of days after today. */
  readonly ahead: number;
  /** Returns the page's address for another day. */
  readonly addressOf: (ahead: number) => string;
}

interface AppPage {
  readonly title: string;
  readonly body: Markup;
}

const daysAhead = [0, 1, 2, 3, 4];

/** The pages of the apps, by app and part. */
export const appPages: Readonly<Record<string, Readonly<Record<string, (visit: Visit) => AppPage>>>> = {
  'tides-and-weather': { tides: tidesPage, weather: weatherPage, warnings: warningsPage },
  'shore-power': { meter: meterPage },
};

function tidesPage(visit: Visit): AppPage {
  const { place, ahead } = visit;
  const texts = appTexts[visit.language];
  const day = dayOf(visit, ahead);
  const turns = turnsOf(place, day);
  const lowest = Math.min(...turns.map(({ height }) => height));
  return page(texts.tides.title, visit, [
    days(visit, texts),
    html`<h2>${dayName(visit, ahead)}</h2>`,
    curve(visit, day, texts),
    html`<dl class="rows">${turns.map(
      ({ at, kind, height }) =>
        html`<div><dt>${texts.tides[kind]}
        <time>${timeOf(visit, at)}</time></dt><dd>${metres(visit, height)}</dd></div>`,
    )}</dl>`,
    html`<p class="figure"><strong>${metres(visit, place.sounding + lowest)}</strong> ${texts.water.atLow}</p>`,
  ]);
}

/** Draws the day's heights as a line, with the water's height now. A list beside it has the same numbers. */
function curve({ place, now }: Visit, day: Day, texts: AppTexts): Markup {
  const heights = curveOf(place, day);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const y = (height: number) => (10 + (80 * (high - height)) / (high - low)).toFixed(1);
  const x = (index: number) => ((600 * index) / (heights.length - 1)).toFixed(1);
  const line = heights.map((height, index) => `${x(index)},${y(height)}`).join(' ');
  const share = (now - day.start) / (day.end - day.start);
  const nowX = (600 * share).toFixed(1);
  const nowMark =
    share >= 0 && share < 1 ? html`<line class="now" x1="${nowX}" x2="${nowX}" y1="0" y2="100"/>` : undefined;
  return html`<svg class="curve" viewBox="0 0 600 100" preserveAspectRatio="none" role="img"
  aria-label="${texts.tides.height}">
<polygon points="0,100 ${line} 600,100"/><polyline points="${line}"/>${nowMark}</svg>`;
}

function weatherPage(visit: Visit): AppPage {
  const texts = appTexts[visit.language];
  const rows = daysAhead.map((ahead) => {
    const weather = weatherOf(visit.place, dayOf(visit, ahead));
    return html`<li><h2>${dayName(visit, ahead)}</h2>
<p class="figure"><strong>${weather.temperature} °C</strong> ${texts.sky[weather.sky]}</p>
<dl class="facts"><div><dt>${texts.weather.wind}</dt><dd>${texts.bearing[weather.bearing]},
${texts.weather.force(weather.wind)}</dd></div>
<div><dt>${texts.weather.gusts}</dt><dd>${texts.weather.force(weather.gusts)}</dd></div>
<div><dt>${texts.weather.pressure}</dt><dd>${weather.pressure} hPa</dd></div></dl></li>`;
  });
  return page(texts.weather.title, visit, [html`<ul class="cards">${rows}</ul>`]);
}

function warningsPage(visit: Visit): AppPage {
  const texts = appTexts[visit.language];
  const windy = daysAhead.flatMap((ahead) => {
    const { wind, gusts } = weatherOf(visit.place, dayOf(visit, ahead));
    if (wind < warningForce) return [];
    return [html`<li><h2>${dayName(visit, ahead)}</h2><p>${texts.warnings.warning(wind, gusts)}</p></li>`];
  });
  const list = windy.length === 0 ? html`<p>${texts.warnings.none}</p>` : html`<ul class="cards">${windy}</ul>`;
  return page(texts.warnings.title, visit, [list]);
}

function meterPage(visit: Visit): AppPage {
  const { power } = appTexts[visit.language];
  const usage = usageOf(visit.place, visit.now);
  const most = Math.max(...usage.map(({ used }) => used));
  const total = usage.reduce((sum, { used }) => sum + used, 0);
  return page(power.title, visit, [
    html`<p>${power.meter(meterOf(visit.place))}</p>
<h2>${power.week}</h2>
<dl class="rows">${usage.map(
      ({ date, used }) => html`<div><dt>${dateOf(visit, date)}</dt>
<dd><meter min="0" max="${most}" value="${used}" aria-hidden="true"></meter> ${kilowattHours(visit, used)}</dd></div>`,
    )}<div><dt>${power.total}</dt><dd><strong>${kilowattHours(visit, total)}</strong></dd></div></dl>
<h2>${power.payTitle}</h2>
<form id="pay" novalidate><p id="pay-hint">${power.payHint}</p>
<label for="order">${power.order}</label>
<input id="order" inputmode="numeric" aria-describedby="pay-hint" required>
<button>${power.pay}</button><p id="asked" role="status" hidden>${power.asked}</p></form>`,
  ]);
}

function page(title: string, { place, language }: Visit, parts: readonly Markup[]): AppPage {
  const texts = appTexts[language];
  const where = place.name === '' ? undefined : html` <span>${texts.tides.at(place.name)}</span>`;
  return {
    title,
    body: html`<div class="app"><h1>${title}${where}</h1>${parts}<p class="made">${texts.made}</p></div>`,
  };
}

function days({ ahead, addressOf, ...visit }: Visit, texts: AppTexts): Markup {
  const links = daysAhead.map(
    (other) =>
      html`<li><a href="${addressOf(other)}" ${other === ahead ? html`aria-current="page"` : undefined}
>${dayName({ ...visit, ahead, addressOf }, other)}</a></li>`,
  );
  return html`<nav aria-label="${texts.days}"><ul class="days">${links}</ul></nav>`;
}

const localeOf = ({ language }: Visit) => (language === 'fr' ? 'fr-FR' : 'en-GB');
const dayOf = ({ now, place }: Visit, ahead: number) => dayAt(now, place.timeZone, ahead);

function dayName(visit: Visit, ahead: number): string {
  return ahead === 0 ? appTexts[visit.language].today : dateOf(visit, dayOf(visit, ahead).date);
}

const dateOf = (visit: Visit, date: string) =>
  new Intl.DateTimeFormat(localeOf(visit), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(date));

const timeOf = (visit: Visit, at: number) =>
  new Intl.DateTimeFormat(localeOf(visit), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: visit.place.timeZone,
  }).format(at);

const decimal = (visit: Visit, value: number) =>
  value.toLocaleString(localeOf(visit), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const metres = (visit: Visit, value: number) => `${decimal(visit, value)} m`;
const kilowattHours = (visit: Visit, value: number) => `${decimal(visit, value)} kWh`;
