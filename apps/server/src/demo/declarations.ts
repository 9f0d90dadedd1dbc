import type { PriceList } from './price-list.ts';

type Language = 'en' | 'fr';

/** Returns the text of an agreement. */
export function declarationOf(kind: keyof PriceList['agreements'], language: Language, marina: string): string {
  return { berthing, storage, gatePass }[kind][language].replaceAll('{{marina}}', marina);
}

const berthing: Record<Language, string> = {
  en: `<h1>Annual berthing agreement</h1>
<p>This agreement is made between <b>{{marina}}</b> (“the marina”) and the customer named on it (“the berth holder”),
for the berth and the boat that the marina has on record.</p>
<h2>1. The berth</h2>
<p>The marina lets the berth holder keep the boat in a berth for the period of this agreement. The licence is personal:
it can’t be passed on, and the berth can’t be let to anybody else without the marina’s written consent.</p>
<ol><li>The marina may move the boat to another berth of the same size where works, weather or an event need it, and
tells the berth holder beforehand where it can.</li><li>While the boat is away for more than 48 hours, the marina may
give the berth to visitors.</li><li>Living aboard for more than 21 nights in a season needs a separate
licence.</li></ol>
<h2>2. Charges</h2>
<p>Charges are due on the day that the invoice names, and are worked out by the boat’s length overall, with bathing
platform and bowsprit.</p>
<table><caption>What the charges cover</caption><thead><tr><th>Item</th><th>Included</th><th>Charged as
used</th></tr></thead><tbody>
<tr><td>Berth, water, waste, showers</td><td>yes</td><td></td></tr><tr><td>Electricity</td><td></td><td>by the meter,
each quarter</td></tr><tr><td>Car park for one car</td><td>yes</td><td></td></tr><tr><td>Lift-out and
launch</td><td></td><td>by the boat’s length</td></tr><tr><td>Tender on the dinghy rack</td><td>up to 3 m</td><td>beyond
that</td></tr></tbody></table>
<h2>3. The boat</h2>
<p>The berth holder keeps the boat seaworthy, tidy and <b>insured</b>, with third-party cover of at least £3,000,000,
and shows the marina the certificate every year. In particular:</p>
<ul><li>mooring lines are doubled from October to March;</li><li>fuel, gas and flares are stored as their makers
say;</li><li>nothing goes over the side: not oil, not paint, not the contents of a holding tank.</li></ul>
<blockquote><p>A boat that is in danger, or a danger to others, may be moved or made safe by the marina without asking
first. The berth holder bears what that costs.</p></blockquote>
<h2>4. Liability</h2>
<p>The marina takes reasonable care of its pontoons and equipment. It is not liable for loss or damage that it did not
cause, and nothing here limits liability for death or injury caused by negligence.</p>
<h2>5. Ending it</h2>
<p>Either side may end this agreement by eight weeks’ notice in writing. What was paid for the time after that is
returned, less one twelfth of the annual charge for administration. Where charges are more than 28 days overdue, the
marina may end it by 14 days’ notice.</p>
<hr><p><small>The harbour’s byelaws and the pilotage notes at the office are part of this agreement. It is governed by
the law of England and Wales.</small></p>`,
  fr: `<h1>Contrat d’amarrage annuel</h1>
<p>Ce contrat est conclu entre <b>{{marina}}</b> (« le port ») et le client qui y est désigné (« le titulaire »), pour
la place et le bateau enregistrés par le port.</p>
<h2>1. La place</h2>
<p>Le port met une place à la disposition du titulaire pour la durée du contrat. Ce droit est personnel : il ne peut
être cédé, et la place ne peut être sous-louée sans l’accord écrit du port.</p>
<ol><li>Le port peut déplacer le bateau vers une place de même taille si des travaux, la météo ou une manifestation
l’exigent, et en avertit le titulaire lorsqu’il le peut.</li><li>En cas d’absence de plus de 48 heures, le port peut
attribuer la place à un visiteur.</li><li>Vivre à bord plus de 21 nuits par saison demande une autorisation
distincte.</li></ol>
<h2>2. Les redevances</h2>
<p>Les redevances sont dues à la date indiquée sur la facture et calculées sur la longueur hors tout, plateforme de bain
et beaupré compris.</p>
<table><caption>Ce que comprennent les redevances</caption><thead><tr><th>Prestation</th><th>Comprise</th><th>Selon
l’usage</th></tr></thead><tbody>
<tr><td>Place, eau, déchets, douches</td><td>oui</td><td></td></tr><tr><td>Électricité</td><td></td><td>au compteur,
chaque trimestre</td></tr><tr><td>Stationnement d’une voiture</td><td>oui</td><td></td></tr><tr><td>Sortie d’eau et mise
à l’eau</td><td></td><td>selon la longueur</td></tr><tr><td>Annexe sur le rack</td><td>jusqu’à 3
m</td><td>au-delà</td></tr></tbody></table>
<h2>3. Le bateau</h2>
<p>Le titulaire maintient le bateau en état de navigabilité, propre et <b>assuré</b>, avec une responsabilité civile
d’au moins 3 000 000 €, et présente l’attestation chaque année. En particulier :</p>
<ul><li>les amarres sont doublées d’octobre à mars ;</li><li>le carburant, le gaz et les fusées sont rangés selon les
indications des fabricants ;</li><li>rien ne passe par-dessus bord : ni huile, ni peinture, ni eaux noires.</li></ul>
<blockquote><p>Un bateau en danger, ou dangereux pour les autres, peut être déplacé ou mis en sécurité par le port sans
accord préalable, aux frais du titulaire.</p></blockquote>
<h2>4. Responsabilité</h2>
<p>Le port entretient ses pontons et ses équipements avec soin. Il ne répond pas des pertes ou dommages qu’il n’a pas
causés.</p>
<h2>5. Fin du contrat</h2>
<p>Chaque partie peut mettre fin au contrat par écrit avec un préavis de huit semaines. Les sommes payées pour la
période restante sont remboursées, moins un douzième de la redevance annuelle. En cas de retard de paiement de plus de
28 jours, le port peut y mettre fin avec un préavis de 14 jours.</p>
<hr><p><small>Le règlement de police du port fait partie de ce contrat. Le droit français s’applique.</small></p>`,
};

const storage: Record<Language, string> = {
  en: `<h1>Winter storage licence</h1>
<p>{{marina}} (“the yard”) keeps the boat ashore for the period of this licence. Please read it to its end: it says what
the yard does, what you do, and what costs extra.</p>
<h2>1. Ashore</h2>
<p>The yard lifts the boat out, washes the hull and sets it on a cradle or props that suit its keel. The place in the
yard is chosen by the yard and may change over the winter.</p>
<ol><li>The boat comes out on the day that the yard has confirmed, with tanks as empty as they can be and sails taken
off.</li><li>Masts stay up only with the yard’s consent, and never on boats above 11 m.</li><li>Covers are tied down so
that they stand a gale, and not to the cradle.</li></ol>
<h2>2. What it costs</h2>
<table><caption>Charges by the boat’s length overall</caption><thead><tr><th>What</th><th>When</th><th>How it is
charged</th></tr></thead><tbody>
<tr><td>Lift-out, wash and chocking</td><td>at the start</td><td>by the metre</td></tr><tr><td>Storage</td><td>1 October
to 31 March</td><td>by the metre, for the whole winter</td></tr><tr><td>Storage after that</td><td>from 1
April</td><td>by the metre and week</td></tr><tr><td>Electricity for dehumidifiers</td><td>each quarter</td><td>by the
meter</td></tr></tbody></table>
<h2>3. Working on the boat</h2>
<p>You and your family may work on the boat from 8 am to sunset. <b>Contractors</b> sign in at the office and show their
insurance first.</p>
<ul><li>Work with sparks, solvents or antifouling needs a permit of the day.</li><li>Dust is caught, and nothing is left
on the ground overnight.</li><li>Nobody sleeps on board while the boat is ashore.</li></ul>
<blockquote><p>Heaters and chargers may not run unattended. The yard disconnects what it finds.</p></blockquote>
<h2>4. Launching</h2>
<p>Boats are launched in the order in which the yard plans it. Whoever needs a fixed day books it before <b>1
February</b>. What is owed is paid before the boat goes back in.</p>
<h2>5. Insurance and liability</h2>
<p>The boat is insured by its owner, ashore and while it is lifted. The yard is liable for what it damages by want of
care, and for nothing that wind, water or other boats do.</p>
<hr><p><small>This licence ends when the boat is launched. It is governed by the law of England and Wales.</small></p>`,
  fr: `<h1>Contrat d’hivernage</h1>
<p>{{marina}} (« le chantier ») garde le bateau à terre pendant la durée de ce contrat. Lisez-le jusqu’au bout : il dit
ce que fait le chantier, ce que vous faites et ce qui est facturé en plus.</p>
<h2>1. À terre</h2>
<p>Le chantier sort le bateau, lave la coque et le cale sur un ber ou des béquilles adaptés à sa quille. Il choisit
l’emplacement, qui peut changer au cours de l’hiver.</p>
<ol><li>Le bateau sort le jour confirmé par le chantier, réservoirs aussi vides que possible et voiles
déposées.</li><li>Le mât ne reste en place qu’avec l’accord du chantier, et jamais au-delà de 11 m.</li><li>Les bâches
sont arrimées pour résister au mistral, mais pas au ber.</li></ol>
<h2>2. Le prix</h2>
<table><caption>Tarifs selon la longueur hors tout</caption><thead><tr><th>Prestation</th><th>Quand</th><th>Mode de
calcul</th></tr></thead><tbody>
<tr><td>Sortie d’eau, carénage et calage</td><td>au début</td><td>au mètre</td></tr><tr><td>Stationnement à
terre</td><td>du 1er octobre au 31 mars</td><td>au mètre, pour tout l’hiver</td></tr><tr><td>Au-delà</td><td>à partir du
1er avril</td><td>au mètre et par semaine</td></tr><tr><td>Électricité des déshumidificateurs</td><td>chaque
trimestre</td><td>au compteur</td></tr></tbody></table>
<h2>3. Travaux à bord</h2>
<p>Vous et vos proches pouvez travailler à bord de 8 h au coucher du soleil. Les <b>entreprises</b> s’inscrivent à la
capitainerie et présentent leur assurance.</p>
<ul><li>Étincelles, solvants et antifouling demandent un permis du jour.</li><li>Les poussières sont aspirées et rien ne
reste au sol la nuit.</li><li>Personne ne dort à bord lorsque le bateau est à terre.</li></ul>
<blockquote><p>Ni chauffage ni chargeur ne fonctionne sans surveillance. Le chantier débranche ce qu’il
trouve.</p></blockquote>
<h2>4. Mise à l’eau</h2>
<p>La mise à l’eau suit le planning du chantier. Une date fixe se réserve avant le <b>1er février</b>. Les sommes dues
sont réglées avant la mise à l’eau.</p>
<h2>5. Assurance et responsabilité</h2>
<p>Le bateau est assuré par son propriétaire, à terre comme pendant la manutention. Le chantier répond des dommages
causés par sa négligence, mais pas de ceux du vent, de l’eau ou d’autres bateaux.</p>
<hr><p><small>Ce contrat prend fin à la mise à l’eau. Le droit français s’applique.</small></p>`,
};

const gatePass: Record<Language, string> = {
  en: `<h1>Gate pass terms</h1>
<p>{{marina}} lends you the passes on the invoice. They open the gates and the shower blocks.</p>
<ol><li>Keep each pass with you, and give it only to your own crew.</li><li>Close the gates behind you, and let nobody
in whom you don’t know.</li><li>If you lose a pass, tell the office on the same day, so that it can be blocked. A new
one costs the price on the price list.</li><li>Return the passes when your berth ends.</li></ol>`,
  fr: `<h1>Conditions du badge</h1>
<p>{{marina}} vous prête les badges indiqués sur la facture. Ils ouvrent les portails et les sanitaires.</p>
<ol><li>Gardez chaque badge sur vous et ne le confiez qu’à votre équipage.</li><li>Refermez les portails et ne laissez
entrer personne que vous ne connaissiez.</li><li>En cas de perte, prévenez la capitainerie le jour même pour que le
badge soit bloqué. Un nouveau badge est facturé selon le tarif.</li><li>Rendez les badges à la fin de votre
contrat.</li></ol>`,
};
