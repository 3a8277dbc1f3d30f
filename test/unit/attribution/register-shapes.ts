import { parseRegisterAnswer } from '../../../shared/attribution/collectors/registers/register.ts'
import { REGISTERS } from '../../../shared/attribution/collectors/registers/registers.ts'
import type { CompanyRegisterId } from '../../../shared/platform/company-register-ids.ts'
import type { RecordedShape } from './recorded-shapes.ts'

const shape = (
  register: CompanyRegisterId,
  value: string,
  from: Pick<RecordedShape, 'service' | 'page' | 'body'> & { status?: number; response?: string },
  result: object,
): RecordedShape => ({
  response: 'entry of one number',
  ...from,
  read: (text, status) => parseRegisterAnswer(REGISTERS[register], { text, status }, value),
  result,
})
const found = (name: string, from: object = {}) => ({
  outcome: 'found',
  name,
  other_names: [],
  websites: [],
  is_active: true,
  ...from,
})
const period = { gyldigFra: '2001-04-02', gyldigTil: null }

const VIES = {
  service: 'VIES',
  page: 'https://ec.europa.eu/taxation_customs/vies/#/technical-information',
}

export const REGISTER_SHAPES: readonly RecordedShape[] = [
  shape(
    'brreg',
    '100000008',
    {
      service: 'Brreg (Norway)',
      page: 'https://data.brreg.no/enhetsregisteret/api/dokumentasjon/no/index.html',
      body: {
        organisasjonsnummer: '100000008',
        navn: 'KORK AS',
        organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap', _links: {} },
        hjemmeside: 'www.example.com',
        postadresse: { land: 'Norge', landkode: 'NO', postnummer: '8001', adresse: [] },
        registreringsdatoEnhetsregisteret: '2001-04-02',
        registrertIMvaregisteret: true,
        konkurs: false,
        underAvvikling: false,
        _links: { self: { href: 'https://data.brreg.no/' } },
      },
    },
    found('KORK AS', { websites: ['example.com'] }),
  ),
  shape(
    'prh',
    '9999900-1',
    {
      service: 'PRH (Finland)',
      page: 'https://avoindata.prh.fi/en/ytj/swagger-ui',
      body: {
        totalResults: 1,
        companies: [
          {
            businessId: { value: '9999900-1', registrationDate: '2001-04-02', source: '3' },
            euId: { value: 'FIFPRO.9999900-1', source: '1' },
            names: [
              { name: 'Kork Oy', type: '1', registrationDate: '2015-01-01', version: 1 },
              { name: 'Old Kork Oy', type: '1', endDate: '2015-01-01', version: 2 },
            ],
            website: { url: 'www.example.com', registrationDate: '2015-02-01', source: '0' },
            companyForms: [{ type: '16', version: 1 }],
            tradeRegisterStatus: '1',
            status: '2',
          },
        ],
      },
    },
    found('Kork Oy', { other_names: ['Old Kork Oy'], websites: ['example.com'] }),
  ),
  shape(
    'krs',
    '0000000017',
    {
      service: 'KRS (Poland)',
      page: 'https://prs.ms.gov.pl/krs/openApi',
      body: {
        odpis: {
          rodzaj: 'Aktualny',
          naglowekA: { rejestr: 'RejP', numerKRS: '0000000017', stanPozycji: 1 },
          dane: {
            dzial1: {
              danePodmiotu: {
                formaPrawna: 'SPÓŁKA AKCYJNA',
                identyfikatory: { regon: '00000000000000', nip: '0000000000' },
                nazwa: 'KORK SPÓŁKA AKCYJNA',
              },
              siedzibaIAdres: {
                siedziba: { kraj: 'POLSKA' },
                adresStronyInternetowej: 'WWW.EXAMPLE.COM',
              },
            },
            dzial2: {},
          },
        },
      },
    },
    found('KORK SPÓŁKA AKCYJNA', { websites: ['example.com'], is_active: null }),
  ),
  shape(
    'cvr',
    '99990007',
    {
      service: 'CVR (Denmark)',
      page: 'https://datacvr.virk.dk/artikel/system-til-system-adgang-til-cvr-data',
      body: {
        took: 2,
        timed_out: false,
        _shards: { total: 6, successful: 6, failed: 0 },
        hits: {
          total: 1,
          max_score: 1,
          hits: [
            {
              _index: 'cvr-v-20220630',
              _source: {
                Vrvirksomhed: {
                  cvrNummer: 99990007,
                  navne: [{ navn: 'Kork ApS', periode: period, sidstOpdateret: '2020-01-01' }],
                  binavne: [],
                  hjemmeside: [
                    { kontaktoplysning: 'example.com', hemmelig: false, periode: period },
                    { kontaktoplysning: 'example.net', hemmelig: true, periode: period },
                  ],
                  livsforloeb: [{ periode: period }],
                  virksomhedMetadata: {
                    nyesteNavn: { navn: 'Kork ApS', periode: period },
                    sammensatStatus: 'NORMAL',
                  },
                },
              },
            },
          ],
        },
      },
    },
    found('Kork ApS', { websites: ['example.com'] }),
  ),
  shape(
    'nzbn',
    '9429999999002',
    {
      service: 'NZBN (New Zealand)',
      page: 'https://portal.api.business.govt.nz/api-details#api=nzbn',
      body: {
        entityStatusCode: '50',
        entityName: 'KORK LIMITED',
        nzbn: '9429999999002',
        entityTypeCode: 'LTD',
        entityStatusDescription: 'Registered',
        tradingNames: [{ uniqueIdentifier: '1', name: 'Kork Bikes' }],
        websites: [{ uniqueIdentifier: '2', url: 'https://example.com' }],
      },
    },
    found('KORK LIMITED', { other_names: ['Kork Bikes'], websites: ['example.com'] }),
  ),
  shape(
    'sirene',
    '000000018',
    {
      service: 'Recherche d’entreprises (France)',
      page: 'https://recherche-entreprises.api.gouv.fr/docs',
      body: {
        results: [
          {
            siren: '000000018',
            nom_complet: 'KORK (KK)',
            nom_raison_sociale: 'KORK',
            sigle: 'KK',
            siege: { siret: '00000001800000', etat_administratif: 'A' },
            etat_administratif: 'A',
            statut_diffusion: 'O',
            dirigeants: [],
          },
        ],
        total_results: 1,
        page: 1,
        per_page: 5,
        total_pages: 1,
      },
    },
    found('KORK', { other_names: ['KORK (KK)', 'KK'] }),
  ),
  shape(
    'ares',
    '00000019',
    {
      service: 'ARES (Czech Republic)',
      page: 'https://ares.gov.cz/stranky/vyvojar-info',
      body: {
        ico: '00000019',
        obchodniJmeno: 'Kork s.r.o.',
        sidlo: { kodStatu: 'CZ', textovaAdresa: 'Korková 1, Praha' },
        pravniForma: '112',
        datumVzniku: '2001-04-02',
        datumZaniku: '2020-03-31',
        dic: 'CZ00000019',
      },
    },
    found('Kork s.r.o.', { is_active: false }),
  ),
  shape(
    'rpo',
    '00000027',
    {
      service: 'RPO (Slovakia)',
      page: 'https://susrrpo.docs.apiary.io',
      body: {
        results: [
          {
            id: 1,
            dbModificationDate: '2026-01-01',
            identifiers: [{ value: '00000027', validFrom: '2001-04-02' }],
            fullNames: [
              { value: 'Old Kork s. r. o.', validFrom: '2001-04-02', validTo: '2015-01-01' },
              { value: 'Kork s. r. o.', validFrom: '2015-01-01' },
            ],
            addresses: [],
          },
        ],
        license: 'CC BY 4.0',
      },
    },
    found('Kork s. r. o.', { other_names: ['Old Kork s. r. o.'] }),
  ),
  shape(
    'ariregister',
    '99990002',
    {
      service: 'e-Business Register (Estonia)',
      page: 'https://avaandmed.ariregister.rik.ee/en/open-data-api',
      body: {
        status: 'OK',
        data: [
          {
            company_id: 9000000001,
            reg_code: 99990002,
            name: 'Kork OÜ',
            historical_names: [],
            status: 'R',
            legal_address: 'Korgi 1',
            zip_code: '10111',
            url: 'https://ariregister.rik.ee/est/company/99990002',
          },
        ],
      },
    },
    found('Kork OÜ'),
  ),
  shape(
    'cnpj',
    '00000000999962',
    {
      service: 'Minha Receita (Brazil)',
      page: 'https://docs.minhareceita.org',
      body: {
        cnpj: '00000000999962',
        razao_social: 'KORK LTDA',
        nome_fantasia: '',
        situacao_cadastral: 8,
        descricao_situacao_cadastral: 'BAIXADA',
        qsa: [],
      },
    },
    found('KORK LTDA', { is_active: false }),
  ),
  shape(
    'companies_house',
    '00000001',
    {
      service: 'Companies House',
      page: 'https://developer-specs.company-information.service.gov.uk',
      body: {
        company_name: 'KORK LIMITED',
        company_number: '00000001',
        company_status: 'active',
        previous_company_names: [{ name: 'OLD KORK LIMITED', ceased_on: '2015-01-01' }],
        type: 'ltd',
        etag: 'a',
        links: { self: '/company/00000001' },
      },
    },
    found('KORK LIMITED', { other_names: ['OLD KORK LIMITED'] }),
  ),
  shape(
    'abr',
    '99999000260',
    {
      service: 'ABN Lookup (Australia)',
      page: 'https://abr.business.gov.au/json',
      body:
        'callback({"Abn":"99999000260","AbnStatus":"Active","AbnStatusEffectiveFrom":"2001-04-02",' +
        '"Acn":"","AddressDate":"","AddressPostcode":"","AddressState":"","BusinessName":' +
        '["Kork Bikes"],"EntityName":"KORK (HOLDINGS) PTY LTD","EntityTypeCode":"PRV","Message":""})',
    },
    found('KORK (HOLDINGS) PTY LTD', { other_names: ['Kork Bikes'] }),
  ),
  shape(
    'vies',
    'BE0100000070',
    {
      ...VIES,
      body: {
        isValid: true,
        requestDate: '2026-01-01T00:00:00.000Z',
        userError: 'VALID',
        name: 'NV KORK',
        address: 'Korkstraat 1\n1000 Brussel',
        requestIdentifier: '',
        originalVatNumber: '0100000070',
        vatNumber: '0100000070',
        viesApproximate: { name: '---', matchName: 3 },
      },
    },
    found('NV KORK'),
  ),
  shape(
    'vies',
    'DE999999000',
    {
      ...VIES,
      response: 'limit of a member state',
      body: { actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] },
    },
    { outcome: 'throttled' },
  ),
]
