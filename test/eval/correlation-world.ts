import { getDomain } from 'tldts'
import type { DomainFile } from '../internet/domain-file.ts'
import { expandSite } from '../internet/site.ts'
import type { LabelledGroup } from './correlation-groups.ts'
import { type Chance, chanceOf } from './random.ts'

/** How a group hides and shows what it is; drawn once for all its domains, as one company decides once. */
interface Habits {
  name: string
  form: (typeof FORMS)[number]
  registry: string
  privacy: 'shown' | 'redacted' | 'proxy'
  registrar: string
  tags: readonly { share: number; script: string }[]
  adsense: string | null
  ownServers: boolean
  certificate: boolean
  icon: string | null
  mailbox: string | null
  phone: string | null
}

/** What a supplier leaves on the sites of customers that have nothing to do with each other. */
interface Supplier {
  script: string
  footer: string
  adsLine: string | null
  icon: string | null
  servers: readonly string[] | null
}

const FORMS = ['GmbH', 'Inc.', 'Ltd', 'SARL', 'AB', 'LLC', 'B.V.', 'S.p.A.'] as const
const TRADES = [
  'Media',
  'Retail',
  'Foods',
  'Travel',
  'Networks',
  'Publishing',
  'Mobility',
  'Works',
  'Partners',
  'Systems',
]
const REGISTRARS = ['godaddy', 'namecheap', 'gandi', 'tucows', 'ionos']
const PROVIDER_SERVERS = [
  ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
  ['ns-411.awsdns-51.com', 'ns-1702.awsdns-20.co.uk'],
  ['ns01.domaincontrol.com', 'ns02.domaincontrol.com'],
  ['dns1.registrar-servers.com', 'dns2.registrar-servers.com'],
] as const
const SUPPLIERS = 9
const CUSTOMER_SHARE = 0.4
const DARK_SHARE = 0.05
const SUBSIDIARY_SHARE = 0.1
const PROVIDER_CERTIFICATE_SHARE = 0.06
/** Of a hundred domains so many are given up and point at a stranger. */
const STRAY_REDIRECTS_PERCENT = 1

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const labelOf = (domain: string): string => (getDomain(domain) ?? domain).split('.')[0] ?? domain
const brandOf = (domain: string): string => labelOf(domain).split('-').map(capital).join(' ')

/**
 * Domain files for labelled groups: what a company leaves behind on its domains, each part with the chance that the field reports,
 * and what ties strangers: agencies' tags and mailboxes, resellers' accounts, themes, small hosts, providers' certificates, stray redirects.
 */
export function worldOf(groups: readonly LabelledGroup[], seed: string): DomainFile[] {
  const suppliers = Array.from({ length: SUPPLIERS }, (_, index) =>
    supplierOf(chanceOf(`${seed} supplier ${index}`), index),
  )
  const files = new Map<string, DomainFile>()
  const all = groups.flatMap(({ domains }) => domains)
  groups.forEach((group, index) => {
    const chance = chanceOf(`${seed} group ${group.primary}`)
    const habits = habitsOf(group, chance)
    const supplier = chance.happens(CUSTOMER_SHARE) ? (suppliers[index % suppliers.length] ?? null) : null
    for (const domain of group.domains)
      addTo(files, domainFile({ group, domain, habits, supplier, all, chance: chanceOf(`${seed} domain ${domain}`) }))
  })
  strayRedirects(files, groups, chanceOf(`${seed} stray`))
  return [...files.values()]
}

function addTo(files: Map<string, DomainFile>, file: DomainFile): void {
  const known = files.get(file.domain)
  if (known === undefined) {
    files.set(file.domain, file)
    return
  }
  known.dns = { ...known.dns, ...file.dns }
  known.http = { ...known.http, ...file.http }
  known.ct = [...(known.ct ?? []), ...(file.ct ?? [])]
}

function supplierOf(chance: Chance, index: number): Supplier {
  const name = `${chance.pick(['Pixel', 'Bright', 'Copper', 'Tandem', 'Signal'])}${chance.pick(['forge', 'works', 'lane', 'craft'])}`
  const host = `${name.toLowerCase()}${index}-studio.com`
  return {
    script: `gtm('GTM-${chance.code(7)}'); /* www.googletagmanager.com/gtm.js?id=GTM-${chance.code(7)} */`,
    footer: `<p>Website by <a href="https://${host}/">${name} Studio</a> · <a href="mailto:hello@${host}">Support</a></p>`,
    adsLine: chance.happens(0.5) ? `exchange-${index}.com, ${chance.digits(6)}, DIRECT` : null,
    icon: chance.happens(0.5) ? iconOf(chance) : null,
    servers: chance.happens(0.4) ? [`ns1.smallhost${index}.net`, `ns2.smallhost${index}.net`] : null,
  }
}

const iconOf = (chance: Chance): string => Buffer.from(`icon ${chance.code(400)}`).toString('base64')

function habitsOf(group: LabelledGroup, chance: Chance): Habits {
  const form = chance.pick(FORMS)
  const tag = (share: number, script: string) => ({ share, script })
  const tags = [
    ...(chance.happens(0.65) ? [tag(0.85, `gtag('config','G-${chance.code(10)}')`)] : []),
    ...(chance.happens(0.5)
      ? [tag(0.75, `load('https://www.googletagmanager.com/gtm.js?id=GTM-${chance.code(7)}')`)]
      : []),
    ...(chance.happens(0.4) ? [tag(0.7, `fbq('init', '${chance.digits(15)}')`)] : []),
    ...(chance.happens(0.15) ? [tag(0.9, `js.hs-scripts.com/${chance.digits(7)}.js`)] : []),
  ]
  const lot = chance.next()
  return {
    name: `${brandOf(group.primary)} ${chance.pick(TRADES)} ${form}`,
    form,
    registry: `HRB ${chance.digits(6)}`,
    privacy: lot < 0.4 ? 'shown' : lot < 0.85 ? 'redacted' : 'proxy',
    registrar: chance.pick(REGISTRARS),
    tags,
    adsense: chance.happens(0.3) ? `pub-${chance.digits(16)}` : null,
    ownServers: chance.happens(0.25),
    certificate: chance.happens(0.35),
    icon: chance.happens(0.45) ? iconOf(chance) : null,
    mailbox: chance.happens(0.4) ? `contact@${getDomain(group.primary) ?? group.primary}` : null,
    phone: chance.happens(0.3) ? `+44 20 7${chance.digits(3)} ${chance.digits(4)}` : null,
  }
}

interface Placed {
  group: LabelledGroup
  domain: string
  habits: Habits
  supplier: Supplier | null
  all: readonly string[]
  chance: Chance
}

function domainFile(placed: Placed): DomainFile {
  const { group, domain, habits, supplier, chance } = placed
  const registrable = getDomain(domain) ?? domain
  const primary = getDomain(group.primary) ?? group.primary
  const servers = habits.ownServers
    ? [`ns1.${primary}`, `ns2.${primary}`]
    : [...(supplier?.servers ?? chance.pick(PROVIDER_SERVERS))]
  const dark = domain !== group.primary && chance.happens(DARK_SHARE)
  const address = `78.46.${128 + chance.whole(60)}.${1 + chance.whole(250)}`
  return {
    domain: registrable,
    registration: {
      registrar: habits.registrar,
      registrant: {
        organization: habits.name,
        name: 'Domain Administrator',
        country: 'GB',
        email: `domains@${primary}`,
      },
      privacy: chance.happens(0.9) ? habits.privacy : 'redacted',
      created: `20${10 + chance.whole(15)}-0${1 + chance.whole(9)}-1${chance.whole(9)}`,
    },
    dns: {
      [registrable]: { NS: servers, A: [address], TXT: ['v=spf1 -all'] },
      [domain]: { NS: servers, A: [address] },
      [`www.${domain}`]: { A: [address] },
    },
    http: dark ? {} : sitesOf(placed, primary),
    ct: certificatesOf(placed),
  }
}

function sitesOf(placed: Placed, primary: string): NonNullable<DomainFile['http']> {
  const { group, domain, chance } = placed
  if (group.obsolete.includes(domain) && chance.happens(0.9)) {
    const moved = { status: 301, headers: { location: `https://${group.primary}/` } }
    return Object.fromEntries(
      ['http', 'https'].flatMap((scheme) => [domain, `www.${domain}`].map((host) => [`${scheme}://${host}/*`, moved])),
    )
  }
  return expandSite(
    { home: `https://${domain}/`, server: 'nginx', headers: {}, charset: 'utf-8', pages: pagesOf(placed, primary) },
    domain,
  )
}

function pagesOf({ group, domain, habits, supplier, chance }: Placed, primary: string): Record<string, string> {
  const subsidiary = domain !== group.primary && chance.happens(SUBSIDIARY_SHARE)
  const holder = subsidiary ? `${brandOf(domain)} Services ${habits.form}` : habits.name
  const brand = brandOf(domain)
  const lot = chance.next()
  const copyright = lot < 0.5 ? holder : lot < 0.8 ? brand : null
  const partOf = subsidiary && chance.happens(0.75) ? `<p>${holder} is part of ${habits.name}.</p>` : ''
  const scripts = [
    ...habits.tags.filter(({ share }) => chance.happens(share)).map(({ script }) => script),
    ...(supplier === null ? [] : [supplier.script]),
  ].map((script) => `<script>${script}</script>`)
  const adsense = habits.adsense !== null && chance.happens(0.8) ? habits.adsense : null
  const contacts = [habits.mailbox, habits.phone].flatMap((contact) =>
    contact !== null && chance.happens(0.7)
      ? [contact.includes('@') ? `<a href="mailto:${contact}">${contact}</a>` : `<p>Phone: ${contact}</p>`]
      : [],
  )
  const legal = chance.happens(0.6)
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${brand}</title>${scripts.join('')}${adsense === null ? '' : `<script>ads({client:'ca-${adsense}'})</script>`}</head><body>`
  const footer = `<footer>${copyright === null ? '' : `<p>&copy; 2026 ${copyright}</p>`}${legal ? '<a href="/imprint">Imprint</a>' : ''}${supplier?.footer ?? ''}</footer></body></html>`
  const registry = subsidiary ? `HRB ${chance.digits(6)}` : habits.registry
  const adsLines = [
    adsense === null ? null : `google.com, ${adsense}, DIRECT, f08c47fec0942fa0`,
    supplier?.adsLine ?? null,
  ].filter((line) => line !== null)
  if (adsense !== null && chance.happens(0.4)) adsLines.push(`OWNERDOMAIN=${primary}`)
  const icon = habits.icon !== null && chance.happens(0.8) ? habits.icon : (supplier?.icon ?? null)
  return {
    '/': `${head}<h1>Welcome to ${brand}</h1><p>All about ${labelOf(domain)}.</p>${contacts.join('')}${partOf}${footer}`,
    ...(legal
      ? {
          '/imprint': `${head}<h1>Imprint</h1><p>${holder}, 1 Market Street, London</p><p>Amtsgericht Jena, ${registry}</p>${partOf}${footer}`,
        }
      : {}),
    ...(adsLines.length === 0 ? {} : { '/ads.txt': adsLines.join('\n') }),
    ...(group.declared && chance.happens(0.9)
      ? { '/.well-known/related-website-set.json': websiteSet(group, domain) }
      : {}),
    ...(icon === null ? {} : { '/favicon.ico': iconPage(icon) }),
  } as Record<string, string>
}

const iconPage = (icon: string): string =>
  ({ status: 200, headers: { 'content-type': 'image/x-icon' }, body_base64: icon }) as unknown as string

function websiteSet({ primary, domains }: LabelledGroup, domain: string): string {
  const members = domains.filter((other) => other !== primary).map((other) => `https://${other}`)
  return JSON.stringify({ primary: `https://${primary}`, ...(domain === primary ? { associatedSites: members } : {}) })
}

/** The group's own certificate, or one of a provider on which strangers stand together. */
function certificatesOf({ group, domain, habits, all, chance }: Placed): NonNullable<DomainFile['ct']> {
  const names = chance.happens(PROVIDER_CERTIFICATE_SHARE)
    ? [domain, ...chance.shuffled(all).slice(0, 3 + chance.whole(4))]
    : habits.certificate
      ? [domain, ...group.domains.filter((other) => other !== domain).slice(0, 5)]
      : [domain]
  const id = Number(chance.digits(10))
  return [
    {
      id,
      issuer_name: "C=US, O=Let's Encrypt, CN=R12",
      common_name: domain,
      name_value: [...new Set(names)].join('\n'),
      entry_timestamp: '2026-09-14T03:00:00.000',
      not_before: '2026-09-14T03:00:00',
      not_after: '2026-12-13T03:00:00',
      serial_number: String(id),
    },
  ]
}

/** Domains that were abandoned or never used and point at a famous stranger. */
function strayRedirects(files: Map<string, DomainFile>, groups: readonly LabelledGroup[], chance: Chance): void {
  const candidates = groups.flatMap(({ primary, domains }) =>
    domains.filter((domain) => domain !== primary && files.has(domain)),
  )
  for (const domain of chance
    .shuffled(candidates)
    .slice(0, Math.ceil((candidates.length * STRAY_REDIRECTS_PERCENT) / 100))) {
    const stranger = chance.pick(groups.filter(({ domains }) => !domains.includes(domain)))
    const file = files.get(domain)
    if (file === undefined) continue
    const moved = { status: 302, headers: { location: `https://${stranger.primary}/` } }
    file.http = { [`http://${domain}/*`]: moved, [`https://${domain}/*`]: moved }
  }
}
