import { FetchFailure } from '../../../platform/net/fetch-failure.ts'
import { detached } from '../../../platform/net/response-body.ts'
import { registrableHost } from '../../../platform/net/url.ts'
import type { CollectorTools } from '../../collector.ts'
import { foldToLetters } from '../../names/fold.ts'
import type { PageEvidence } from '../../page-evidence.ts'
import type { PageLimits } from '../page/page-limits.ts'
import type { LegalLink } from '../page/page-links.ts'
import { readStyledPage } from '../page/parse-page.ts'
import { inSlices } from '../page/slices/sliced-work.ts'
import { type Absence, absenceOf } from './fetch-files.ts'
import type { SheetReader } from './fetch-style-sheets.ts'
import type { ProbeClock } from './probe-clock.ts'

export const LEGAL_PAGES_MAX = 5

export interface LegalPagesRequest {
  links: readonly LegalLink[]
  home: PageEvidence
  allows(path: string): boolean
  limitsOfPage(): PageLimits
  sheets: SheetReader
}

export async function fetchLegalPages(
  { links, home, allows, limitsOfPage, sheets }: LegalPagesRequest,
  tools: CollectorTools,
  clock: ProbeClock,
  absences: Absence[],
): Promise<PageEvidence[]> {
  // If legal pages take too long to read, the reading stops. They must not use up the time of the
  // home page.
  const pause = async (): Promise<void> => {
    await tools.pause()
    if (!clock.hasTime()) throw new Error('No time is left to read another page.')
  }
  const pages = await Promise.all(
    links.slice(0, LEGAL_PAGES_MAX).map(async ({ role, url }) => {
      const { pathname, search } = new URL(url)
      const missing = (why: Absence['why']): null => {
        absences.push({ path: pathname.slice(0, 300), why })
        return null
      }
      if (!allows(`${pathname}${search}`)) return missing('disallowed')
      if (!clock.hasTime()) return missing('not_checked')
      try {
        const read = await tools.readPage(url, { timeoutMs: clock.pageMs() }, async (page) => {
          if (page.status !== 200) return missing(absenceOf(page.status))
          if (registrableHost(page.url) !== registrableHost(home.url)) return missing('absent')
          const { url: pageUrl, status, text: html, truncated } = page
          const work = readStyledPage(
            { url: pageUrl, role, status, html, truncated },
            limitsOfPage(),
          )
          const styled = detached(await inSlices(work, pause))
          return page.url === home.url || isCopy(styled.evidence, home) ? missing('absent') : styled
        })
        return read === null ? null : await sheets.styled(read.evidence, read.kept)
      } catch (error) {
        return missing(
          error instanceof FetchFailure && error.reason === 'not_text' ? 'absent' : 'failed',
        )
      }
    }),
  )
  return pages.filter((page) => page !== null)
}

const ERROR_TITLE = new RegExp(
  [
    String.raw`^(?:404|not found|page not found|error\b|seite nicht gefunden|`,
    `page introuvable|página no encontrada|pagina non trovata|`,
    `pagina niet gevonden)`,
  ].join(''),
  'iu',
)

/** Many sites answer a missing URL with status 200 and the home page or an error page. */
function isCopy(page: PageEvidence, home: PageEvidence): boolean {
  if (ERROR_TITLE.test(page.title ?? '')) return true
  return page.text.length > 0 && foldToLetters(page.text) === foldToLetters(home.text)
}
