import { cleanName } from '../../shared/attribution/names/entity-names.ts'
import type { PageEvidence } from '../../shared/attribution/page-evidence.ts'

/**
 * Simple rules that name an operator. Their results are compared with those of a complete analysis.
 */
export const SIMPLE_READERS: Readonly<
  Record<string, (pages: readonly PageEvidence[]) => string | null>
> = {
  'copyright line': (pages) => first(pages.flatMap(copyrightNames)),
  'og:site_name': (pages) => first(pages.map(({ site_name }) => site_name)),
  'schema.org publisher': (pages) => first(pages.flatMap(publisherNames)),
}

const first = (names: readonly (string | null)[]): string | null =>
  names.find((name) => name !== null && name !== '') ?? null

const NOTICE =
  /(?:©|\(c\)|copyright)[\s:.,]*(?:copyright|©)?[\s:.,]*(?:(?:19|20)\d{2}(?:\s*[-–—,/]\s*(?:(?:19|20)?\d{2}|present))?)?[\s,:.–-]*(?:by\s+)?(?<name>\p{L}[^|·•©]{1,80}?)(?:[\s,.-]*(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados).*)?(?:[|·•]|\.\s|\.?$)/iu

/** Names in copyright notices. The last notice comes first, because it is usually in the footer. */
function copyrightNames({ mentions }: PageEvidence): string[] {
  const lines = [
    ...new Set(mentions.flatMap(({ place, observed }) => (place === 'rights' ? [observed] : []))),
  ]
  return lines
    .toReversed()
    .flatMap((line) => cleanName(NOTICE.exec(line)?.groups?.name ?? '') || [])
}

const publisherNames = ({ organizations }: PageEvidence): string[] =>
  organizations
    .filter(
      ({ via, type }) =>
        via === 'publisher' || (via === '' && /Organi[sz]ation|Corporation|Business$/u.test(type)),
    )
    .flatMap(({ legal_name, name }) => legal_name ?? name ?? [])
