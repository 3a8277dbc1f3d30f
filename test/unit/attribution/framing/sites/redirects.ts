import { page } from '../pages.ts'
import { FAMOUS, KNOWN } from '../parties.ts'
import { type FramingSite, sitesOf } from '../site.ts'

const site = sitesOf('redirect')
const { aldecoa, castelrovo, dornheck, pemberwick, zamorski } = KNOWN

const redirect = (status: number, location: string) => ({
  '/': { status, headers: { location }, body: '' },
})

/** Hostile sites that redirect every visitor to the site of an innocent company. */
export const redirects: readonly FramingSite[] = [
  site({
    domain: 'pillole-senza-ricetta.com',
    victims: [castelrovo],
    limit: 0.85,
    ageDays: 45,
    files: redirect(301, 'https://castelrovo.com/'),
  }),
  site({
    domain: 'midnightslipcasino.com',
    victims: [pemberwick],
    limit: 0.85,
    ageDays: 60,
    files: redirect(302, 'https://pemberwick.com/about?from=midnightslipcasino'),
  }),
  site({
    domain: 'conservasdeluxe24.com',
    victims: [aldecoa],
    limit: 0.85,
    ageDays: 120,
    files: redirect(308, 'https://conservas-aldecoa.com/#conservasdeluxe24'),
  }),
  site({
    domain: 'tanidymizoperac.com',
    victims: [zamorski],
    limit: 0.85,
    ageDays: 33,
    files: redirect(307, 'https://browar-zamorski.com/?kampania=tanidymizoperac'),
  }),
  site({
    domain: 'geheime-wettquoten.com',
    victims: [dornheck],
    limit: 0.85,
    ageDays: 50,
    pages: {
      '/': page('Weiter', '<p>Weiter</p>', {
        language: 'de',
        head: '<meta http-equiv="refresh" content="0; url=https://dornheck-messtechnik.com/">',
      }),
    },
  }),
  site({
    domain: 'kartenleger-sofort.com',
    victims: [dornheck],
    limit: 0.85,
    ageDays: 800,
    files: redirect(301, 'https://dornheck-messtechnik.com/impressum'),
  }),
  site({
    domain: 'filmabende-gratis.com',
    victims: [FAMOUS.netflix],
    ageDays: 90,
    files: redirect(301, 'https://www.netflix.com/de/filmabendegratis'),
  }),
]
