import { z } from 'zod'
import { BASES, type Basis } from '../basis.ts'
import { AUTHOR_MEANINGS, AUTHORS, type Author, BASIS_OF } from '../signals/signal-authors.ts'
import {
  explainSignal,
  type NameRole,
  type Party,
  SIGNAL_KINDS,
  type SignalKindName,
} from '../signals/signal-kinds.ts'
import { CALIBRATION } from './calibration.ts'
import { BASIS_MEANINGS, CEILINGS, SURE_CONFIDENCE } from './ceilings.ts'
import data from './release-figures.json' with { type: 'json' }
import { WARNING_KINDS, WARNING_SEVERITIES } from './scoring-result.ts'
import { WARNING_MEANINGS } from './warnings.ts'

const count = z.number().int().min(0)
const share = z.number().min(0).max(1)

const FigureSet = z.object({
  name: z.string(),
  cases: count,
  /** Right answers. To name nobody is right for a domain without a known operator. */
  right: count,
  /** Answers that name a brand of the site instead of its operator. */
  brand: count,
  wrong: count,
  /** Wrong answers that can do damage, for example because they name an imitated company. */
  harmful: count,
  /** Answers that name nobody although an operator exists. */
  abstained: count,
  ece: share,
  /** Answers with at least the confidence SURE_CONFIDENCE. */
  sure: z.object({ cases: count, right: count }),
})

/** Measured on labelled domains. `npm run eval -- --publish` writes the file. */
export const ReleaseFigures = z.object({
  scorer_version: z.string(),
  /** True if each domain was judged by a fit that had seen no domain of its operator. */
  held_out: z.boolean(),
  sets: z.array(FigureSet).min(1),
  bins: z.array(z.object({ from: share, count, confidence: share, accuracy: share })),
})
export type ReleaseFigures = z.infer<typeof ReleaseFigures>

export const RELEASE_FIGURES: ReleaseFigures = ReleaseFigures.parse(data)

const AuthorName = z.enum(AUTHORS)
const BasisName = z.enum(BASES).nullable()

/** Made from the data of the scoring itself, so it cannot be out of date. */
export const ScoringExplanation = z.object({
  sources: z.array(
    z.object({
      name: z.string(),
      author: AuthorName,
      /** Strongest basis that the statement gives. Null if it supports no name. */
      basis: BasisName,
      party: z.string(),
      role: z.string(),
      /** Sentence for the statement, with X for the name and Y for the observed value. */
      sentence: z.string(),
      otherwise: z.array(z.object({ author: AuthorName, basis: BasisName, when: z.string() })),
    }),
  ),
  basis: z.array(
    z.object({
      basis: BasisName,
      sentence: z.string(),
      confidence_max: z.number().nullable(),
      limits: z.array(z.object({ confidence_max: z.number(), when: z.string() })),
      authors: z.array(z.object({ author: AuthorName, title: z.string(), meaning: z.string() })),
    }),
  ),
  warnings: z.array(
    z.object({ kind: z.enum(WARNING_KINDS), severity: z.string(), when: z.string() }),
  ),
  reliability: z.object({
    cases: z.number().int(),
    /** Groups of answers by confidence: their mean confidence, and the share that was right. */
    bins: ReleaseFigures.shape.bins,
  }),
  figures: z.object({
    scorer_version: z.string(),
    measured_version: z.string(),
    held_out: z.boolean(),
    sure_confidence: z.number(),
    sets: ReleaseFigures.shape.sets,
  }),
  limits: z.array(z.object({ name: z.string(), sentence: z.string() })),
})
export type ScoringExplanation = z.infer<typeof ScoringExplanation>

const PARTY_PLACES: Readonly<Record<Party, string>> = {
  registration: 'registration record',
  site: 'page of the site',
  name: 'domain name',
  certificate: 'TLS certificate',
  network: 'network of the server',
  dns: 'DNS zone',
  advertising: 'advertising file',
  affiliation: 'file about affiliations',
  redirect: 'redirect',
  registry: 'register or list',
  'named party': 'own domain of the company',
  records: 'purchased record',
  reading: 'reading of a model',
  context: 'fact about the domain',
  link: 'page, file or record',
}

const ROLE_USES: Readonly<Record<NameRole, string>> = {
  legal: 'names an operator',
  trade: 'names a brand or company',
  hint: 'supports a name that other evidence gives',
  context: 'no vote for a name',
  link: 'compares domains',
}

/** Known limits of the scoring. Each one can lead to a wrong answer or to no answer. */
const KNOWN_LIMITS: Readonly<Record<string, string>> = {
  copied_entries:
    'A site can copy the legal notice of another company with its register number. A ' +
    'register then confirms a copied name, so a corroborated answer is no proof.',
  second_domains:
    'Most firms hold several domains and link to few of them. A second domain that no known ' +
    'domain of the firm mentions is only stated.',
  unknown_companies:
    'A copy of a company is found only if the company is on the list of famous brands, or if ' +
    'its own older domain is known from an earlier answer or named by the site. The list of ' +
    'brands is made by hand.',
  registrants:
    'Most registries hide registrants or check nobody. The list of registries and registrars ' +
    'that verify registrants is made by hand.',
  scripts:
    'A page whose text appears only with scripts is hardly read. Only a deep analysis looks ' +
    'at a screenshot of it.',
  languages:
    'Legal notices are recognized in about 25 languages. In other languages mainly ' +
    'structured data, titles and records count.',
  certificates:
    'Most certificates, and nearly all behind a CDN, confirm a domain and no company. They ' +
    'verify nobody.',
  revocation: 'Revoked certificates are not recognized. A certificate counts until it ends.',
  stolen_control:
    'An attacker who controls the own domain of a company, or its account at a registrar, ' +
    'can speak for it.',
  time:
    'An answer describes the time of its evidence. A sold domain can show its earlier holder ' +
    'for a while.',
  models:
    'A language model only reads quoted evidence and can miss or misread it. Its claims ' +
    'never verify a name.',
  figures:
    'The labelled domains are no random sample of the internet. The figures on other domains ' +
    'can be better or worse.',
}

const [ANY_NAME, ANY_VALUE] = ['X', 'Y']

export function explainScoring(): ScoringExplanation {
  const kinds = Object.keys(SIGNAL_KINDS) as SignalKindName[]
  return {
    sources: kinds.map(sourceOf),
    basis: [
      ...BASES.map((basis) => ({
        basis,
        sentence: BASIS_MEANINGS[basis],
        confidence_max: highestOf(basis),
        limits: ceilingsOf(basis).map(({ confidenceMax, when }) => ({
          confidence_max: confidenceMax,
          when,
        })),
        authors: authorsWith(basis),
      })),
      {
        basis: null,
        sentence:
          'The answer names nobody, because no name has enough support or several names are close.',
        confidence_max: null,
        limits: [],
        authors: authorsWith(null),
      },
    ],
    warnings: WARNING_KINDS.map((kind) => ({
      kind,
      severity: WARNING_SEVERITIES[kind],
      when: WARNING_MEANINGS[kind],
    })),
    reliability: {
      cases: RELEASE_FIGURES.bins.reduce((sum, { count }) => sum + count, 0),
      bins: RELEASE_FIGURES.bins,
    },
    figures: {
      scorer_version: CALIBRATION.scorer_version,
      measured_version: RELEASE_FIGURES.scorer_version,
      held_out: RELEASE_FIGURES.held_out,
      sure_confidence: SURE_CONFIDENCE,
      sets: RELEASE_FIGURES.sets,
    },
    limits: Object.entries(KNOWN_LIMITS).map(([name, sentence]) => ({ name, sentence })),
  }
}

function sourceOf(name: SignalKindName): ScoringExplanation['sources'][number] {
  const { party, role, author, other_authors: others } = SIGNAL_KINDS[name]
  const isVote = role === 'legal' || role === 'trade' || role === 'hint'
  const basisOf = (one: Author): Basis | null => (isVote ? BASIS_OF[one] : null)
  return {
    name,
    author,
    basis: basisOf(author),
    party: PARTY_PLACES[party],
    role: ROLE_USES[role],
    sentence: explainSignal(name, ANY_NAME, ANY_VALUE),
    otherwise: (Object.entries(others) as [Author, string][]).map(([other, when]) => ({
      author: other,
      basis: basisOf(other),
      when,
    })),
  }
}

const authorsWith = (basis: Basis | null): ScoringExplanation['basis'][number]['authors'] =>
  AUTHORS.filter((author) => BASIS_OF[author] === basis).map((author) => ({
    author,
    ...AUTHOR_MEANINGS[author],
  }))

const ceilingsOf = (basis: Basis) =>
  Object.values(CEILINGS).filter(({ bases }) => (bases as readonly Basis[]).includes(basis))

const highestOf = (basis: Basis): number =>
  basis === 'verified'
    ? CALIBRATION.confidence_max
    : Math.min(CALIBRATION.confidence_max, CEILINGS.unverified.confidenceMax)
