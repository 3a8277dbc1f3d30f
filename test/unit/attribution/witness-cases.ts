import type { CollectedEvidence } from '../../../shared/attribution/evidence.ts'
import {
  archived,
  blankSite,
  DOMAIN,
  HONEST,
  INTRUDER,
  indexEntry,
  liveCertificate,
  markCertificate,
  NUMBER,
  registerAnswer,
  sameTenant,
  siteNaming,
  VICTIM,
  VICTIM_DOMAIN,
} from './witness-entries.ts'

export interface WitnessCase {
  attack: string
  evidence: readonly CollectedEvidence[]
  /** Company that the attacker wants as the answer. */
  wanted: string
  confidenceMax: number
  /** Company that must be the answer nevertheless. */
  operator?: string
}

// Nothing tells a copied legal notice from a true one, so the copy may be named, below certainty.
const COPIED = 0.94
// Nobody contradicts an entry about a site that names nobody, so it counts one way.
const UNSTATED = 0.85
const GUESS = 0.5

const copiedSite = siteNaming(VICTIM, { number: NUMBER })
const honestSite = siteNaming(HONEST)
const TEN_OTHERS = Array.from({ length: 11 }, (_, n) => `customer${n}.com`)
const DROPPED = { not_before: '2023-09-01T00:00:00.000Z' }

const claimed = (
  attack: string,
  witness: CollectedEvidence,
  site: readonly CollectedEvidence[] = copiedSite,
): WitnessCase => ({
  attack,
  evidence: [...site, witness],
  wanted: VICTIM,
  confidenceMax: COPIED,
})

const certificates: readonly WitnessCase[] = [
  claimed('a self-signed certificate', liveCertificate('untrusted', VICTIM, { issuer: VICTIM })),
  claimed('a certificate of an unknown root', liveCertificate('untrusted', VICTIM)),
  claimed('an expired certificate', liveCertificate('expired', VICTIM)),
  claimed('a certificate of another host', liveCertificate('wrong_name', VICTIM)),
  claimed('a copied chain without its key', liveCertificate('key_not_proven', VICTIM)),
  claimed('the certificate of the former holder', liveCertificate('proven', VICTIM, DROPPED)),
  claimed(
    'a proven certificate for another domain',
    liveCertificate('proven', VICTIM, { names: [VICTIM_DOMAIN] }),
  ),
  claimed(
    'a proven certificate for a subdomain',
    liveCertificate('proven', VICTIM, { names: [`shop.${DOMAIN}`] }),
  ),
  claimed(
    'a certificate for many customers',
    liveCertificate('proven', VICTIM, { names: [DOMAIN, ...TEN_OTHERS] }),
  ),
  claimed(
    'an organisation that no authority checked',
    liveCertificate('proven', VICTIM, { validation: 'dv', organization: null }),
  ),
  claimed(
    'a mark certificate of another domain',
    markCertificate('proven', VICTIM, { names: [VICTIM_DOMAIN] }),
  ),
  claimed('a mark certificate that ended', markCertificate('expired', VICTIM)),
  claimed('a self-signed mark certificate', markCertificate('untrusted', VICTIM)),
  claimed('the mark certificate of the former holder', markCertificate('proven', VICTIM, DROPPED)),
]

const registers: readonly WitnessCase[] = [
  claimed('a copied company number', registerAnswer(VICTIM)),
  claimed(
    'a copied company number of a firm with its own website',
    registerAnswer(VICTIM, { websites: [VICTIM_DOMAIN] }),
  ),
  claimed(
    'a copied VAT number',
    registerAnswer(VICTIM, { register: 'vies', number: 'PL0000000017', country: 'PL' }),
  ),
  claimed(
    'the number of a dissolved firm that had the domain',
    registerAnswer(VICTIM, { websites: [DOMAIN], is_active: false }),
  ),
  claimed(
    'a register that is down',
    registerAnswer(VICTIM, { outcome: 'unavailable', name: null }),
  ),
  claimed(
    'a dropped domain that the register entry of its former holder still names',
    registerAnswer(VICTIM, { websites: [DOMAIN] }),
    siteNaming(VICTIM, { number: NUMBER, registered: '2026-09-20T00:00:00.000Z' }),
  ),
  ...[HONEST, VICTIM].map((wanted) => ({
    attack: `a number of somebody else beside another name, to be ${wanted}`,
    evidence: [...siteNaming(HONEST, { number: NUMBER }), registerAnswer(VICTIM)],
    wanted,
    confidenceMax: GUESS,
  })),
  {
    attack: 'an own register entry that claims a foreign domain',
    evidence: [...honestSite, registerAnswer(INTRUDER, { websites: [DOMAIN], stated_on: null })],
    wanted: INTRUDER,
    confidenceMax: GUESS,
    operator: HONEST,
  },
]

const lists: readonly WitnessCase[] = [
  {
    attack: 'an own entry in a list that claims a foreign domain',
    evidence: [...honestSite, indexEntry(INTRUDER)],
    wanted: INTRUDER,
    confidenceMax: GUESS,
    operator: HONEST,
  },
  {
    attack: 'an own entry in a list that claims a site without a name',
    evidence: [...blankSite, indexEntry(INTRUDER)],
    wanted: INTRUDER,
    confidenceMax: UNSTATED,
  },
  {
    attack: 'an own seller account that claims a foreign domain',
    evidence: [
      ...honestSite,
      indexEntry(INTRUDER, { source: 'google_sellers', seller_id: 'pub-0000000000000001' }),
    ],
    wanted: INTRUDER,
    confidenceMax: GUESS,
    operator: HONEST,
  },
  claimed(
    'a list that is older than the registration',
    indexEntry(VICTIM, { as_of: '2023-01-02' }),
  ),
  claimed(
    'a dropped domain that a list still gives to its former holder',
    indexEntry(VICTIM),
    siteNaming(VICTIM, { registered: '2026-09-20T00:00:00.000Z' }),
  ),
  claimed(
    'the government list from before the registration',
    indexEntry(VICTIM, { source: 'dotgov', as_of: '2023-01-02' }),
  ),
]

const others: readonly WitnessCase[] = [
  {
    attack: 'an archive of the former holder',
    evidence: [...blankSite, archived(VICTIM)],
    wanted: VICTIM,
    confidenceMax: GUESS,
  },
  claimed('an archive of the former holder beside a copied notice', archived(VICTIM)),
  claimed(
    'a tenant of a young domain whose company only the site names',
    sameTenant(VICTIM),
    siteNaming(VICTIM, { registered: '2026-11-01T00:00:00.000Z' }),
  ),
]

export const WITNESS_CASES: readonly WitnessCase[] = [
  ...certificates,
  ...registers,
  ...lists,
  ...others,
]

/** Honest sites with the same witnesses, so that the attacks fail for the reason they state. */
export const HONEST_CASES: readonly { title: string; evidence: readonly CollectedEvidence[] }[] = [
  { title: 'its own certificate', evidence: [...honestSite, liveCertificate('proven', HONEST)] },
  {
    title: 'its own mark certificate',
    evidence: [...honestSite, markCertificate('proven', HONEST)],
  },
  {
    title: 'its register entry with this website',
    evidence: [
      ...siteNaming(HONEST, { number: NUMBER }),
      registerAnswer(HONEST, { websites: [DOMAIN] }),
    ],
  },
  { title: 'its entry in a list', evidence: [...honestSite, indexEntry(HONEST)] },
  {
    title: 'its entry in the government list',
    evidence: [
      ...honestSite,
      indexEntry(HONEST, { source: 'dotgov', number: null, country: 'US' }),
    ],
  },
]
