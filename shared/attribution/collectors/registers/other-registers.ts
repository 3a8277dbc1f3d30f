import { z } from 'zod'
import {
  basicCredentials,
  entryFound,
  optionalText,
  type Register,
  shaped,
  UNAVAILABLE,
  UNKNOWN,
} from './register.ts'

const CnpjEntry = z.object({
  cnpj: z.string(),
  razao_social: optionalText,
  nome_fantasia: optionalText,
  situacao_cadastral: z.union([z.number(), z.string()]).nullish(),
})
// Names of sole traders end with their personal tax number.
const PERSONAL_TAX_NUMBER = /\s\d{11}$/u
const CNPJ_ACTIVE = 2

/** https://docs.minhareceita.org */
export const CNPJ: Register = {
  id: 'cnpj',
  schemes: ['BR'],
  host: 'minhareceita.org',
  controlUrl: 'https://minhareceita.org/updated',
  isUnknownBy404: true,
  question: (value) => ({ url: `https://minhareceita.org/${value}` }),
  read(body, value) {
    const entry = shaped(CnpjEntry, body)
    if (entry?.cnpj.replace(/\D/gu, '') !== value) return UNAVAILABLE
    return entryFound({
      name: entry.razao_social?.slice(0, 500).replace(PERSONAL_TAX_NUMBER, '').trim(),
      otherNames: [entry.nome_fantasia],
      isActive: Number(entry.situacao_cadastral) === CNPJ_ACTIVE,
    })
  },
}

const BritishCompany = z.object({
  company_number: z.string(),
  company_name: optionalText,
  company_status: optionalText,
  previous_company_names: z.array(z.object({ name: optionalText })).nullish(),
})
const ACTIVE_STATUS = /^(?:active|open|registered|voluntary-arrangement)$/u
const COMPANIES_HOUSE_API = 'https://api.company-information.service.gov.uk'

/** https://developer-specs.company-information.service.gov.uk */
export const COMPANIES_HOUSE: Register = {
  id: 'companies_house',
  schemes: ['GB'],
  host: 'api.company-information.service.gov.uk',
  controlUrl: `${COMPANIES_HOUSE_API}/`,
  isUnknownBy404: true,
  question: (value, { companiesHouse }) =>
    companiesHouse === undefined
      ? null
      : {
          url: `${COMPANIES_HOUSE_API}/company/${value}`,
          headers: { authorization: basicCredentials(`${companiesHouse}:`) },
        },
  read(body, value) {
    const company = shaped(BritishCompany, body)
    if (company?.company_number !== value) return UNAVAILABLE
    return entryFound({
      name: company.company_name,
      otherNames: (company.previous_company_names ?? []).map(({ name }) => name),
      isActive: ACTIVE_STATUS.test(company.company_status ?? ''),
    })
  },
}

const AustralianAnswer = z.object({
  Abn: optionalText,
  AbnStatus: optionalText,
  EntityName: optionalText,
  BusinessName: z.array(z.string()).nullish(),
  Message: optionalText,
})
const CALLBACK = 'callback'
const NOT_FOUND = /\bnot a valid ABN\b|\bno records? found\b/iu

/** JSONP; errors are sentences in `Message`. https://abr.business.gov.au/json */
export const ABR: Register = {
  id: 'abr',
  schemes: ['AU'],
  host: 'abr.business.gov.au',
  controlUrl: 'https://abr.business.gov.au/json/',
  isUnknownBy404: false,
  question(value, { abr }) {
    if (abr === undefined) return null
    const query = new URLSearchParams({ abn: value, guid: abr, callback: CALLBACK })
    return {
      url: `https://abr.business.gov.au/json/AbnDetails.aspx?${query}`,
      headers: { accept: '*/*' },
    }
  },
  unwrap(answer) {
    const start = answer.indexOf('(')
    const end = answer.lastIndexOf(')')
    return answer.trimStart().startsWith(`${CALLBACK}(`) ? answer.slice(start + 1, end) : ''
  },
  read(body, value) {
    const answer = shaped(AustralianAnswer, body)
    if (answer === null) return UNAVAILABLE
    if (NOT_FOUND.test(answer.Message ?? '')) return UNKNOWN
    if (answer.Abn?.replace(/\s/gu, '') !== value) return UNAVAILABLE
    return entryFound({
      name: answer.EntityName,
      otherNames: answer.BusinessName ?? [],
      isActive: /^active$/iu.test(answer.AbnStatus ?? ''),
    })
  },
}

const named = z.object({ name: optionalText })
const LeiRecords = z.object({
  data: z.array(
    z.object({
      attributes: z.object({
        lei: z.string(),
        entity: z.object({
          legalName: named,
          otherNames: z.array(named).nullish(),
          registeredAs: optionalText,
          status: optionalText,
        }),
      }),
    }),
  ),
})
const GLEIF_RECORDS = 'https://api.gleif.org/api/v1/lei-records'

/** Spelling of a number in GLEIF, as its issuers copy it from the national register. */
function gleifNumber(value: string, country: string): string {
  if (country === 'CH') return value.replace(/^CHE(\d{3})(\d{3})(\d{3})$/u, 'CHE-$1.$2.$3')
  return country === 'SE' ? `${value.slice(0, 6)}-${value.slice(6)}` : value
}

/** Searches by the number of another register. https://www.gleif.org/en/lei-data/gleif-api */
export const GLEIF: Register = {
  id: 'gleif',
  schemes: ['lei', 'CH', 'GB', 'NL', 'SE', 'JP'],
  host: 'api.gleif.org',
  controlUrl: `${GLEIF_RECORDS}?page[size]=1`,
  isUnknownBy404: false,
  question(value, _keys, country) {
    const query = new URLSearchParams(
      country === 'XX'
        ? { 'filter[lei]': value }
        : {
            'filter[entity.registeredAs]': gleifNumber(value, country),
            'filter[entity.legalAddress.country]': country,
          },
    )
    query.set('page[size]', '5')
    return {
      url: `${GLEIF_RECORDS}?${query}`,
      headers: { accept: 'application/vnd.api+json' },
    }
  },
  read(body, value) {
    const answer = shaped(LeiRecords, body)
    if (answer === null) return UNAVAILABLE
    const plain = (number: string | null | undefined): string =>
      (number ?? '').replace(/[\s.-]/gu, '').toUpperCase()
    const matching = answer.data.filter(({ attributes: { lei, entity } }) =>
      [lei, plain(entity.registeredAs)].includes(value),
    )
    const [first] = matching
    // Several companies with one number are of different registers of the country.
    if (first === undefined || matching.length > 1) return UNKNOWN
    const { entity } = first.attributes
    return entryFound({
      name: entity.legalName.name,
      otherNames: (entity.otherNames ?? []).map(({ name }) => name),
      isActive: entity.status === 'ACTIVE',
    })
  },
}
