import { createHash } from 'node:crypto';

/** The beginning of the part of a drawn page that holds its scripts. A browser loads nothing from it by itself. */
export const scriptsPlace = '<template id="scripts">';

/**
 * The script inside a drawn page. It loads the portal's scripts once the page is painted. On a fast network they would
 * otherwise run first, and the reader would look at an empty page meanwhile. A page that is out of sight is not
 * painted, so its scripts don't wait longer than a second. Until they come, it notes the buttons that a reader clicks,
 * for `holdEarlyActions` in the portal. It leaves out those that submit a form, because the browser does that itself.
 */
export const startScripts = [
  'earlyClicks=[];',
  'addEventListener("click",({target})=>{const button=target.closest?.("button");',
  'if(button&&!(button.form&&button.type=="submit"))window.earlyClicks?.push(button)});',
  'const start=()=>document.body.append(document.getElementById("scripts").content);',
  'new PerformanceObserver(start).observe({type:"paint",buffered:true});',
  'setTimeout(start,1000)',
].join('');

/** The hash by which the policy of a drawn page allows that script alone. */
export const startScriptsHash = `'sha256-${createHash('sha256').update(startScripts).digest('base64')}'`;
