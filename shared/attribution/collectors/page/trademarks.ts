import { registrableHost } from '../../../platform/net/url.ts'
import { foldToLetters } from '../../names/fold.ts'
import { alternatives } from '../../names/pattern-code.ts'

const LINE_LENGTH_MAX = 200

// Words for a trademark. In Danish, Norwegian and Swedish, the word for "trademark" also means
// "brand", so it counts only with "registered".
const TRADEMARKS = alternatives(`
trade ?marks?
(?:eingetragene|geschützte)[nrs]? marken?|warenzeichen
marques? (?:déposées?|enregistrées?|commerciales?)
marcas? (?:comercia(?:l|is|les)|registadas?|registradas?)
march(?:io|i) registrat[oi]
(?:handels|beeld|woord)merk(?:en)?
registrer(?:et|ede) vare(?:mærke|merke)r?|registrerat varumärke
tavaramerk\\p{L}{1,6}
zna(?:k|ki|kiem|kami) towarow\\p{L}{1,3}
ochrann\\p{L}{1,3} znám\\p{L}{2,4}
védjegy\\p{L}{0,5}
marcă (?:comercială )?înregistrată
tescilli marka\\p{L}{0,5}
товарн\\p{L}{2,3} знак\\p{L}{0,3}|торгов\\p{L}{2,3} марк\\p{L}{1,3}
`)

const TRADEMARK = new RegExp(`(?<!\\p{L})(?:${TRADEMARKS})(?!\\p{L})|商标|商標|상표`, 'iu')

const MARK_NOTE = new RegExp(
  [
    String.raw`(?:(?<![\s,®™–—-])[\s,®™–—-]+|^)(?:an? )?(?:registered )?`,
    String.raw`(?:${TRADEMARKS})(?: zastrzeżon\p{L}{1,2})?$`,
  ].join(''),
  'iu',
)

/** Removes the words for a trademark at the end of a name: "Kork Marca Registrada". */
export const withoutMarkNote = (text: string): string => text.trimEnd().replace(MARK_NOTE, '')

export function isMarkOfOthers(text: string, url: string): boolean {
  if (text.length > LINE_LENGTH_MAX || !TRADEMARK.test(text)) return false
  const own = foldToLetters(registrableHost(url).split('.')[0] ?? '')
  return !foldToLetters(text).includes(own)
}
