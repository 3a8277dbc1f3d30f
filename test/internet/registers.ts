import type { HostLimits } from './host-limits.ts'
import type { SampleRequest } from './messages.ts'
import { after, ENDED, type Entry, endOf, entryOf, json } from './register-entries.ts'

interface SampleRegister {
  host: string
  answer(url: URL, headers: Headers): Response
}

/** Simulates registers of companies, one entry by number. Unknown questions are refused. */
export function sampleRegisters(): SampleRegister[] {
  return [
    { host: 'data.brreg.no', answer: brreg },
    { host: 'avoindata.prh.fi', answer: prh },
    { host: 'api-krs.ms.gov.pl', answer: krs },
    { host: 'distribution.virk.dk', answer: cvr },
    { host: 'api.business.govt.nz', answer: nzbn },
    { host: 'recherche-entreprises.api.gouv.fr', answer: sirene },
    { host: 'ares.gov.cz', answer: ares(new Set()) },
    { host: 'api.statistics.sk', answer: rpo },
    { host: 'ariregister.rik.ee', answer: ariregister },
    { host: 'minhareceita.org', answer: cnpj },
    { host: 'api.company-information.service.gov.uk', answer: companiesHouse },
    { host: 'abr.business.gov.au', answer: abr },
    { host: 'ec.europa.eu', answer: vies },
  ]
}

export function answerRegister(
  { host, answer }: SampleRegister,
  request: SampleRequest,
  limits: HostLimits,
): Response {
  if (request.method !== 'GET') return json({ message: 'Method Not Allowed' }, 405)
  if (limits.exceeded(host))
    return new Response('Too Many Requests', { status: 429, headers: { 'retry-after': '1' } })
  return answer(new URL(request.url), request.headers)
}

function brreg(url: URL): Response {
  const number = after(url, '/enhetsregisteret/api/enheter/')
  if (!/^\d{9}$/.test(number))
    return json({ status: 400, feilmelding: 'Feilaktig forespørsel' }, 400)
  const entry = entryOf('brreg', number)
  if (entry === undefined) return new Response(null, { status: 404 })
  const end = endOf(entry)
  return json({
    organisasjonsnummer: number,
    navn: entry.name,
    organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
    ...(entry.website === null ? {} : { hjemmeside: entry.website }),
    ...(end === null ? {} : { slettedato: end }),
    konkurs: false,
    underAvvikling: false,
  })
}

function prh(url: URL): Response {
  const number = url.searchParams.get('businessId') ?? ''
  if (!/^\d{7}-\d$/.test(number)) return json({ errorcode: 4, message: 'Invalid businessId' }, 400)
  const entry = entryOf('prh', number)
  const companies = entry === undefined ? [] : [prhCompany(entry)]
  return json({ totalResults: companies.length, companies })
}

function prhCompany(entry: Entry) {
  const names = [entry.name, ...entry.other_names].map((name, index) => ({
    name,
    type: index === 0 ? '1' : '2',
    registrationDate: '2001-04-02',
    endDate: null,
    version: 1,
    source: '1',
  }))
  return {
    businessId: { value: entry.number, registrationDate: '2001-04-02', source: '3' },
    names,
    website:
      entry.website === null
        ? null
        : { url: entry.website, registrationDate: '2015-02-01', source: '0' },
    status: '2',
    endDate: endOf(entry),
  }
}

function krs(url: URL): Response {
  const number = after(url, '/api/krs/OdpisAktualny/')
  const entry = url.searchParams.get('rejestr') === 'P' ? entryOf('krs', number) : undefined
  if (!/^\d{10}$/.test(number) || entry === undefined)
    return json({ type: 'about:blank', title: 'Not Found', status: 404 }, 404)
  return json({
    odpis: {
      rodzaj: 'Aktualny',
      naglowekA: { rejestr: 'RejP', numerKRS: number, stanZDnia: '20.11.2026' },
      dane: {
        dzial1: {
          danePodmiotu: { nazwa: entry.name, identyfikatory: { regon: null, nip: null } },
          siedzibaIAdres: { adresStronyInternetowej: entry.website },
        },
      },
    },
  })
}

function cvr(url: URL, headers: Headers): Response {
  if (!/^Basic \S+$/.test(headers.get('authorization') ?? '')) return json({ status: 401 }, 401)
  const number = /^Vrvirksomhed\.cvrNummer:(\d{8})$/.exec(url.searchParams.get('q') ?? '')?.[1]
  if (number === undefined || url.pathname !== '/cvr-permanent/virksomhed/_search')
    return json({ error: { type: 'parsing_exception' }, status: 400 }, 400)
  const entry = entryOf('cvr', number)
  const period = { gyldigFra: '2001-04-02', gyldigTil: null }
  const hits = entry && [
    {
      _index: 'cvr-v-20220630',
      _source: {
        Vrvirksomhed: {
          cvrNummer: Number(number),
          navne: [entry.name, ...entry.other_names].map((navn) => ({ navn, periode: period })),
          binavne: [],
          hjemmeside:
            entry.website === null
              ? []
              : [{ kontaktoplysning: entry.website, hemmelig: false, periode: period }],
          livsforloeb: [{ periode: { ...period, gyldigTil: endOf(entry) } }],
          virksomhedMetadata: {
            nyesteNavn: { navn: entry.name, periode: period },
            sammensatStatus: 'NORMAL',
          },
        },
      },
    },
  ]
  return json({ took: 3, timed_out: false, hits: { total: hits?.length ?? 0, hits: hits ?? [] } })
}

function nzbn(url: URL, headers: Headers): Response {
  if (!headers.get('ocp-apim-subscription-key'))
    return json({ statusCode: 401, message: 'Access denied due to missing subscription key.' }, 401)
  const entry = entryOf('nzbn', after(url, '/gateway/nzbn/v5/entities/'))
  if (entry === undefined) return json({ status: 'Not Found' }, 404)
  return json({
    nzbn: entry.number,
    entityName: entry.name,
    entityStatusDescription: entry.status === 'active' ? 'Registered' : 'Removed',
    tradingNames: entry.other_names.map((name) => ({ name })),
    websites: entry.website === null ? [] : [{ url: entry.website }],
  })
}

function sirene(url: URL): Response {
  const query = url.searchParams.get('q') ?? ''
  if (url.pathname !== '/search' || query.length < 3)
    return json({ erreur: '3 caractères minimum pour les termes de la requête.' }, 400)
  const entry = entryOf('sirene', query)
  const results = entry && [
    {
      siren: entry.number,
      nom_complet: entry.name,
      nom_raison_sociale: entry.status === 'hidden' ? null : entry.name,
      sigle: null,
      etat_administratif: entry.status === 'dissolved' ? 'C' : 'A',
      statut_diffusion: entry.status === 'hidden' ? 'P' : 'O',
    },
  ]
  return json({ results: results ?? [], total_results: results?.length ?? 0, page: 1, per_page: 5 })
}

/** The conditions of use of ARES forbid the same question twice. */
const ares =
  (asked: Set<string>) =>
  (url: URL): Response => {
    const number = after(url, '/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty/')
    if (number === '') return new Response('', { status: 200 })
    if (asked.has(number)) return json({ kod: 'CHYBA_VSTUPU', popis: 'Opakovaný dotaz' }, 403)
    asked.add(number)
    const entry = entryOf('ares', number)
    if (entry === undefined) return json({ kod: 'NENALEZENO', subKod: 'VYSTUP_SUBJEKT' }, 404)
    const end = endOf(entry)
    return json({
      ico: number,
      obchodniJmeno: entry.name,
      ...(end === null ? {} : { datumZaniku: end }),
    })
  }

function rpo(url: URL): Response {
  const number = url.searchParams.get('identifier')
  if (url.pathname !== '/rpo/v1/search' || number === null) return json({ code: 400 }, 400)
  const entry = entryOf('rpo', number)
  const results = entry && [
    {
      id: 1,
      identifiers: [{ value: number, validFrom: '2001-04-02' }],
      fullNames: [
        ...entry.other_names.map((value) => ({ value, validFrom: '2001-04-02', validTo: ENDED })),
        { value: entry.name, validFrom: ENDED },
      ],
      ...(endOf(entry) === null ? {} : { termination: endOf(entry) }),
    },
  ]
  return json({ results: results ?? [], license: 'CC BY 4.0' })
}

function ariregister(url: URL, headers: Headers): Response {
  if (!headers.get('user-agent')) return new Response('Forbidden', { status: 403 })
  const entry = entryOf('ariregister', url.searchParams.get('q') ?? '')
  const data = entry && [
    {
      company_id: 1,
      reg_code: Number(entry.number),
      name: entry.name,
      status: entry.status === 'active' ? 'R' : 'K',
    },
  ]
  return json({ status: 'OK', data: data ?? [] })
}

function cnpj(url: URL): Response {
  const number = url.pathname.slice(1)
  if (!/^\d{14}$/.test(number)) return json({ message: `CNPJ ${number} inválido.` }, 400)
  const entry = entryOf('cnpj', number)
  if (entry === undefined) return json({ message: `CNPJ ${number} não encontrado.` }, 404)
  return json({
    cnpj: number,
    razao_social: entry.name,
    nome_fantasia: entry.other_names[0] ?? '',
    situacao_cadastral: entry.status === 'active' ? 2 : 8,
    descricao_situacao_cadastral: entry.status === 'active' ? 'ATIVA' : 'BAIXADA',
  })
}

function companiesHouse(url: URL, headers: Headers): Response {
  if (!/^Basic \S+$/.test(headers.get('authorization') ?? ''))
    return json({ error: 'Empty Authorization header', type: 'ch:service' }, 401)
  const entry = entryOf('companies_house', after(url, '/company/'))
  if (entry === undefined)
    return json({ errors: [{ error: 'company-profile-not-found', type: 'ch:service' }] }, 404)
  return json({
    company_number: entry.number,
    company_name: entry.name,
    company_status: entry.status === 'active' ? 'active' : 'dissolved',
    previous_company_names: entry.other_names.map((name) => ({ name, ceased_on: ENDED })),
  })
}

function abr(url: URL): Response {
  const [number, guid, callback] = ['abn', 'guid', 'callback'].map((name) =>
    url.searchParams.get(name),
  )
  const entry = entryOf('abr', number ?? '')
  const isKnown = /^[0-9a-f-]{36}$/.test(guid ?? '')
  const body = {
    Abn: isKnown && entry ? entry.number : '',
    AbnStatus: entry?.status === 'active' ? 'Active' : 'Cancelled',
    EntityName: entry?.name ?? '',
    BusinessName: entry?.other_names ?? [],
    Message: isKnown
      ? entry
        ? ''
        : 'Search text is not a valid ABN or ACN'
      : 'The GUID entered is not recognised as a Registered Party',
  }
  return new Response(`${callback ?? 'callback'}(${JSON.stringify(body)})`, {
    headers: { 'content-type': 'text/javascript' },
  })
}

function vies(url: URL): Response {
  const parts = /^\/taxation_customs\/vies\/rest-api\/ms\/([A-Z]{2})\/vat\/([^/]+)$/.exec(
    url.pathname,
  )
  if (parts === null) return new Response('<html>Not found</html>', { status: 404 })
  const [, country = '', number = ''] = parts
  const entry = entryOf('vies', country + decodeURIComponent(number))
  if (entry?.status === 'busy')
    return json({ actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] })
  return json({
    isValid: entry !== undefined,
    requestDate: '2026-11-20T10:00:00.000Z',
    userError: entry === undefined ? 'INVALID' : 'VALID',
    name: entry?.name ?? '---',
    address: '---',
    requestIdentifier: '',
    vatNumber: number,
  })
}
