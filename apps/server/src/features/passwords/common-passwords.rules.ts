/** The first words of lists of leaked passwords, and a marina's own favourites, without the digits that people add. */
const words = `
  abc abcd abcdef abcdefg abcdefgh access admin administrator alexander amanda andrea andrew angel anthony apple arsenal
  asdf asdfasdf asdfgh asdfghjk asdfghjkl ashley azerty azertyuiop baby babygirl baseball basketball batman bailey
  beautiful bonjour brandon butterfly bubbles buster captain carlos changeme changeit charlie chelsea chocolate
  computer cookie corvette cowboys creative dallas daniel default diamond doudou dragon doctor elizabeth everton
  family ferrari flower football forever freedom fuckyou gandalf garfield george ginger google guitar hannah harley
  heather hello hockey hunter iceman ihatetu iloveyou internet jasmine jennifer jessica jesus jordan joshua jupiter
  justin killer lakers letmein liverpool logitech london loulou lovely loveme maggie marina marseille master matrix
  matthew melissa mercedes merlin michael michelle mickey minecraft monkey motdepasse mustang mynoob mypassword naruto
  newyork nicolas nicole ninja nothing office orange pa55word pass passer passord passwort password passwords passw
  patrick pepper pokemon porsche prince princess purple qazwsx qazwsxedc qwaszx qwer qwerasdf qwert qwerty qwertyu
  qwertyui qwertyuiop qwertz qwertzuiop q1w2e3r4 q1w2e3r4t5 rachel rainbow ranger robert sailing samantha samsung
  secret shadow silver slayer snoopy soccer soleil sparky spiderman starwars steelers summer sunshine superman
  superstar swordfish taylor test testing testtest thomas thunder tigger toyota trustno trustnoone united victoria
  welcome whatever william william winter winston wordpass yankees yellow zaqwsx zxcvbn zxcvbnm zxcvbnmasd
  harbour harbor boat mooring sailboat yacht anchor skipper`;

const common = new Set(words.trim().split(/\s+/));

/** Letters that people write as digits and signs. */
const disguised: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/**
 * Tells if a password is one that everybody tries first: a common word with or without the usual additions, or a run.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const bare = plain.replace(/[^\p{L}]+$/u, '').replace(/^[^\p{L}]+/u, '');
  const undisguised = plain.replace(/[013457@$]/g, (sign) => disguised[sign] ?? sign).replace(/[^a-z]/g, '');
  return [plain, bare, undisguised].some((form) => common.has(form)) || isRun(plain);
}

/** Tells if a text repeats one or two characters, or is a run of neighbours, up or down. */
function isRun(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  const steps = Array.from(text)
    .slice(1)
    .map((character, place) => character.charCodeAt(0) - text.charCodeAt(place));
  const step = (wanted: number) => steps.filter((one) => one === wanted || Math.abs(one) === 9).length;
  return step(1) === steps.length || step(-1) === steps.length;
}
