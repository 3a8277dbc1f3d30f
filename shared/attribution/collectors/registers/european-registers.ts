import { z } from 'zod'
import {
  entryFound,
  optionalText,
  type Register,
  shaped,
  UNAVAILABLE,
  UNKNOWN,
} from './register.ts'

const ViesAnswer = z.object({
  isValid: z.boolean().nullish(),
  userError: optionalText,
  name: optionalText,
  actionSucceed: z.boolean().nullish(),
  errorWrappers: z.array(z.object({ error: optionalText })).nullish(),
})
const TOO_MANY = /MAX_CONCURRENT_REQ/u
// Dutch, Belgian and other groups have one VAT number for several companies.
const TAX_GROUP = /\b(?:fiscale eenheid|btw[- ]eenheid|unit[eé] tva|vat group)\b/iu

/**
 * https://ec.europa.eu/taxation_customs/vies/#/technical-information. Errors have status 200, and
 * only "INVALID" says that there is no such number.
 */
export const VIES: Register = {
  id: 'vies',
  schemes: ['vat'],
  host: 'ec.europa.eu',
  controlUrl: 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-status',
  isUnknownBy404: false,
  question: (value) => ({
    url:
      'https://ec.europa.eu/taxation_customs/vies/rest-api/ms/' +
      `${value.slice(0, 2)}/vat/${encodeURIComponent(value.slice(2))}`,
  }),
  read(body) {
    const answer = shaped(ViesAnswer, body)
    if (answer === null) return UNAVAILABLE
    const problems = [
      answer.userError ?? '',
      ...(answer.errorWrappers ?? []).map(({ error }) => error ?? ''),
    ]
    if (problems.some((problem) => TOO_MANY.test(problem))) return { outcome: 'throttled' }
    if (answer.actionSucceed === false) return UNAVAILABLE
    if (answer.isValid === false && answer.userError === 'INVALID') return UNKNOWN
    if (answer.isValid !== true || answer.userError !== 'VALID') return UNAVAILABLE
    const [name, ...others] = (answer.name ?? '').split('||')
    return TAX_GROUP.test(name ?? '')
      ? { outcome: 'hidden' }
      : entryFound({ name, otherNames: others, isActive: true })
  },
}

const SireneAnswer = z.object({
  results: z.array(
    z.object({
      siren: z.string(),
      nom_complet: optionalText,
      nom_raison_sociale: optionalText,
      sigle: optionalText,
      etat_administratif: optionalText,
      statut_diffusion: optionalText,
    }),
  ),
})

/**
 * Status P: the person behind the number objected.
 * https://recherche-entreprises.api.gouv.fr/docs
 */
export const SIRENE: Register = {
  id: 'sirene',
  schemes: ['FR'],
  host: 'recherche-entreprises.api.gouv.fr',
  controlUrl: 'https://recherche-entreprises.api.gouv.fr/docs/',
  isUnknownBy404: false,
  question: (value) => ({
    url: `https://recherche-entreprises.api.gouv.fr/search?q=${value}&per_page=5`,
  }),
  read(body, value) {
    const answer = shaped(SireneAnswer, body)
    if (answer === null) return UNAVAILABLE
    const company = answer.results.find(({ siren }) => siren === value)
    if (company === undefined) return UNKNOWN
    if (company.statut_diffusion === 'P') return { outcome: 'hidden' }
    return entryFound({
      name: company.nom_raison_sociale ?? company.nom_complet,
      otherNames: [company.nom_complet, company.sigle],
      isActive: company.etat_administratif === 'A',
    })
  },
}

const AresEntry = z.object({
  ico: z.string(),
  obchodniJmeno: optionalText,
  datumZaniku: optionalText,
})
const ARES_API = 'https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty'

/** https://ares.gov.cz/stranky/vyvojar-info */
export const ARES: Register = {
  id: 'ares',
  schemes: ['CZ'],
  host: 'ares.gov.cz',
  controlUrl: 'https://ares.gov.cz/',
  isUnknownBy404: true,
  question: (value) => ({ url: `${ARES_API}/${value}` }),
  read(body, value) {
    const entry = shaped(AresEntry, body)
    if (entry?.ico !== value) return UNAVAILABLE
    return entryFound({ name: entry.obchodniJmeno, isActive: !entry.datumZaniku })
  },
}

const Dated = z.object({ value: optionalText, validTo: optionalText })
const RpoAnswer = z.object({
  results: z.array(
    z.object({
      identifiers: z.array(Dated),
      fullNames: z.array(Dated),
      termination: optionalText,
    }),
  ),
})

/** https://susrrpo.docs.apiary.io */
export const RPO: Register = {
  id: 'rpo',
  schemes: ['SK'],
  host: 'api.statistics.sk',
  controlUrl: 'https://api.statistics.sk/rpo/v1/',
  isUnknownBy404: false,
  question: (value) => ({ url: `https://api.statistics.sk/rpo/v1/search?identifier=${value}` }),
  read(body, value) {
    const answer = shaped(RpoAnswer, body)
    if (answer === null) return UNAVAILABLE
    const company = answer.results.find(({ identifiers }) =>
      identifiers.some((each) => each.value?.replace(/\s/gu, '') === value),
    )
    if (company === undefined) return UNKNOWN
    return entryFound({
      name: company.fullNames.find(({ validTo }) => !validTo)?.value,
      otherNames: company.fullNames.map((each) => each.value),
      isActive: !company.termination,
    })
  },
}

const EstonianAnswer = z.object({
  status: z.literal('OK'),
  data: z.array(
    z.object({
      reg_code: z.union([z.string(), z.number()]),
      name: optionalText,
      status: optionalText,
    }),
  ),
})

/** Status R: registered. https://avaandmed.ariregister.rik.ee/en/open-data-api */
export const ARIREGISTER: Register = {
  id: 'ariregister',
  schemes: ['EE'],
  host: 'ariregister.rik.ee',
  controlUrl: 'https://ariregister.rik.ee/',
  isUnknownBy404: false,
  question: (value) => ({ url: `https://ariregister.rik.ee/est/api/autocomplete?q=${value}` }),
  read(body, value) {
    const answer = shaped(EstonianAnswer, body)
    if (answer === null) return UNAVAILABLE
    const company = answer.data.find(({ reg_code }) => String(reg_code) === value)
    if (company === undefined) return UNKNOWN
    return entryFound({ name: company.name, isActive: company.status === 'R' })
  },
}
