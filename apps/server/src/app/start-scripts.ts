import { createHash } from 'node:crypto';

/** The beginning of the part of a drawn page that holds its scripts. A browser loads nothing from it by itself. */
export const scriptsPlace = '<template id="scripts">';

/**
 * The script before a drawn page. Until the portal's scripts come, it notes the buttons that a reader clicks, for
 * `holdEarlyActions` in the portal. On a slow network the reader sees the page long before its end has arrived. It
 * leaves out a button whose form the browser sends itself: one with the method "dialog" is sent only by the portal. On
 * a signed-in page it notes a link too, where something is typed already, because the portal asks before that is lost,
 * and in a frame, because some pages open in place of the framing one. If the portal has not come after three seconds,
 * the browser follows the link.
 */
export const noteClicks = [
  'earlyClicks=[];',
  'addEventListener("click",event=>{const{target}=event,button=target.closest?.("button"),',
  'link=target.closest?.("a[href]:not([target])");',
  'if(button&&!(button.form&&button.type=="submit"&&button.form.method!="dialog"))window.earlyClicks?.push(button);',
  'if(link&&window.earlyClicks&&!event.ctrlKey&&!event.metaKey&&!event.shiftKey&&/\\/secure\\//.test(location)&&',
  '(self!=top||[...document.querySelectorAll("input,textarea")].some(field=>field.value!=field.defaultValue))){',
  'event.preventDefault();earlyClicks.push(link);',
  'setTimeout(()=>{if(window.earlyClicks)location=link.href},3000)}});',
].join('');

/**
 * The script after a drawn page. It loads the portal's scripts once the page is painted. On a fast network they would
 * otherwise run first, and the reader would look at an empty page meanwhile. A page that is out of sight is not
 * painted, so its scripts don't wait longer than a second. A browser that is older than the portal supports (SHELL-230)
 * lacks `toSorted`. There the scripts would break the page, so it stays as it is without scripts: its plain forms work.
 */
export const startScripts = [
  'const start=()=>document.body.append(document.getElementById("scripts").content),',
  'each=(parts,work)=>document.querySelectorAll(parts).forEach(work);',
  'if([].toSorted){new PerformanceObserver(start).observe({type:"paint",buffered:true});setTimeout(start,1000)}',
  'else{each("[data-needs-scripts]",part=>part.remove());each("noscript",part=>part.outerHTML=part.textContent)}',
].join('');

/** The hashes by which the policy of a drawn page allows these two scripts alone. */
export const drawnPageHashes = [noteClicks, startScripts].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
);
