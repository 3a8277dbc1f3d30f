import { isWellFormedKey } from '../../shared/accounts/key-tokens.ts'
import { retryAfterMs } from '../../shared/attribution/certificate-logs.ts'
import { splitClauses } from '../../shared/attribution/claims/claim-roles.ts'
import * as grounding from '../../shared/attribution/claims/grounding.ts'
import { neutral } from '../../shared/attribution/claims/prompt.ts'
import { findWords } from '../../shared/attribution/claims/quote-match.ts'
import * as asn from '../../shared/attribution/collectors/asn.ts'
import * as companyFiles from '../../shared/attribution/collectors/company/company-files.ts'
import { ownPages, statementAbout } from '../../shared/attribution/collectors/company/own-pages.ts'
import { parseTenant } from '../../shared/attribution/collectors/company/tenant.ts'
import { reversedLabels } from '../../shared/attribution/collectors/host-addresses.ts'
import { matchingRecords } from '../../shared/attribution/collectors/legal-entity.ts'
import { parseMarkUrl } from '../../shared/attribution/collectors/mark-certificate.ts'
import { partyAtEnd } from '../../shared/attribution/collectors/page/legal-party.ts'
import { sentenceStatements } from '../../shared/attribution/collectors/page/legal-sentences.ts'
import { parseLoosely } from '../../shared/attribution/collectors/page/loose-json.ts'
import { readRights } from '../../shared/attribution/collectors/page/mentions.ts'
import { socialHandles } from '../../shared/attribution/collectors/page/page-links.ts'
import { parseFeed } from '../../shared/attribution/collectors/page/parse-feed.ts'
import { parsePage } from '../../shared/attribution/collectors/page/parse-page.ts'
import { readDocument } from '../../shared/attribution/collectors/page/read-document.ts'
import { rightsPieces } from '../../shared/attribution/collectors/page/rights-pieces.ts'
import { plainNames } from '../../shared/attribution/collectors/page/schema-names.ts'
import { atOnce, createSlice } from '../../shared/attribution/collectors/page/slices/sliced-work.ts'
import { readStructuredData } from '../../shared/attribution/collectors/page/structured-data.ts'
import * as certificateLogs from '../../shared/attribution/collectors/parse-certificate-logs.ts'
import { parseRenderedHtml } from '../../shared/attribution/collectors/parse-rendered-html.ts'
import {
  parseAvailable,
  parseCaptureUrl,
} from '../../shared/attribution/collectors/parse-wayback.ts'
import { companyIn } from '../../shared/attribution/collectors/people-data-labs.ts'
import { parseRobots } from '../../shared/attribution/collectors/probe/robots-rules.ts'
import {
  parseRegisterAnswer,
  websiteDomain,
} from '../../shared/attribution/collectors/registers/register.ts'
import { REGISTERS } from '../../shared/attribution/collectors/registers/registers.ts'
import { normalizeCountry } from '../../shared/attribution/collectors/registration/countries.ts'
import { parseDate } from '../../shared/attribution/collectors/registration/dates.ts'
import { hostName } from '../../shared/attribution/collectors/registration/host-names.ts'
import { classifyName } from '../../shared/attribution/collectors/registration/judge-registrant.ts'
import * as rdap from '../../shared/attribution/collectors/registration/parse-rdap.ts'
import * as whois from '../../shared/attribution/collectors/registration/parse-whois.ts'
import { namedParty } from '../../shared/attribution/collectors/registration/party-names.ts'
import { readBootstrap } from '../../shared/attribution/collectors/registration/rdap-bootstrap.ts'
import { readRdapReply } from '../../shared/attribution/collectors/registration/read-rdap-reply.ts'
import { readLabel } from '../../shared/attribution/collectors/registration/whois-labels.ts'
import { readLayout } from '../../shared/attribution/collectors/registration/whois-layout.ts'
import { decodeResponse } from '../../shared/attribution/collectors/registration/whois-text.ts'
import { parseAdsTxt } from '../../shared/attribution/collectors/site-files/ads-txt.ts'
import { parseAppLinks } from '../../shared/attribution/collectors/site-files/app-links.ts'
import { parseRelatedWebsiteSet } from '../../shared/attribution/collectors/site-files/related-website-set.ts'
import { parseSecurityTxt } from '../../shared/attribution/collectors/site-files/security-txt.ts'
import { sellersFor } from '../../shared/attribution/collectors/site-files/sellers-json.ts'
import { parseTrustTxt } from '../../shared/attribution/collectors/site-files/trust-txt.ts'
import { providerTime } from '../../shared/attribution/collectors/whoisxml.ts'
import { isCompanyData } from '../../shared/attribution/names/company-data.ts'
import * as domainLabel from '../../shared/attribution/names/domain-label.ts'
import * as entityNames from '../../shared/attribution/names/entity-names.ts'
import * as fold from '../../shared/attribution/names/fold.ts'
import { readHidingPhrase } from '../../shared/attribution/names/hiding-phrase.ts'
import { withoutAttachedLegalForms } from '../../shared/attribution/names/legal-forms.ts'
import { nameCuts } from '../../shared/attribution/names/name-cuts.ts'
import * as namesInText from '../../shared/attribution/names/names-in-text.ts'
import { isProxyName } from '../../shared/attribution/names/proxy-name.ts'
import { judgeRegistrantText } from '../../shared/attribution/names/registrant-text.ts'
import { skeleton } from '../../shared/attribution/names/similar-letters.ts'
import { splitName } from '../../shared/attribution/names/stated-names.ts'
import * as observedTexts from '../../shared/attribution/signals/observed-text.ts'
import { csvLines } from '../../shared/bulk/bulk-lines.ts'
import { formatOf } from '../../shared/certificates/formats/choose-format.ts'
import { verify } from '../../shared/certificates/verify-certificate.ts'
import { isSummarySupported } from '../../shared/correlations/model-summaries.ts'
import { parseTarHeader } from '../../shared/domain-index/formats/tar-files.ts'
import { parseLastSize } from '../../shared/domain-index/formats/zip-entry.ts'
import { parseRow } from '../../shared/domain-index/index-row.ts'
import { rowOf } from '../../shared/domain-index/row-of-entry.ts'
import { parseBrregUnit } from '../../shared/domain-index/sources/brreg.ts'
import { parseDotgov } from '../../shared/domain-index/sources/dotgov.ts'
import { parseSeller } from '../../shared/domain-index/sources/google-sellers.ts'
import * as kbo from '../../shared/domain-index/sources/kbo.ts'
import { parsePrhCompany } from '../../shared/domain-index/sources/prh.ts'
import * as ror from '../../shared/domain-index/sources/ror.ts'
import { parseSwotFile } from '../../shared/domain-index/sources/swot.ts'
import { endZone, parseZone, startZone } from '../../shared/monitors/parse-zone.ts'
import { decodeBase64url } from '../../shared/platform/crypto/encodings.ts'
import {
  parseDomain,
  parseListedDomain,
  parseSubmittedDomain,
} from '../../shared/platform/domain-name.ts'
import { publicHostName } from '../../shared/platform/net/addresses.ts'
import * as bodyText from '../../shared/platform/net/body-text.ts'
import { parseDnsMessage } from '../../shared/platform/net/dns-wire-format.ts'
import { retryAfterSeconds } from '../../shared/platform/net/retry-after.ts'
import * as urls from '../../shared/platform/net/url.ts'
import * as certificateNames from '../../shared/subdomains/certificate-names.ts'
import { nameBelow } from '../../shared/subdomains/names-below.ts'
import { readFieldPath } from '../../shared/templates/field-paths.ts'
import { excerptOf } from '../../shared/webhooks/attempt-delivery.ts'
import { parseCallbackUrl } from '../../shared/webhooks/callback-url.ts'
import { TLS_PARSERS } from './attribution/tls/parser-rows.ts'
import { newKeys } from './certificates/samples.ts'
import { FRAMED_NUMBER, REGISTER_FRAMES } from './register-frames.ts'

export interface Parser {
  parse: (text: string) => unknown
  /**
   * Length in characters of the longest text that the parser can get. Only set for parsers of short
   * texts.
   */
  size?: number
  /**
   * Functions that put other text around the hostile text, so that it reaches one part of the
   * parser. Default: the hostile text alone.
   */
  frames?: readonly ((text: string) => string)[]
}

const DOMAIN = 'example.com'
const keys = newKeys('current')
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const itself = (text: string): string => text
const json = (value: (text: string) => unknown) => (text: string) => JSON.stringify(value(text))

const each = (parsers: Record<string, (text: string) => unknown>): Record<string, Parser> =>
  Object.fromEntries(Object.entries(parsers).map(([name, parse]) => [name, { parse }]))

const registration: Record<string, Parser> = {
  parseWhois: {
    parse: (text) => whois.parseWhois(DOMAIN, 'whois.example', text),
    frames: [
      itself,
      (text) => `Domain Name: example.com\r\nRegistrant Organization: ${text}`,
      (text) => `Registrant:\n    ${text}\n\nName Servers:\n    ${text}`,
      (text) => text.replaceAll('\n', ' \nRegistrant Name: ').slice(0, text.length),
    ],
  },
  'parseWhois of bytes': {
    parse: (text) => whois.parseWhois(DOMAIN, 'whois.example', bytesOf(text)),
  },
  readRdapReply: {
    parse: (text) =>
      readRdapReply(
        DOMAIN,
        'rdap.example',
        { status: 403, headers: new Headers(), text },
        new Date(0),
      ),
  },
  parseRdap: {
    parse: (text) => rdap.parseRdap(DOMAIN, 'https://rdap.example', JSON.parse(text)),
    frames: [
      itself,
      json((text) => ({
        objectClassName: 'domain',
        status: [text],
        nameservers: [{ ldhName: text }],
        events: [{ eventAction: 'registration', eventDate: text }],
        notices: [{ title: text, description: [text] }],
        entities: [
          {
            roles: ['registrant'],
            handle: text,
            remarks: [{ title: text, description: [text] }],
            vcardArray: [
              'vcard',
              ['fn', 'org', 'email', 'adr'].map((name) => [name, { label: text }, 'text', text]),
            ],
          },
        ],
      })),
    ],
  },
  relatedAddress: {
    parse: (text) => rdap.relatedAddress(JSON.parse(text)),
    frames: [itself, json((text) => ({ links: [{ rel: 'related', href: text, type: text }] }))],
  },
  readBootstrap: {
    parse: (text) => readBootstrap(JSON.parse(text)),
    frames: [itself, json((text) => ({ services: [[[text], [text]]] }))],
  },
  decodeResponse: {
    parse: (text) => decodeResponse(bytesOf(text), 'jp'),
  },
  ...each({
    referralOf: whois.referralOf,
    readLayout,
    readLabel,
    namedParty: (text) => namedParty(null, text),
    classifyName,
    hostName,
    parseDate,
    normalizeCountry,
  }),
}

const siteFiles: Record<string, Parser> = {
  ...each({
    parseAdsTxt,
    parseRelatedWebsiteSet,
    parseSecurityTxt,
    parseTrustTxt,
    parseAppLinks: (text) => parseAppLinks(text, text),
    parseRobots: (text) => parseRobots(text, 'examplebot').allows('/a'),
  }),
  'parseRobots of one pattern': {
    parse: (text) =>
      parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(200)}$\n`, 'examplebot').allows(
        `/${text}`,
      ),
    size: 2_048,
  },
  sellersFor: {
    parse: (text) => sellersFor(text, 'ads.example', ['1', 'a']),
    frames: [
      itself,
      (text) => '"seller_id":"1",'.repeat(100) + text,
      (text) => text + '"seller_id":"1"'.repeat(100),
    ],
  },
}

const companyPage = (html: string) => {
  const url = `https://${DOMAIN}/legal`
  const document = readDocument(html)
  const target = { domain: 'kork.example', registrableDomain: 'kork.example' }
  return [ownPages(document, url), statementAbout(target, document, { kind: 'legal', url })]
}

const companyWord: Record<string, Parser> = {
  readDelegatedHosts: { parse: companyFiles.readDelegatedHosts },
  readSellerNames: {
    parse: (text) => companyFiles.readSellerNames(text, 'kork.example'),
    frames: [
      itself,
      (text) => `{"domain":"kork.example","name":"${text}"}`,
      (text) => text + '"kork.example"'.repeat(100),
    ],
  },
  parseTenant: { parse: parseTenant, frames: [itself, json((text) => ({ issuer: text }))] },
  'readDocument of a company': {
    parse: companyPage,
    frames: [
      itself,
      (text) => `<p>This notice applies to ${text}</p><p>kork.example</p>`,
      (text) => `<a href="https://kork.example/">${text}</a><p>${text}</p>`,
      (text) => text.replaceAll('a', 'kork.example '),
    ],
  },
}

const page = (html: string) =>
  parsePage({ url: 'https://example.com/', role: 'home', status: 200, html })

const pages: Record<string, Parser> = {
  parseRenderedHtml: {
    parse: (text) => parseRenderedHtml(text, true),
    frames: [itself, (text) => `{"success":true,"result":"${text}`],
  },
  parseAvailable: {
    parse: parseAvailable,
    frames: [
      itself,
      json((text) => ({
        archived_snapshots: {
          closest: { available: true, url: `http://web.archive.org/web/20240102030405/${text}` },
        },
      })),
    ],
  },
  parseCaptureUrl: {
    parse: parseCaptureUrl,
    frames: [itself, (text) => `http://web.archive.org/web/20240102030405/http://${text}`],
  },
  parsePage: {
    parse: page,
    frames: [
      itself,
      (text) => `<footer>© 2020 ${text}</footer>`,
      (text) => `<script type="application/ld+json">{"a":1}]]>${text}</script>`,
      (text) => `<script type="application/ld+json">${text}</script>`,
      (text) => `<title>${text}</title><a href="${text}">a</a>`,
    ],
  },
  parseFeed: {
    parse: (xml) => parseFeed({ url: 'https://example.com/feed', status: 200, xml }),
    frames: [
      itself,
      (text) =>
        `<rss><channel><title>${text}</title><item><author>${text}</author></item></channel></rss>`,
    ],
  },
  readStructuredData: {
    parse: (text) => atOnce(readStructuredData([text], [], createSlice())),
    frames: [
      itself,
      json((text) => ({
        '@type': 'Organization',
        name: text,
        sameAs: [text],
        address: text,
        logo: text,
      })),
      (text) => `{"a":1}]]>${text}`,
    ],
  },
  ...each({
    parseLoosely,
    plainNames: (text) => plainNames(parseLoosely(text)),
  }),
  ...each({
    rightsPieces: (text) => rightsPieces(`© 2020 ${text} all rights reserved`),
    partyAtEnd: (text) => partyAtEnd(text, ['example']),
    readRights: (text) => readRights(text, []),
    socialHandles: (text) => atOnce(socialHandles([text, `https://x.com/${text}`], createSlice())),
  }),
  sentenceStatements: {
    parse: (text) => sentenceStatements({ text, next: text }, ['example']),
    frames: [
      (text) => `This site is operated by ${text}`,
      (text) => `controller verantwortliche ${text} est ist (hereinafter we)`,
    ],
  },
}

const names = each({
  readDomainLabel: (text) => domainLabel.readDomainLabel(`${text}.com`),
  labelLikeness: (text) =>
    domainLabel.labelLikeness(text, domainLabel.readDomainLabel(`${'ab-'.repeat(20)}.com`)),
  cleanName: entityNames.cleanName,
  guessEntityType: entityNames.guessEntityType,
  normalizeEntityName: entityNames.normalizeEntityName,
  sameEntity: (text) => entityNames.sameEntity(text, `${text}.`),
  isSameCompany: (text) => entityNames.isSameCompany(text, `${text}.`),
  judgeRegistrantText,
  readHidingPhrase,
  isProxyName,
  isGarbled: fold.isGarbled,
  foldWords: fold.foldWords,
  skeleton,
  withoutAttachedLegalForms,
  nameCuts,
  isCompanyData,
  nameAtEnd: namesInText.nameAtEnd,
  nameAtStart: namesInText.nameAtStart,
  namesWithForm: namesInText.namesWithForm,
  plausibleName: namesInText.plausibleName,
  splitName,
})

const officialLists: Record<string, Parser> = {
  parseRow: { parse: parseRow, frames: [itself, (text) => `abc\t${text}`] },
  rowOf: {
    parse: (text) => [
      rowOf('brreg', { site: text, name: text, number: text, date: text }, '2026-01-01'),
      rowOf('brreg', { site: 'kork.no', name: text.slice(0, 200), country: text }, '2026-01-01'),
    ],
  },
  parseDotgov: {
    parse: parseDotgov,
    frames: [itself, (text) => `Domain name,Organization name\n${text}`],
  },
  parseSwotFile: {
    parse: (text) => [
      parseSwotFile(text, bytesOf(text)),
      parseSwotFile(`swot-master/lib/domains/${text}.txt`, bytesOf(text)),
    ],
  },
  parseTarHeader: { parse: (text) => parseTarHeader(bytesOf(text)) },
  parseLastSize: {
    parse: (text) => parseLastSize(bytesOf(text)),
    frames: [itself, (text) => text.replaceAll('a', 'PK\x05\x06')],
  },
  parseZenodoRecords: {
    parse: (text) => ror.parseZenodoRecords(JSON.parse(text)),
    frames: [
      json((text) => ({ hits: { hits: [{ files: [{ links: { self: text } }] }] } })),
      json((text) => ({
        hits: {
          hits: [{ files: [{ links: { self: `https://zenodo.org/api/records/${text}` } }] }],
        },
      })),
    ],
  },
  ...each({
    parseRorOrganization: (text) =>
      ror.parseRorOrganization({
        id: text,
        status: 'active',
        names: [{ value: text, types: ['ror_display'] }],
        domains: [text],
        admin: { last_modified: { date: text } },
      }),
    parseBrregUnit: (text) =>
      parseBrregUnit({ organisasjonsnummer: text, navn: text, hjemmeside: text }),
    parsePrhCompany: (text) =>
      parsePrhCompany({
        businessId: { value: text },
        names: [{ name: text, type: '1' }],
        website: { url: text },
      }),
    parseSeller: (text) =>
      parseSeller({ seller_id: text, seller_type: 'PUBLISHER', name: text, domain: text }),
    parseContact: (text) =>
      kbo.parseContact({
        EntityNumber: text,
        EntityContact: 'ENT',
        ContactType: 'WEB',
        Value: text,
      }),
    parseDenomination: (text) =>
      kbo.parseDenomination({
        EntityNumber: text,
        TypeOfDenomination: '001',
        Denomination: text,
      }),
  }),
}

const readZone = (text: string) => {
  const reading = startZone('com')
  return [parseZone(`${text}\n`, reading), endZone(reading)]
}

// Each frame puts the text into all names, numbers and websites that one register gives.
const registers: Record<string, Parser> = Object.fromEntries(
  Object.values(REGISTERS).map((register) => [
    `parseRegisterAnswer of ${register.id}`,
    {
      parse: (text: string) => parseRegisterAnswer(register, { status: 200, text }, FRAMED_NUMBER),
      frames: [itself, REGISTER_FRAMES[register.id]],
    },
  ]),
)

const lookUps: Record<string, Parser> = {
  websiteDomain: { parse: websiteDomain },
  ...registers,
  parseZone: {
    parse: readZone,
    frames: [
      itself,
      (text) => `com. IN SOA a. b. (1 2 3 ; ${text}`,
      (text) => text.replaceAll('a', 'a NS b.\n'),
      (text) => `example NS ${text}`,
      (text) => `example TXT (${text})`,
    ],
  },
  parseDnsMessage: {
    parse: (text) => {
      const body = bytesOf(text)
      const message = new Uint8Array(12 + body.length)
      message.set([0, 0, 0x81, 0x80, 0, 0, 0xff, 0xff, 0, 0, 0, 0])
      message.set(body, 12)
      return parseDnsMessage(message, 'TXT')
    },
  },
  'parseCrtSh of subdomains': {
    parse: (text) => certificateNames.parseCrtSh(DOMAIN, text, true),
    frames: [itself, json((text) => [{ common_name: text, name_value: text }])],
  },
  parseCrtSh: {
    parse: (text) => certificateLogs.parseCrtSh(text, DOMAIN),
    frames: [
      itself,
      json((text) => [
        {
          id: 1,
          issuer_name: text,
          common_name: text,
          name_value: text,
          not_before: text,
          not_after: text,
        },
      ]),
    ],
  },
  parseMarkUrl: {
    parse: parseMarkUrl,
    frames: [itself, (text) => `v=BIMI1; a=${text}`],
  },
  retryAfterMs: {
    parse: (text) => retryAfterMs(text, new Date(0)),
    frames: [itself],
  },
  parseCertSpotter: {
    parse: (text) => certificateLogs.parseCertSpotter(text, DOMAIN),
    frames: [
      itself,
      json((text) => [
        {
          id: '1',
          dns_names: text.split('\n'),
          issuer: { name: text },
          not_before: text,
          not_after: text,
        },
      ]),
    ],
  },
  parseSubjectOrganization: {
    parse: certificateLogs.parseSubjectOrganization,
    frames: [
      itself,
      (text) => `Subject: organizationName = ${text}`,
      (text) => `Subject:<BR>${text}<BR>`,
    ],
  },
  matchingRecords: {
    parse: (text) => matchingRecords(JSON.parse(text), 'Kork GmbH'),
    frames: [
      json((text) => ({
        data: [
          {
            attributes: {
              lei: text,
              entity: { legalName: { name: text }, otherNames: [{ name: text }] },
            },
          },
        ],
      })),
    ],
  },
  companyIn: {
    parse: (text) => companyIn(JSON.parse(text), DOMAIN),
    frames: [json((text) => ({ website: text, name: text, display_name: text, legal_name: text }))],
  },
  ...each({
    parseAsName: asn.parseAsName,
    parseOrigin: (text) => asn.parseOrigin([text]),
    reversedLabels,
    providerTime,
    nameBelow: (text) => nameBelow(DOMAIN, text),
  }),
}

const claimOf = (text: string) => ({
  entity: text.slice(0, 100),
  role: 'operator' as const,
  evidence: 'e1',
  quote: text.slice(0, 300),
  reason: text,
})

const models: Record<string, Parser> = {
  groundClaims: {
    parse: (text) =>
      grounding.groundClaims(Array(12).fill(claimOf(text)), [
        { id: 'e1', source: 'whois', form: 'prose', text },
      ]),
  },
  groundScreenshotNames: {
    parse: (text) =>
      grounding.groundScreenshotNames(
        [
          {
            entity: text.slice(0, 100),
            role: 'operator',
            place: 'logo',
            words: text.slice(0, 300),
          },
        ],
        [{ id: 'e1', source: 'whois', form: 'prose', text }],
      ),
  },
  ...each({
    neutral,
    splitClauses,
    findWords: (text) => findWords(text.slice(0, 300), text, 50),
    isSummarySupported: (text) =>
      isSummarySupported(text, {
        id: 'e1',
        source: 'correlation',
        form: 'stated',
        text: text.slice(1),
      }),
    observedText: observedTexts.observedText,
    withoutInstructions: observedTexts.withoutInstructions,
    creditedNotOperating: (text) => observedTexts.creditedNotOperating('b', text),
  }),
}

const requests: Record<string, Parser> = {
  csvLines: { parse: (text) => csvLines(bytesOf(text), 10_000) },
  verify: {
    parse: (text) => verify(text, { certificate: {}, signatures: [] }, keys),
    frames: [
      itself,
      json((text) => ({ certificate: { [text]: text }, signatures: [] })),
      (text) => `{"a":"${text}`,
    ],
  },
  decodeBody: {
    parse: (text) => bodyText.decodeBody(bytesOf(text), null),
    frames: [itself, (text) => `<meta charset="${text}">`],
  },
  'decodeBody of bytes': {
    parse: (text) =>
      bodyText.decodeBody(
        Uint8Array.from(`\u00e9${text}`, (unit) => unit.charCodeAt(0)),
        null,
      ),
    frames: [
      itself,
      (text) => text.replaceAll('a', '\u00c3\u00a9'),
      (text) => text.replaceAll('a', '\u00ce'),
    ],
  },
  isText: { parse: (text) => bodyText.isText(bytesOf(text), null) },
  'decodeBody of a header': {
    parse: (text) => bodyText.decodeBody(bytesOf('a'), `text/html;${text}`),
  },
  excerptOf: { parse: (text) => excerptOf(bytesOf(text)) },
  ...each({
    formatOf: (text) => formatOf(undefined, text),
    isWellFormedKey,
    retryAfterSeconds: (text) => retryAfterSeconds(text, new Date(0)),
    parseDomain: (text) => parseDomain(text, 'sandbox.example'),
    parseListedDomain: (text) => parseListedDomain(text, 'sandbox.example'),
    parseSubmittedDomain: (text) => parseSubmittedDomain(text, 'sandbox.example'),
    'parseDomain of a URL': (text) => parseDomain(`http:${text}`, 'sandbox.example'),
    publicHostName: (text) => publicHostName(text),
    parseUrl: (text) => urls.parseUrl(`https://example.com/${text}`),
    'parseUrl of a host': (text) => urls.parseUrl(`https://${text}/`),
    hostOf: urls.hostOf,
    registrableHost: urls.registrableHost,
    registrableOf: urls.registrableOf,
    writtenHost: urls.writtenHost,
    readFieldPath,
    decodeBase64url,
    parseCallbackUrl: (text) =>
      parseCallbackUrl(`https://${text}`, { allowInsecure: false, ownHosts: [] }),
  }),
}

/**
 * All functions that read text from outside, by name. If a function has several entries, words
 * after its name tell them apart.
 */
export const PARSERS: Readonly<Record<string, Parser>> = {
  ...registration,
  ...siteFiles,
  ...companyWord,
  ...pages,
  ...names,
  ...lookUps,
  ...officialLists,
  ...models,
  ...requests,
  ...TLS_PARSERS,
}
