import { isWellFormedKey } from '../../shared/accounts/key-tokens.ts'
import { retryAfterMs } from '../../shared/attribution/certificate-logs.ts'
import * as claimRoles from '../../shared/attribution/claims/claim-roles.ts'
import * as grounding from '../../shared/attribution/claims/grounding.ts'
import * as prompt from '../../shared/attribution/claims/prompt.ts'
import * as quoteMatch from '../../shared/attribution/claims/quote-match.ts'
import * as asn from '../../shared/attribution/collectors/asn.ts'
import { matchingRecords } from '../../shared/attribution/collectors/legal-entity.ts'
import * as addressLines from '../../shared/attribution/collectors/page/address-lines.ts'
import { isTitled } from '../../shared/attribution/collectors/page/bylines.ts'
import { isLei } from '../../shared/attribution/collectors/page/contact-identifiers.ts'
import { partyAtEnd } from '../../shared/attribution/collectors/page/legal-party.ts'
import * as legalSentences from '../../shared/attribution/collectors/page/legal-sentences.ts'
import { foldCase } from '../../shared/attribution/collectors/page/letter-case.ts'
import * as lineParts from '../../shared/attribution/collectors/page/line-parts.ts'
import { parseLoosely } from '../../shared/attribution/collectors/page/loose-json.ts'
import { rightsOf } from '../../shared/attribution/collectors/page/mentions.ts'
import { socialHandles } from '../../shared/attribution/collectors/page/page-links.ts'
import { parseFeed } from '../../shared/attribution/collectors/page/parse-feed.ts'
import { parsePage } from '../../shared/attribution/collectors/page/parse-page.ts'
import * as rightsPieces from '../../shared/attribution/collectors/page/rights-pieces.ts'
import { isQuestion } from '../../shared/attribution/collectors/page/rights-words.ts'
import * as rightsYears from '../../shared/attribution/collectors/page/rights-years.ts'
import { plainNames } from '../../shared/attribution/collectors/page/schema-names.ts'
import { atOnce, createSlice } from '../../shared/attribution/collectors/page/slices/sliced-work.ts'
import * as structuredData from '../../shared/attribution/collectors/page/structured-data.ts'
import { foldText } from '../../shared/attribution/collectors/page/text.ts'
import * as trademarks from '../../shared/attribution/collectors/page/trademarks.ts'
import { companyIn } from '../../shared/attribution/collectors/people-data-labs.ts'
import { parseRobots } from '../../shared/attribution/collectors/probe/robots-rules.ts'
import { countryOf } from '../../shared/attribution/collectors/registration/countries.ts'
import * as dates from '../../shared/attribution/collectors/registration/dates.ts'
import * as hostNames from '../../shared/attribution/collectors/registration/host-names.ts'
import * as judge from '../../shared/attribution/collectors/registration/judge-registrant.ts'
import * as rdap from '../../shared/attribution/collectors/registration/parse-rdap.ts'
import * as whois from '../../shared/attribution/collectors/registration/parse-whois.ts'
import * as partyNames from '../../shared/attribution/collectors/registration/party-names.ts'
import { readBootstrap } from '../../shared/attribution/collectors/registration/rdap-bootstrap.ts'
import * as whoisLabels from '../../shared/attribution/collectors/registration/whois-labels.ts'
import { readLayout } from '../../shared/attribution/collectors/registration/whois-layout.ts'
import * as whoisText from '../../shared/attribution/collectors/registration/whois-text.ts'
import { reversedLabels } from '../../shared/attribution/collectors/reverse-name.ts'
import { parseAdsTxt } from '../../shared/attribution/collectors/site-files/ads-txt.ts'
import { parseAppLinks } from '../../shared/attribution/collectors/site-files/app-links.ts'
import { parseRelatedWebsiteSet } from '../../shared/attribution/collectors/site-files/related-website-set.ts'
import { parseSecurityTxt } from '../../shared/attribution/collectors/site-files/security-txt.ts'
import { sellersFor } from '../../shared/attribution/collectors/site-files/sellers-json.ts'
import { parseTrustTxt } from '../../shared/attribution/collectors/site-files/trust-txt.ts'
import * as tlsCertificates from '../../shared/attribution/collectors/tls-certificates.ts'
import { providerTime } from '../../shared/attribution/collectors/whoisxml.ts'
import * as companyData from '../../shared/attribution/names/company-data.ts'
import * as domainLabel from '../../shared/attribution/names/domain-label.ts'
import * as entityNames from '../../shared/attribution/names/entity-names.ts'
import * as fold from '../../shared/attribution/names/fold.ts'
import { foldPhrase, readHidingPhrase } from '../../shared/attribution/names/hiding-phrase.ts'
import * as legalForms from '../../shared/attribution/names/legal-forms.ts'
import { nameCuts } from '../../shared/attribution/names/name-cuts.ts'
import { trimmed } from '../../shared/attribution/names/name-edges.ts'
import * as namesInText from '../../shared/attribution/names/names-in-text.ts'
import { isProxyName, ownWordsOf } from '../../shared/attribution/names/proxy-name.ts'
import * as registrantText from '../../shared/attribution/names/registrant-text.ts'
import * as similarLetters from '../../shared/attribution/names/similar-letters.ts'
import * as statedNames from '../../shared/attribution/names/stated-names.ts'
import * as townAndState from '../../shared/attribution/names/town-and-state.ts'
import * as observedTexts from '../../shared/attribution/signals/observed-text.ts'
import { csvLines } from '../../shared/bulk/bulk-lines.ts'
import { formatOf } from '../../shared/certificates/formats/choose-format.ts'
import { verify } from '../../shared/certificates/verify-certificate.ts'
import { isSummarySupported } from '../../shared/correlations/model-summaries.ts'
import { parseDomain } from '../../shared/platform/domain-name.ts'
import { publicHostName } from '../../shared/platform/net/addresses.ts'
import * as bodyText from '../../shared/platform/net/body-text.ts'
import { parseDnsMessage } from '../../shared/platform/net/dns-resolver.ts'
import { retryAfterSeconds } from '../../shared/platform/net/retry-after.ts'
import * as urls from '../../shared/platform/net/url.ts'
import * as certificateNames from '../../shared/subdomains/certificate-names.ts'
import { nameBelow } from '../../shared/subdomains/names-below.ts'
import { readFieldPath } from '../../shared/templates/field-paths.ts'
import { excerptOf } from '../../shared/webhooks/attempt-delivery.ts'
import { parseCallbackUrl } from '../../shared/webhooks/callback-url.ts'
import { newKeys } from './certificates/samples.ts'

const KIB = 1024
const MIB = 1024 * KIB
/** Limit of the header lines that reach a Worker. */
const HEADER = 64 * KIB
/**
 * A line or name is usually shorter, because its reader cuts it. Each function is linear without
 * that cut.
 */
const LINE = 64 * KIB
const PAGE = 2 * MIB

export interface Parser {
  parse: (text: string) => unknown
  /** Characters of the longest text that can arrive. */
  size: number
  /**
   * Texts around the hostile text that lead the parser to one of its parts. Default: the hostile
   * text alone.
   */
  frames?: readonly ((text: string) => string)[]
}

const DOMAIN = 'example.com'
const keys = newKeys('current')
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const itself = (text: string): string => text
const json = (value: (text: string) => unknown) => (text: string) => JSON.stringify(value(text))

/** One parser for each function, all with the same limit. */
function each(
  size: number,
  parsers: Record<string, (text: string) => unknown>,
): Record<string, Parser> {
  return Object.fromEntries(Object.entries(parsers).map(([name, parse]) => [name, { parse, size }]))
}

const registration: Record<string, Parser> = {
  parseWhois: {
    parse: (text) => whois.parseWhois(DOMAIN, 'whois.example', text),
    size: 64 * KIB,
    frames: [
      itself,
      (text) => `Domain Name: example.com\r\nRegistrant Organization: ${text}`,
      (text) => `Registrant:\n    ${text}\n\nName Servers:\n    ${text}`,
      (text) => text.replaceAll('\n', ' \nRegistrant Name: ').slice(0, text.length),
    ],
  },
  'parseWhois of bytes': {
    parse: (text) => whois.parseWhois(DOMAIN, 'whois.example', bytesOf(text)),
    size: 64 * KIB,
  },
  parseRdap: {
    parse: (text) => rdap.parseRdap(DOMAIN, 'https://rdap.example', JSON.parse(text)),
    size: 512 * KIB,
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
    size: 512 * KIB,
    frames: [itself, json((text) => ({ links: [{ rel: 'related', href: text, type: text }] }))],
  },
  readBootstrap: {
    parse: (text) => readBootstrap(JSON.parse(text)),
    size: MIB,
    frames: [itself, json((text) => ({ services: [[[text], [text]]] }))],
  },
  decodeResponse: {
    parse: (text) => whoisText.decodeResponse(bytesOf(text), 'jp'),
    size: 64 * KIB,
  },
  ...each(64 * KIB, { referralOf: whois.referralOf, readLayout }),
  ...each(LINE, {
    cleanValue: whoisText.cleanValue,
    readLabel: whoisLabels.readLabel,
    isNeutralHeading: whoisLabels.isNeutralHeading,
    namedParty: (text) => partyNames.namedParty(null, text),
    isOrganizationName: partyNames.isOrganizationName,
    showsLegalForm: partyNames.showsLegalForm,
    cleanPartyName: partyNames.cleanPartyName,
    cleanRegistrarName: partyNames.cleanRegistrarName,
    bareRegistrarName: partyNames.bareRegistrarName,
    classifyName: judge.classifyName,
    isPlaceholder: judge.isPlaceholder,
    hostName: hostNames.hostName,
    leadingHosts: hostNames.leadingHosts,
    webAddress: hostNames.webAddress,
    emailDomain: hostNames.emailDomain,
    parseDate: dates.parseDate,
    dateOrderOf: (text) => dates.dateOrderOf([text]),
    countryOf,
  }),
}

const siteFiles: Record<string, Parser> = {
  ...each(512 * KIB, {
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
    size: 2 * KIB,
  },
  sellersFor: {
    parse: (text) => sellersFor(text, 'ads.example', ['1', 'a']),
    size: 2 * MIB,
    frames: [
      itself,
      (text) => '"seller_id":"1",'.repeat(100) + text,
      (text) => text + '"seller_id":"1"'.repeat(100),
    ],
  },
}

const page = (html: string) =>
  parsePage({ url: 'https://example.com/', role: 'home', status: 200, html })

const pages: Record<string, Parser> = {
  parsePage: {
    parse: page,
    size: PAGE,
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
    size: PAGE,
    frames: [
      itself,
      (text) =>
        `<rss><channel><title>${text}</title><item><author>${text}</author></item></channel></rss>`,
    ],
  },
  readStructuredData: {
    parse: (text) => atOnce(structuredData.readStructuredData([text], [], createSlice())),
    size: 256 * KIB,
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
  ...each(256 * KIB, {
    parseLoosely,
    plainNames: (text) => plainNames(parseLoosely(text)),
  }),
  ...each(LINE, {
    isAddressLine: addressLines.isAddressLine,
    isContactLine: addressLines.isContactLine,
    beginsAddress: (text) => addressLines.beginsAddress(text, `, ${text}`),
    isLei,
    partyAtEnd: (text) => partyAtEnd(text, ['example']),
    around: (text) => legalSentences.around(text, text.length / 2, 'b'),
    isAboutSite: (text) => legalSentences.isAboutSite(text, ['example']),
    rightsOf: (text) => rightsOf(text, []),
    socialHandles: (text) => atOnce(socialHandles([text, `https://x.com/${text}`], createSlice())),
    isCredit: rightsPieces.isCredit,
    isQuestion,
    isRightsLine: rightsPieces.isRightsLine,
    rightsPieces: rightsPieces.rightsPieces,
    isTitled: (text) => isTitled(text, text),
    isTownAndState: townAndState.isTownAndState,
    isTownAndCode: townAndState.isTownAndCode,
    isStateAndCode: townAndState.isStateAndCode,
    beforeTown: townAndState.beforeTown,
    continuesName: (text) => lineParts.continuesName(text, text),
    isMarkOfOthers: (text) => trademarks.isMarkOfOthers(text, 'https://example.com/'),
    withoutMarkNote: trademarks.withoutMarkNote,
    isUsedService: legalSentences.isUsedService,
    isMakersLink: (text) => lineParts.isMakersLink(text, null, text),
    foldText: (text) => foldText(text, LINE),
    foldCase,
  }),
  ...Object.fromEntries(
    Object.entries({
      holdsYear: rightsYears.holdsYear,
      withoutYears: rightsYears.withoutYears,
      withoutLeadingRange: rightsYears.withoutLeadingRange,
    }).map(([name, parse]) => [
      name,
      {
        parse,
        size: LINE,
        frames: [itself, (text: string) => `© since (2001 - ${text}, 2003 и 04`],
      },
    ]),
  ),
  'rightsPieces behind a sign': {
    parse: rightsPieces.rightsPieces,
    size: LINE,
    frames: [
      (text) => `© 2020 ${text} all rights reserved`,
      (text) => `portions of this ${text} © Création / ${text} : Kork`,
      (text) => `版权归${text}所有`,
    ],
  },
  isSoftwareHolder: {
    parse: (text) =>
      lineParts.isSoftwareHolder(text, text, {
        near: [
          { text: `powered by ${text}`, link: null, goesOn: false },
          { text, link: null, goesOn: false },
        ],
        siteUrl: 'https://example.com/',
      }),
    size: LINE,
  },
  sentenceStatements: {
    parse: (text) => legalSentences.sentenceStatements({ text, next: text }, ['example']),
    size: LINE,
    frames: [
      (text) => `This site is operated by ${text}`,
      (text) => `controller verantwortliche ${text} est ist (hereinafter we)`,
    ],
  },
}

const names: Record<string, Parser> = {
  ...each(LINE, {
    labelToUnicode: domainLabel.labelToUnicode,
    readDomainLabel: (text) => domainLabel.labelLikeness(text, domainLabel.readDomainLabel(DOMAIN)),
    'readDomainLabel of a long label': (text) => domainLabel.readDomainLabel(`${text}.com`),
    labelLikeness: (text) =>
      domainLabel.labelLikeness(text, domainLabel.readDomainLabel(`${'ab-'.repeat(20)}.com`)),
    cleanName: entityNames.cleanName,
    compactName: entityNames.compactName,
    guessEntityType: entityNames.guessEntityType,
    hasLegalForm: entityNames.hasLegalForm,
    nameParts: entityNames.nameParts,
    nameTokens: entityNames.nameTokens,
    normalizeEntityName: entityNames.normalizeEntityName,
    sameEntity: (text) => entityNames.sameEntity(text, `${text}.`),
    isSameCompany: (text) => entityNames.isSameCompany(text, `${text}.`),
    isSameName: (text) => entityNames.isSameName(text, `${text}.`),
    compactSpellings: entityNames.compactSpellings,
    normalizedSpellings: entityNames.normalizedSpellings,
    judgeRegistrantText: registrantText.judgeRegistrantText,
    isPrivacyName: registrantText.isPrivacyName,
    canBeFirm: registrantText.canBeFirm,
    knownServiceOf: registrantText.knownServiceOf,
    foldPhrase,
    readHidingPhrase,
    isProxyName,
    ownWordsOf,
    isGarbled: fold.isGarbled,
    lowerLetters: fold.lowerLetters,
    foldLetters: fold.foldLetters,
    foldToLetters: fold.foldToLetters,
    foldWords: fold.foldWords,
    withoutMarks: fold.withoutMarks,
    skeleton: similarLetters.skeleton,
    unmixed: similarLetters.unmixed,
    mixesScripts: similarLetters.mixesScripts,
    foldLegalForm: legalForms.foldLegalForm,
    hasAttachedLegalForm: legalForms.hasAttachedLegalForm,
    isFormInLowerCase: legalForms.isFormInLowerCase,
    mayBeginForm: legalForms.mayBeginForm,
    mayBeginStartingForm: legalForms.mayBeginStartingForm,
    mayContainForm: legalForms.mayContainForm,
    withoutAttachedLegalForms: legalForms.withoutAttachedLegalForms,
    nameCuts,
    beginsWithCompanyData: companyData.beginsWithCompanyData,
    isCompanyData: companyData.isCompanyData,
    trimmed,
    hasForm: namesInText.hasForm,
    nameAtEnd: namesInText.nameAtEnd,
    nameAtStart: namesInText.nameAtStart,
    namesWithForm: namesInText.namesWithForm,
    plausibleName: namesInText.plausibleName,
    withoutAnnouncement: namesInText.withoutAnnouncement,
    withoutForm: namesInText.withoutForm,
    isNoName: statedNames.isNoName,
    isHostName: statedNames.isHostName,
    withoutWww: statedNames.withoutWww,
    hasCommonForm: namesInText.hasCommonForm,
    repeatsDomain: (text) => statedNames.repeatsDomain(text, DOMAIN),
    splitName: statedNames.splitName,
  }),
}

const lookUps: Record<string, Parser> = {
  parseDnsMessage: {
    parse: (text) => {
      const body = bytesOf(text)
      const message = new Uint8Array(12 + body.length)
      message.set([0, 0, 0x81, 0x80, 0, 0, 0xff, 0xff, 0, 0, 0, 0])
      message.set(body, 12)
      return parseDnsMessage(message, 'TXT')
    },
    size: 60 * KIB,
  },
  'parseCrtSh of subdomains': {
    parse: (text) => certificateNames.parseCrtSh(DOMAIN, text, true),
    size: 6 * MIB,
    frames: [itself, json((text) => [{ common_name: text, name_value: text }])],
  },
  parseCrtSh: {
    parse: (text) => tlsCertificates.parseCrtSh(text, DOMAIN),
    size: 4 * MIB,
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
  retryAfterMs: {
    parse: (text) => retryAfterMs(text, new Date(0)),
    size: 16 * 1024,
    frames: [itself],
  },
  parseCertSpotter: {
    parse: (text) => tlsCertificates.parseCertSpotter(text, DOMAIN),
    size: 4 * MIB,
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
    parse: tlsCertificates.parseSubjectOrganization,
    size: 2 * MIB,
    frames: [
      itself,
      (text) => `Subject: organizationName = ${text}`,
      (text) => `Subject:<BR>${text}<BR>`,
    ],
  },
  matchingRecords: {
    parse: (text) => matchingRecords(JSON.parse(text), 'Kork GmbH'),
    size: 512 * KIB,
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
    size: 256 * KIB,
    frames: [json((text) => ({ website: text, name: text, display_name: text, legal_name: text }))],
  },
  ...each(LINE, {
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
    size: 32 * KIB,
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
    // Five times the limit, so that the name and the words have their full length in the shortest
    // text, a 512th of it, too.
    size: 160 * KIB,
  },
  ...each(32 * KIB, {
    clausesOf: claimRoles.clausesOf,
    clauseSupports: (text) => claimRoles.clauseSupports('operator', text, 'b', 'prose'),
    neutral: prompt.neutral,
    fold: quoteMatch.fold,
    offsetsOf: (text) => quoteMatch.offsetsOf(text.slice(0, 300), text, 50),
    isSummarySupported: (text) =>
      isSummarySupported(text, {
        id: 'e1',
        source: 'correlation',
        form: 'stated',
        text: text.slice(1),
      }),
    observedText: observedTexts.observedText,
    containsInstructions: observedTexts.containsInstructions,
    isOrder: observedTexts.isOrder,
    withoutInstructions: observedTexts.withoutInstructions,
    goesOnAsOrder: (text) => observedTexts.goesOnAsOrder(text, 'b'),
    creditedNotOperating: (text) => observedTexts.creditedNotOperating('b', text),
  }),
}

const requests: Record<string, Parser> = {
  csvLines: { parse: (text) => csvLines(bytesOf(text), 10_000), size: 4096 * KIB },
  verify: {
    parse: (text) => verify(text, { certificate: {}, signatures: [] }, keys),
    size: 256 * KIB,
    frames: [
      itself,
      json((text) => ({ certificate: { [text]: text }, signatures: [] })),
      (text) => `{"a":"${text}`,
    ],
  },
  decodeBody: {
    parse: (text) => bodyText.decodeBody(bytesOf(text), null),
    size: 2 * MIB,
    frames: [itself, (text) => `<meta charset="${text}">`],
  },
  'decodeBody of bytes': {
    parse: (text) =>
      bodyText.decodeBody(
        Uint8Array.from(`\u00e9${text}`, (unit) => unit.charCodeAt(0)),
        null,
      ),
    size: 2 * MIB,
    frames: [
      itself,
      (text) => text.replaceAll('a', '\u00c3\u00a9'),
      (text) => text.replaceAll('a', '\u00ce'),
    ],
  },
  isText: { parse: (text) => bodyText.isText(bytesOf(text), null), size: 2 * MIB },
  'decodeBody of a header': {
    parse: (text) => bodyText.decodeBody(bytesOf('a'), `text/html;${text}`),
    size: HEADER,
  },
  excerptOf: { parse: (text) => excerptOf(bytesOf(text)), size: 16 * KIB },
  ...each(HEADER, {
    formatOf: (text) => formatOf(undefined, text),
    isWellFormedKey,
    retryAfterSeconds: (text) => retryAfterSeconds(text, new Date(0)),
    parseDomain: (text) => parseDomain(text, 'sandbox.example'),
    'parseDomain of a URL': (text) => parseDomain(`http:${text}`, 'sandbox.example'),
    publicHostName: (text) => publicHostName(text),
    parseUrl: (text) => urls.parseUrl(`https://example.com/${text}`),
    'parseUrl of a host': (text) => urls.parseUrl(`https://${text}/`),
    hostOf: urls.hostOf,
    registrableHost: urls.registrableHost,
    registrableOf: urls.registrableOf,
    writtenHost: urls.writtenHost,
    readFieldPath,
    parseCallbackUrl: (text) =>
      parseCallbackUrl(`https://${text}`, { allowInsecure: false, ownHosts: [] }),
  }),
}

/** Every parser of text from outside. A variant of a function has further words behind the name. */
export const PARSERS: Readonly<Record<string, Parser>> = {
  ...registration,
  ...siteFiles,
  ...pages,
  ...names,
  ...lookUps,
  ...models,
  ...requests,
}

/** Functions that take a text and are not in the table themselves, with the reason. */
/** Readers of marks and style sheets. Pages with hostile styles measure them (`HOSTILE_STYLES`). */
const STYLE_READERS =
  'isVisitorPart hasVisitorWord colorOf colorsIn withoutEscapes withoutComments nextSign splitAt wordsOf readDeclarations readDeclaration groupOf pixels share degrees mediaApplies createNode hidesAlone readSelectors clipsAll clipPathHides transformHides motionHides filterHides readSheet withoutBrackets'

export const NOT_MEASURED: Readonly<Record<string, string>> = {
  mayBeRefusal: 'cuts the answer first',
  ...Object.fromEntries(STYLE_READERS.split(' ').map((name) => [name, 'a part of parsePage'])),
  documentOf: 'the first half of parsePage',
  readDocument: 'the first half of parsePage',
  foldedPattern: 'takes a pattern of our own',
  inOnePlace: 'takes a pattern of our own',
  listed: 'takes a word list of our own',
  alternatives: 'takes a word list of our own',
  foldKey: 'cuts the key first',
  isObject: 'only asks for the type',
  listOf: 'only asks for the type',
  textOf: 'only asks for the type',
  faviconHash: 'a hash of bytes, without a decision on their content',
  bareRecord: 'builds an empty record',
  customaryPaths: 'takes a language and a top-level domain',
  elementKind: 'looks a word up in a map',
  isAlsoOrdinaryWord: 'looks a word up in a set',
  isEndingLegalForm: 'looks a word up in a set',
  isStartingLegalForm: 'looks a word up in a set',
  parseEvent: 'takes an event that Stripe has signed',
  peopleDataLabs: 'takes our key',
  claimPrompt: 'takes our own texts',
  visionPrompt: 'takes our own texts',
}
