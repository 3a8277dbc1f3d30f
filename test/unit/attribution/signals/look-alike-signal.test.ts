import { expect, test } from 'vitest'
import type { RegistrationRecord } from '../../../../shared/attribution/registration-record.ts'
import { readSignals } from '../../../../shared/attribution/signals/read-signals.ts'
import {
  evidence,
  footer,
  NOW,
  page,
  registeredTo,
  site,
  target,
  whois,
} from '../scoring/sample-evidence.ts'

const OLD = { created_at: '2012-05-01T00:00:00.000Z' }
const YOUNG = { created_at: '2026-11-11T00:00:00.000Z' }
const MARK_MONITOR = {
  registrar: {
    name: 'MarkMonitor Inc.',
    iana_id: '292',
    url: null,
    abuse_email: null,
    abuse_phone: null,
  },
}

const imitates = (
  domain: string,
  registration: Partial<RegistrationRecord>,
  names: { site?: string; footer?: string; legal?: string },
): boolean =>
  readSignals(
    target(domain),
    evidence(
      whois(domain, registration),
      site([
        page({
          site_name: names.site ?? null,
          mentions: names.footer === undefined ? [] : footer(`© 2026 ${names.footer}`),
          legal_statements:
            names.legal === undefined
              ? []
              : [{ kind: 'imprint', name: names.legal, observed: `Impressum ${names.legal}` }],
        }),
      ]),
    ),
    NOW,
  ).some((signal) => signal.kind === 'look_alike')

test.each([
  ['paypal-account-verify.com', YOUNG, { site: 'PayPal', footer: 'PayPal' }],
  ['paypa1-login.com', YOUNG, { site: 'PayPal' }],
  ['rnicrosoft-support.com', YOUNG, { site: 'Microsoft Support' }],
  ['arnazon.com', YOUNG, { site: 'Amazon' }],
  [
    'credit-agricole-espace-client.com',
    YOUNG,
    { site: 'Crédit Agricole', footer: 'Crédit Agricole' },
  ],
  ['hmrc-refund-claim.uk', YOUNG, { site: 'GOV.UK', footer: 'HM Revenue & Customs' }],
  ['ants-gouv-renouvellement.fr', OLD, { site: 'Ministère de l’Intérieur' }],
  ['dhlpaket.info', YOUNG, { footer: 'DHL' }],
  ['secure-parcel-fee.com', YOUNG, { footer: 'Royal Mail' }],
  [
    'morrowdale-billing-update.com',
    YOUNG,
    { site: 'Morrowdale', footer: 'Morrowdale Foods, Inc.' },
  ],
  [
    'santander-verificacion-clientes.com',
    YOUNG,
    { footer: 'Banco Santander, S.A.', legal: 'Banco Santander, S.A.' },
  ],
  ['morrowdalebank-secure.com', YOUNG, { footer: 'Morrowdale Bank & Trust, N.A.' }],
  ['morrowdaleverify.com', YOUNG, { site: 'Morrowdale', footer: 'Morrowdale Foods, Inc.' }],
  ['volksbank-kundenverifizierung.com', YOUNG, { footer: 'Volksbanken Raiffeisenbanken' }],
  ['morrowdale-pakke-sporing.top', YOUNG, { site: 'Morrowdale', footer: 'Morrowdale Post AS' }],
  ['coinbase-wallet-recovery.support', { ...YOUNG, ...registeredTo('Coinbase Inc') }, {}],
  ['secure-bmcr-cliente.com', YOUNG, { footer: 'Banco Morrowdale de Costa Roja' }],
  [
    'gosuslugi-vyplaty.site',
    YOUNG,
    { site: 'Госуслуги', footer: 'Министерство цифрового развития' },
  ],
  ['ziraatbankasi-subesi.online', YOUNG, { footer: 'T.C. Ziraat Bankası A.Ş.' }],
  ['tax-refund-claim.org', YOUNG, { footer: 'Morrowdale Revenue Service' }],
  [
    'netflix-billing-update.top',
    { ...YOUNG, ...registeredTo('Netflix, Inc.') },
    { site: 'Netflix' },
  ],
])('%s is a look-alike', (domain, registration, names) => {
  expect(imitates(domain, registration, names)).toBe(true)
})

test.each([
  ['netflix.com', OLD, { site: 'Netflix', footer: 'Netflix, Inc.' }],
  ['sephora.fr', OLD, { site: 'Sephora', footer: 'Sephora' }],
  [
    'paypal-prepaid.com',
    { ...OLD, ...registeredTo('PayPal, Inc.'), ...MARK_MONITOR },
    { site: 'PayPal Prepaid' },
  ],
  ['applehillfarm.com', YOUNG, { site: 'Apple Hill Farm', footer: 'Apple Hill Farm LLC' }],
  ['dovecottageinn.co.uk', YOUNG, { site: 'Dove Cottage Inn' }],
  ['autohaus-bmw-schmidt.de', OLD, { site: 'BMW Schmidt', legal: 'Autohaus Schmidt GmbH' }],
  ['acme-shop.com', YOUNG, { site: 'Acme', footer: 'Acme Widgets LLC' }],
  [
    'bergmann-sicherheit.com',
    YOUNG,
    { site: 'Bergmann', legal: 'Bergmann Sicherheitsdienste GmbH' },
  ],
  ['bergmannsicherheit.com', YOUNG, { site: 'Bergmann', legal: 'Bergmann Sicherheit GmbH' }],
  ['zoll-fracht-service.com', YOUNG, { footer: 'Zoll & Fracht Korkmann GmbH' }],
  ['brightline-parcel-lockers.com', YOUNG, { footer: 'Brightline Parcel Lockers Ltd' }],
  ['willowkiln-shop.de', YOUNG, { footer: 'Willowkiln Keramik' }],
  ['bankside-bakery.com', YOUNG, { footer: 'Bankside Bakery Ltd' }],
  ['go-karting-leeds.co.uk', YOUNG, { site: 'Go Karting Leeds' }],
  ['lego-fans-review.com', OLD, { site: 'Brick Fans', footer: 'Brick Fans e.V.' }],
  ['orangetreecafe.com', OLD, { site: 'Orange Tree Cafe' }],
])('%s is not a look-alike', (domain, registration, names) => {
  expect(imitates(domain, registration, names)).toBe(false)
})
