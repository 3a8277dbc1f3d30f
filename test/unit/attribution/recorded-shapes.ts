import { parseTenant } from '../../../shared/attribution/collectors/company/tenant.ts'
import { matchingRecords } from '../../../shared/attribution/collectors/legal-entity.ts'
import {
  parseCertSpotter,
  parseCrtSh,
  parseSubjectOrganization,
} from '../../../shared/attribution/collectors/parse-certificate-logs.ts'
import { companyIn } from '../../../shared/attribution/collectors/people-data-labs.ts'
import { readBootstrap } from '../../../shared/attribution/collectors/registration/rdap-bootstrap.ts'
import {
  countHistory,
  countRegistrations,
  listHistory,
  listRegistrations,
  type WhoisProvider,
} from '../../../shared/attribution/collectors/whoisxml.ts'
import { breakers } from '../../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../../shared/platform/limits/semaphore.ts'
import { SOCKETS_MAX } from '../../../shared/platform/net/connections.ts'
import { REGISTER_SHAPES } from './register-shapes.ts'

/**
 * A response of an outside service that publishes no types. Its structure was recorded or comes
 * from the documentation; its values are invented. `page` is the page of the documentation, as in
 * docs/outside-services.md.
 */
export interface RecordedShape {
  service: string
  page: string
  response: string
  status?: number
  body: unknown
  /** Reads the text of a response with the adapter that the service uses. */
  read(text: string, status: number): unknown
  /** Result that the adapter must return, or the error that it must throw. */
  result: unknown
}

const whoisXml = (text: string, status: number): WhoisProvider => ({
  fetch: async () =>
    new Response(text, { status, headers: { 'content-type': 'application/json' } }),
  sockets: semaphore(SOCKETS_MAX),
  breakerOf: breakers(),
  apiKey: 'key',
  userAgent: 'test',
  now: () => new Date('2026-01-01T00:00:00Z'),
  signal: new AbortController().signal,
})
const KORK = { organization: 'Kork, Inc.', exact: true }

const REVERSE_WHOIS = {
  service: 'WhoisXML API, reverse WHOIS',
  page: 'https://reverse-whois.whoisxmlapi.com/api/documentation/making-requests',
}
const WHOIS_HISTORY = {
  service: 'WhoisXML API, WHOIS history',
  page: 'https://whois-history.whoisxmlapi.com/api/documentation/making-requests',
}
const CRT_SH = { service: 'crt.sh', page: 'https://github.com/crtsh/certwatch_db' }
const CERT_SPOTTER = {
  service: 'Cert Spotter',
  page: 'https://sslmate.com/help/reference/ct_search_api_v1',
}
const MICROSOFT = {
  service: 'Microsoft Entra',
  page: 'https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc',
}
const GLEIF = { service: 'GLEIF', page: 'https://documenter.getpostman.com/view/7679680/SVYrrxuU' }

const LEI_RECORD = {
  type: 'lei-records',
  id: '529900KORKKORKKORK42',
  attributes: {
    lei: '529900KORKKORKKORK42',
    entity: {
      legalName: { name: 'Kork, Inc.', language: 'en' },
      otherNames: [{ name: 'Kork', language: 'en', type: 'TRADING_OR_OPERATING_NAME' }],
      transliteratedOtherNames: [],
      legalAddress: {
        language: 'en',
        addressLines: ['1 Cork Street'],
        addressNumber: null,
        addressNumberWithinBuilding: null,
        mailRouting: null,
        city: 'Corkham',
        region: 'US-DE',
        country: 'US',
        postalCode: '19801',
      },
      registeredAt: { id: 'RA000602', other: null },
      registeredAs: '1234567',
      jurisdiction: 'US-DE',
      category: 'GENERAL',
      legalForm: { id: 'XTIQ', other: null },
      associatedEntity: { lei: null, name: null },
      status: 'ACTIVE',
      expiration: { date: null, reason: null },
      successorEntity: { lei: null, name: null },
      successorEntities: [],
      creationDate: '2009-03-20T00:00:00Z',
      subCategory: null,
      otherAddresses: [],
      eventGroups: [],
    },
    registration: {
      initialRegistrationDate: '2018-01-01T00:00:00Z',
      lastUpdateDate: '2026-01-01T00:00:00Z',
      status: 'ISSUED',
      nextRenewalDate: '2027-01-01T00:00:00Z',
      managingLou: '5299000J2N45DDNE4Y28',
      corroborationLevel: 'FULLY_CORROBORATED',
      validatedAt: { id: 'RA000602', other: null },
      validatedAs: '1234567',
      otherValidationAuthorities: [],
    },
    bic: null,
    mic: null,
    ocid: null,
    conformityFlag: 'CONFORMING',
  },
  relationships: {
    'managing-lou': {
      links: {
        related: 'https://api.gleif.org/api/v1/lei-records/529900KORKKORKKORK42/managing-lou',
      },
    },
    'direct-parent': {
      links: {
        'reporting-exception':
          'https://api.gleif.org/api/v1/lei-records/529900KORKKORKKORK42/direct-parent',
      },
    },
  },
  links: { self: 'https://api.gleif.org/api/v1/lei-records/529900KORKKORKKORK42' },
}

export const RECORDED_SHAPES: readonly RecordedShape[] = [
  {
    ...CRT_SH,
    response: 'search, output=json',
    body: [
      {
        issuer_ca_id: 295815,
        issuer_name: "C=US, O=Let's Encrypt, CN=R3",
        common_name: 'kork.example',
        name_value: '*.kork.example\nkork.example\nKork, Inc.',
        id: 11_111_111_111,
        entry_timestamp: '2026-01-01T22:58:44.278',
        not_before: '2026-01-01T21:58:44',
        not_after: '2026-04-01T21:58:43',
        serial_number: '04a1b2',
        result_count: 3,
      },
      {
        issuer_ca_id: 183267,
        issuer_name: 'C=US, O=Google Trust Services LLC, CN=GTS CA 1P5',
        common_name: null,
        name_value: 'shop.kork.example',
        id: 11_111_111_112,
        entry_timestamp: null,
        not_before: '2026-01-02T08:49:47',
        not_after: '2026-04-02T08:49:46',
        serial_number: '05c3d4',
        result_count: 2,
      },
    ],
    read: (text) =>
      parseCrtSh(text, 'kork.example')?.certificates.map(({ id, names }) => [id, ...names]),
    result: [
      ['11111111112', 'shop.kork.example'],
      ['11111111111', 'kork.example', '*.kork.example'],
    ],
  },
  {
    ...CRT_SH,
    response: 'certificate as a page',
    body: '<TD class="text">Certificate:<BR>&nbsp;&nbsp;Subject:<BR>&nbsp;commonName&nbsp;=&nbsp;kork.example<BR>&nbsp;organizationName&nbsp;=&nbsp;Kork,&nbsp;Inc.<BR></TD>',
    read: parseSubjectOrganization,
    result: 'Kork, Inc.',
  },
  {
    ...CRT_SH,
    response: 'refusal of nginx',
    status: 503,
    body: '<html><head><title>503 Service Temporarily Unavailable</title></head></html>',
    read: (text) => parseCrtSh(text, 'kork.example'),
    result: null,
  },
  {
    ...CERT_SPOTTER,
    response: 'issuances, expand=dns_names, expand=issuer',
    body: [
      {
        id: '6543210987',
        tbs_sha256: 'a'.repeat(64),
        cert_sha256: 'b'.repeat(64),
        dns_names: ['*.kork.example', 'kork.example'],
        pubkey_sha256: 'c'.repeat(64),
        issuer: {
          friendly_name: 'DigiCert',
          website: 'https://www.digicert.com/',
          caa_domains: ['digicert.com'],
          operator: { name: 'DigiCert', website: 'https://www.digicert.com/' },
          name: 'C=US, O=DigiCert Inc, CN=DigiCert TLS RSA SHA256 2020 CA1',
          pubkey_sha256: 'd'.repeat(64),
        },
        not_before: '2026-01-01T00:00:00Z',
        not_after: '2027-01-01T23:59:59Z',
        revoked: false,
      },
    ],
    read: (text) =>
      parseCertSpotter(text, 'kork.example')?.certificates.map(({ id, names, issuer }) => [
        id,
        names,
        issuer,
      ]),
    result: [
      [
        '6543210987',
        ['*.kork.example', 'kork.example'],
        'C=US, O=DigiCert Inc, CN=DigiCert TLS RSA SHA256 2020 CA1',
      ],
    ],
  },
  {
    ...CERT_SPOTTER,
    response: 'refusal',
    status: 429,
    body: {
      code: 'rate_limited',
      message: 'You have exceeded the domain search rate limit for the SSLMate CT Search API.',
    },
    read: (text) => parseCertSpotter(text, 'kork.example'),
    result: null,
  },
  {
    ...REVERSE_WHOIS,
    response: 'preview',
    body: { nextPageSearchAfter: null, domainsCount: 2, domainsList: [] },
    read: (text, status) => countRegistrations(whoisXml(text, status), KORK),
    result: 2,
  },
  {
    ...REVERSE_WHOIS,
    response: 'purchase',
    body: {
      nextPageSearchAfter: null,
      domainsCount: 2,
      domainsList: ['kork.example', 'kork-shop.example'],
    },
    read: (text, status) => listRegistrations(whoisXml(text, status), KORK),
    result: { domains: ['kork.example', 'kork-shop.example'], total: 2 },
  },
  {
    ...REVERSE_WHOIS,
    response: 'purchase with audit dates',
    body: {
      nextPageSearchAfter: 1_610_304_772,
      domainsCount: 20_000,
      domainsList: [
        {
          domainName: 'kork.example',
          audit: {
            createdDate: '2026-01-10T18:52:41+00:00',
            updatedDate: '2026-01-10T18:52:41+00:00',
          },
        },
      ],
    },
    read: (text, status) => listRegistrations(whoisXml(text, status), KORK),
    result: { domains: ['kork.example'], total: 20_000 },
  },
  {
    ...REVERSE_WHOIS,
    response: 'refused key, or no credit',
    status: 403,
    body: {
      code: 403,
      messages: 'Access restricted. Check credits balance or enter the correct API key.',
    },
    read: (text, status) => countRegistrations(whoisXml(text, status), KORK),
    result: new Error('reverse WHOIS: refused with 403'),
  },
  {
    ...WHOIS_HISTORY,
    response: 'preview',
    body: { recordsCount: 2 },
    read: (text, status) => countHistory(whoisXml(text, status), 'kork.example'),
    result: 2,
  },
  {
    ...WHOIS_HISTORY,
    response: 'purchase',
    body: {
      recordsCount: 1,
      records: [
        {
          domainName: 'kork.example',
          domainType: 'added',
          createdDateISO8601: '2009-03-20T02:47:17.000Z',
          updatedDateISO8601: '2020-03-03T05:43:57.000Z',
          expiresDateISO8601: '2022-03-20T02:47:17.000Z',
          createdDateRaw: '2009-03-20 02:47:17 UTC',
          updatedDateRaw: '2020-03-03 05:43:57 UTC',
          expiresDateRaw: '2022-03-20 02:47:17 UTC',
          audit: {
            createdDate: '2020-05-05T01:42:13.000Z',
            updatedDate: '2020-05-05T01:42:13.000Z',
          },
          nameServers: ['NS2.KORK.EXAMPLE', 'NS1.KORK.EXAMPLE'],
          whoisServer: 'whois.registrar.example',
          registrarName: 'Registrar, LLC',
          status: ['clientDeleteProhibited clientTransferProhibited'],
          cleanText: '',
          rawText: '',
          registrantContact: {
            name: 'Registration Private',
            organization: 'Kork, Inc.',
            street: '1 Cork Street',
            city: 'Corkham',
            state: 'Delaware',
            postalCode: '19801',
            country: 'UNITED STATES',
            email: 'domains@kork.example',
            telephone: '13025550100',
            telephoneExt: '',
            fax: '',
            faxExt: '',
            rawText: '',
          },
          administrativeContact: null,
          technicalContact: null,
          billingContact: null,
          zoneContact: null,
        },
      ],
    },
    read: (text, status) => listHistory(whoisXml(text, status), 'kork.example'),
    result: [
      {
        observed_at: '2020-05-05T01:42:13.000Z',
        organization: 'Kork, Inc.',
        name: 'Registration Private',
        registrar: 'Registrar, LLC',
        name_servers: ['ns1.kork.example', 'ns2.kork.example'],
      },
    ],
  },
  {
    ...GLEIF,
    response: 'search of LEI records',
    body: {
      meta: {
        goldenCopy: { publishDate: '2026-01-01T00:00:00Z' },
        pagination: { currentPage: 1, perPage: 10, from: 1, to: 1, total: 1, lastPage: 1 },
      },
      links: {
        first: 'https://api.gleif.org/api/v1/lei-records',
        last: 'https://api.gleif.org/api/v1/lei-records',
      },
      data: [LEI_RECORD],
    },
    read: (text) => matchingRecords(JSON.parse(text), 'Kork Inc').map(({ id }) => id),
    result: ['529900KORKKORKKORK42'],
  },
  {
    service: 'People Data Labs',
    page: 'https://docs.peopledatalabs.com/docs/output-response-company-enrichment-api',
    response: 'company',
    body: {
      status: 200,
      name: 'kork',
      id: 'tnKorkKorkKorkKorkKorkKork',
      display_name: 'Kork',
      legal_name: null,
      website: 'kork.example',
      size: '11-50',
      founded: 2009,
      location: {
        name: 'corkham, delaware, united states',
        country: 'united states',
        continent: 'north america',
      },
      ultimate_parent: null,
      immediate_parent: null,
      affiliated_profiles: [],
      likelihood: 9,
    },
    read: (text) => companyIn(JSON.parse(text), 'kork.example'),
    result: {
      company: 'Kork',
      legal_name: null,
      country: 'united states',
      parent: null,
      provider: 'People Data Labs',
    },
  },
  {
    ...MICROSOFT,
    response: 'metadata of the tenant of a domain',
    body: {
      token_endpoint:
        'https://login.microsoftonline.com/5c0f4b7e-0c2d-4a9b-8f51-7d1f6f0e9a11/oauth2/v2.0/token',
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'],
      jwks_uri:
        'https://login.microsoftonline.com/5c0f4b7e-0c2d-4a9b-8f51-7d1f6f0e9a11/discovery/v2.0/keys',
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      issuer: 'https://login.microsoftonline.com/5c0f4b7e-0c2d-4a9b-8f51-7d1f6f0e9a11/v2.0',
      request_uri_parameter_supported: false,
      userinfo_endpoint: 'https://graph.microsoft.com/oidc/userinfo',
      http_logout_supported: true,
      frontchannel_logout_supported: true,
      tenant_region_scope: 'WW',
      cloud_instance_name: 'microsoftonline.com',
      cloud_graph_host_name: 'graph.windows.net',
      msgraph_host: 'graph.microsoft.com',
      rbac_url: 'https://pas.windows.net',
    },
    read: parseTenant,
    result: '5c0f4b7e-0c2d-4a9b-8f51-7d1f6f0e9a11',
  },
  {
    ...MICROSOFT,
    response: 'domain without a tenant',
    status: 400,
    body: {
      error: 'invalid_tenant',
      error_description: "AADSTS90002: Tenant 'kork.example' not found.",
      error_codes: [90002],
      timestamp: '2026-01-01 00:00:00Z',
      trace_id: '81beda46-f15d-4e7d-b42b-71374dccc100',
      correlation_id: '81beda46-f15d-4e7d-b42b-71374dccc100',
      error_uri: 'https://login.microsoftonline.com/error?code=90002',
    },
    read: parseTenant,
    result: null,
  },
  {
    service: 'IANA, list of RDAP servers',
    page: 'https://www.rfc-editor.org/rfc/rfc9224',
    response: 'dns.json',
    body: {
      version: '1.0',
      publication: '2026-01-01T00:00:00Z',
      description: 'RDAP bootstrap file for Domain Name System registrations',
      services: [
        [['net', 'com'], ['https://registry.example.com/myrdap/']],
        [['org'], ['http://example.org/', 'https://example.org']],
      ],
    },
    read: (text) => [...(readBootstrap(JSON.parse(text)) ?? [])],
    result: [
      ['net', 'https://registry.example.com/myrdap/'],
      ['com', 'https://registry.example.com/myrdap/'],
      ['org', 'https://example.org/'],
    ],
  },
  ...REGISTER_SHAPES,
]
