import { mailAt, wholeSite } from '../pages.ts'
import { FAMOUS, KNOWN, UNKNOWN } from '../parties.ts'
import { type FramingSite, sitesOf } from '../site.ts'

const site = sitesOf('name or platform')
const { castelrovo, dornheck, pemberwick, vandersloot } = KNOWN
const pages = wholeSite(pemberwick, { contact: mailAt(pemberwick.domain) })

/** Copied pages on a domain whose name resembles the name of the victim. */
export const namesAndPlatforms: readonly FramingSite[] = [
  site({
    domain: 'dornheck-messtechnik.web.app',
    under: 'web.app',
    victims: [dornheck],
    limit: 0.85,
    ageDays: 2_400,
    pages: wholeSite(dornheck, { contact: mailAt(dornheck.domain) }),
  }),
  site({
    domain: 'everdonk-bestellen.netlify.app',
    under: 'netlify.app',
    victims: [UNKNOWN.everdonk],
    limit: 0.94,
    ageDays: 2_800,
    pages: wholeSite(UNKNOWN.everdonk),
  }),
  site({
    domain: 'klarna.com.konto-zentrale-7.com',
    under: 'konto-zentrale-7.com',
    victims: [FAMOUS.klarna],
    ageDays: 35,
    pages: wholeSite(FAMOUS.klarna),
  }),
  site({
    domain: 'castelrovo.com.ordini-sicuri.net',
    under: 'ordini-sicuri.net',
    victims: [castelrovo],
    ageDays: 35,
    pages: wholeSite(castelrovo, { contact: mailAt(castelrovo.domain) }),
  }),
  site({
    domain: 'dornhek-messtechnik.com',
    victims: [dornheck],
    ageDays: 20,
    pages: wholeSite(dornheck, { contact: mailAt(dornheck.domain) }),
  }),
  // The domain begins with two Cyrillic letters that look like "pe".
  site({ domain: '\u0440\u0435mberwick.com', victims: [pemberwick], ageDays: 28, pages }),
  site({ domain: 'pember-wick.net', victims: [pemberwick], limit: 0.85, ageDays: 75, pages }),
  site({ domain: 'pemberwick.shop', victims: [pemberwick], limit: 0.85, ageDays: 9, pages }),
  site({
    domain: 'vandersloot-kwekerijen-betaling.com',
    victims: [vandersloot],
    ageDays: 14,
    pages: wholeSite(vandersloot, { contact: mailAt(vandersloot.domain) }),
  }),
]
