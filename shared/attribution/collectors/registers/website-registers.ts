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

const BrregEntry = z.object({
  organisasjonsnummer: z.string(),
  navn: optionalText,
  hjemmeside: optionalText,
  slettedato: optionalText,
  konkurs: z.boolean().nullish(),
})

/** https://data.brreg.no/enhetsregisteret/api/dokumentasjon/no/index.html */
export const BRREG: Register = {
  id: 'brreg',
  schemes: ['NO'],
  host: 'data.brreg.no',
  controlUrl: 'https://data.brreg.no/enhetsregisteret/api',
  isUnknownBy404: true,
  question: (value) => ({ url: `https://data.brreg.no/enhetsregisteret/api/enheter/${value}` }),
  read(body, value) {
    const entry = shaped(BrregEntry, body)
    if (entry?.organisasjonsnummer !== value) return UNAVAILABLE
    return entryFound({
      name: entry.navn,
      websites: [entry.hjemmeside],
      isActive: !entry.slettedato && entry.konkurs !== true,
    })
  },
}

const PrhAnswer = z.object({
  companies: z.array(
    z.object({
      businessId: z.object({ value: z.string() }),
      names: z
        .array(z.object({ name: z.string(), type: z.unknown(), endDate: optionalText }))
        .nullish(),
      website: z.object({ url: optionalText, endDate: optionalText }).nullish(),
      endDate: optionalText,
    }),
  ),
})
const PRH = 'https://avoindata.prh.fi/opendata-ytj-api/v3'

/** Name types: 1 company, 2 parallel, 3 auxiliary. https://avoindata.prh.fi/en/ytj/swagger-ui */
export const PRH_YTJ: Register = {
  id: 'prh',
  schemes: ['FI'],
  host: 'avoindata.prh.fi',
  controlUrl: `${PRH}/description?code=YRMU&lang=en`,
  isUnknownBy404: false,
  question: (value) => ({ url: `${PRH}/companies?businessId=${value}` }),
  read(body, value) {
    const answer = shaped(PrhAnswer, body)
    if (answer === null) return UNAVAILABLE
    if (answer.companies.length === 0) return UNKNOWN
    const company = answer.companies.find(({ businessId }) => businessId.value === value)
    if (company === undefined) return UNAVAILABLE
    const names = company.names ?? []
    const current = names.find(({ type, endDate }) => String(type) === '1' && !endDate)
    const { website } = company
    return entryFound({
      name: current?.name,
      otherNames: names.map(({ name }) => name),
      websites: website?.endDate ? [] : [website?.url],
      isActive: !company.endDate,
    })
  },
}

const KrsAnswer = z.object({
  odpis: z.object({
    naglowekA: z.object({ numerKRS: optionalText }).nullish(),
    dane: z.object({
      dzial1: z.object({
        danePodmiotu: z.object({ nazwa: optionalText }),
        siedzibaIAdres: z.object({ adresStronyInternetowej: optionalText }).nullish(),
      }),
    }),
  }),
})

/** https://prs.ms.gov.pl/krs/openApi. The current extract exists only for a listed company. */
export const KRS: Register = {
  id: 'krs',
  schemes: ['PL'],
  host: 'api-krs.ms.gov.pl',
  controlUrl: 'https://api-krs.ms.gov.pl/',
  isUnknownBy404: true,
  question: (value) => ({
    url: `https://api-krs.ms.gov.pl/api/krs/OdpisAktualny/${value}?rejestr=P&format=json`,
  }),
  read(body, value) {
    const answer = shaped(KrsAnswer, body)
    const stated = answer?.odpis.naglowekA?.numerKRS
    if (answer === null || (stated && stated !== value)) return UNAVAILABLE
    const { danePodmiotu, siedzibaIAdres } = answer.odpis.dane.dzial1
    return entryFound({
      name: danePodmiotu.nazwa,
      websites: [siedzibaIAdres?.adresStronyInternetowej],
      isActive: null,
    })
  },
}

const Period = z.object({ gyldigTil: optionalText }).nullish()
const CvrCompany = z.object({
  cvrNummer: z.number(),
  virksomhedMetadata: z.object({
    nyesteNavn: z.object({ navn: optionalText }).nullish(),
  }),
  navne: z.array(z.object({ navn: optionalText })).nullish(),
  binavne: z.array(z.object({ navn: optionalText })).nullish(),
  hjemmeside: z
    .array(
      z.object({
        kontaktoplysning: optionalText,
        hemmelig: z.boolean().nullish(),
        periode: Period,
      }),
    )
    .nullish(),
  livsforloeb: z.array(z.object({ periode: Period })).nullish(),
})
const CvrAnswer = z.object({
  hits: z.object({
    hits: z.array(z.object({ _source: z.object({ Vrvirksomhed: CvrCompany }) })),
  }),
})
// A whole document has the history of all participants, which is longer than an answer may be.
const CVR_FIELDS = [
  'cvrNummer',
  'virksomhedMetadata.nyesteNavn',
  'navne',
  'binavne',
  'hjemmeside',
  'livsforloeb',
]
  .map((field) => `Vrvirksomhed.${field}`)
  .join(',')
const CVR_SEARCH = 'https://distribution.virk.dk/cvr-permanent/virksomhed/_search'

/**
 * Elasticsearch URI search.
 * https://datacvr.virk.dk/artikel/system-til-system-adgang-til-cvr-data
 */
export const CVR: Register = {
  id: 'cvr',
  schemes: ['DK'],
  host: 'distribution.virk.dk',
  controlUrl: 'https://distribution.virk.dk/',
  isUnknownBy404: false,
  question(value, { cvr }) {
    if (cvr === undefined) return null
    const query = new URLSearchParams({
      q: `Vrvirksomhed.cvrNummer:${value}`,
      size: '1',
      _source: CVR_FIELDS,
    })
    return {
      url: `${CVR_SEARCH}?${query}`,
      headers: { authorization: basicCredentials(cvr) },
    }
  },
  read(body, value) {
    const answer = shaped(CvrAnswer, body)
    if (answer === null) return UNAVAILABLE
    const [first] = answer.hits.hits
    if (first === undefined) return UNKNOWN
    const company = first._source.Vrvirksomhed
    if (company.cvrNummer !== Number(value)) return UNAVAILABLE
    const lives = company.livsforloeb ?? []
    return entryFound({
      name: company.virksomhedMetadata.nyesteNavn?.navn,
      otherNames: [...(company.navne ?? []), ...(company.binavne ?? [])].map(({ navn }) => navn),
      websites: (company.hjemmeside ?? []).flatMap((site) =>
        site.hemmelig === true || site.periode?.gyldigTil ? [] : [site.kontaktoplysning],
      ),
      isActive: lives.length === 0 || lives.some(({ periode }) => !periode?.gyldigTil),
    })
  },
}

const NzbnEntity = z.object({
  nzbn: z.string(),
  entityName: optionalText,
  entityStatusDescription: optionalText,
  websites: z.array(z.object({ url: optionalText })).nullish(),
  tradingNames: z.array(z.object({ name: optionalText })).nullish(),
})
const NZBN_API = 'https://api.business.govt.nz/gateway/nzbn/v5/entities'

/** https://portal.api.business.govt.nz/api-details#api=nzbn */
export const NZBN: Register = {
  id: 'nzbn',
  schemes: ['NZ'],
  host: 'api.business.govt.nz',
  controlUrl: 'https://api.business.govt.nz/',
  isUnknownBy404: true,
  question: (value, { nzbn }) =>
    nzbn === undefined
      ? null
      : { url: `${NZBN_API}/${value}`, headers: { 'ocp-apim-subscription-key': nzbn } },
  read(body, value) {
    const entity = shaped(NzbnEntity, body)
    if (entity?.nzbn !== value) return UNAVAILABLE
    return entryFound({
      name: entity.entityName,
      otherNames: (entity.tradingNames ?? []).map(({ name }) => name),
      websites: (entity.websites ?? []).map(({ url }) => url),
      isActive: /^registered$/iu.test(entity.entityStatusDescription ?? ''),
    })
  },
}
