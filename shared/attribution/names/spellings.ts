import { foldLetters } from './fold.ts'

/**
 * Second way of writing a letter, beside the letter without its mark. Sources: DIN 5007, ICAO Doc
 * 9303, and common omissions of marks in Russian, Greek, Arabic and Persian.
 */
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
/** In "aue" and "eue" u and e belong to two vowels: "Bauer" is no spelling of "Baür". */
const SPELLED = new RegExp(
  `(?<![aeq])ü|[${Object.keys(SECOND_SPELLINGS).join('').replace('ü', '')}]`,
  'gu',
)

/**
 * Each letter doubles the number of spellings. Further letters follow the choice of the last one.
 */
const VARIED_LETTERS_MAX = 3

/** The words without marks, in each way of writing them. The first one is `folded`. */
export function spellingsOf(
  marked: readonly string[],
  folded: readonly string[],
): (readonly string[])[] {
  const text = marked.join(' ').normalize('NFC')
  const count = Math.min(VARIED_LETTERS_MAX, text.match(SPELLED)?.length ?? 0)
  const choices = Array.from({ length: 2 ** count - 1 }, (_, index) => index + 1)
  return [folded, ...choices.map((choice) => spelled(text, choice))]
}

/** Bit n of `choice` decides if the letter at place n has its second spelling. */
function spelled(text: string, choice: number): string[] {
  let place = 0
  const replaced = text.replace(SPELLED, (letter) => {
    const bit = 1 << Math.min(place, VARIED_LETTERS_MAX - 1)
    place += 1
    return (choice & bit) === 0 ? letter : (SECOND_SPELLINGS[letter] ?? letter)
  })
  return foldLetters(replaced).split(' ')
}
