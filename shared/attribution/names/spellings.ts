import { foldLetters } from './fold.ts'

// Second way to write a letter without its accent: "ä" as "ae". The first way only omits the
// accent: "a". Sources: DIN 5007, ICAO Doc 9303, and common omissions in Russian, Greek, Arabic and
// Persian.
const SECOND_SPELLINGS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ő: 'oe',
  ű: 'ue',
  å: 'aa',
  ø: 'oe',
  đ: 'dj',
  ё: 'е',
  ά: 'α',
  έ: 'ε',
  ή: 'η',
  ί: 'ι',
  ό: 'ο',
  ύ: 'υ',
  ώ: 'ω',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
}
// Letters with a second spelling. "ü" does not count behind a, e or q: otherwise "Baür" would have
// the spelling "Bauer", in which u and e belong to two syllables.
const SPELLED = new RegExp(
  `(?<![aeq])ü|[${Object.keys(SECOND_SPELLINGS).join('').replace('ü', '')}]`,
  'gu',
)

// Number of letters that are varied independently, because each one doubles the number of
// spellings. Further letters are spelled like the last varied one.
const VARIED_LETTERS_MAX = 3

/** Returns all spellings of the words without accents. The first one is `folded`. */
export function spellingsOf(
  marked: readonly string[],
  folded: readonly string[],
): (readonly string[])[] {
  const text = marked.join(' ').normalize('NFC')
  const count = Math.min(VARIED_LETTERS_MAX, text.match(SPELLED)?.length ?? 0)
  const choices = Array.from({ length: 2 ** count - 1 }, (_, index) => index + 1)
  return [folded, ...choices.map((choice) => spelled(text, choice))]
}

// Writes the words in one way: the letter number n gets its second spelling if bit n of `choice` is
// set.
function spelled(text: string, choice: number): string[] {
  let place = 0
  const replaced = text.replace(SPELLED, (letter) => {
    const bit = 1 << Math.min(place, VARIED_LETTERS_MAX - 1)
    place += 1
    return (choice & bit) === 0 ? letter : (SECOND_SPELLINGS[letter] ?? letter)
  })
  return foldLetters(replaced).split(' ')
}
