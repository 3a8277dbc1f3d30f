import { getDomain } from 'tldts'
import type { DomainFile } from '../internet/domain-file.ts'
import { expandSite } from '../internet/site.ts'
import type { LabelledGroup } from './correlation-groups.ts'
import { type Chance, chanceOf } from './random.ts'

/**
 * Properties of all sites of one operator. They are drawn once for each operator, because a company
 * decides them for all its sites.
 */
interface GroupProperties {
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
const UNREACHABLE_SHARE = 0.05
const SUBSIDIARY_SHARE = 0.1
const PROVIDER_CERTIFICATE_SHARE = 0.06
const WRONG_REDIRECTS_PERCENT = 1

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const labelOf = (domain: string): string => (getDomain(domain) ?? domain).split('.')[0] ?? domain
const brandOf = (domain: string): string => labelOf(domain).split('-').map(capital).join(' ')

/**
 * Builds the sites of the groups. Domains of one group share values. Unrelated domains also share
 * some, for example because they have the same web agency, site theme or hosting provider.
 */
export function worldOf(groups: readonly LabelledGroup[], seed: string): DomainFile[] {
  const suppliers = Array.from({ length: SUPPLIERS }, (_, index) =>
    supplierOf(chanceOf(`${seed} supplier ${index}`), index),
  )
  const files = new Map<string, DomainFile>()
  const all = groups.flatMap(({ domains }) => domains)
  groups.forEach((group, index) => {
    const chance = chanceOf(`${seed} group ${group.primary}`)
    const properties = propertiesOf(group, chance)
    const supplier = chance.happens(CUSTOMER_SHARE)
      ? (suppliers[index % suppliers.length] ?? null)
      : null
    for (const domain of group.domains)
      addTo(
        files,
        domainFile({
          group,
          domain,
          properties,
          supplier,
          all,
          chance: chanceOf(`${seed} domain ${domain}`),
        }),
      )
  })
  addWrongRedirects(files, groups, chanceOf(`${seed} stray`))
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
    servers: chance.happens(0.4)
      ? [`ns1.smallhost${index}.net`, `ns2.smallhost${index}.net`]
      : null,
  }
}

const iconOf = (chance: Chance): string =>
  Buffer.from(`icon ${chance.code(400)}`).toString('base64')

function propertiesOf(group: LabelledGroup, chance: Chance): GroupProperties {
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
  const draw = chance.next()
  return {
    name: `${brandOf(group.primary)} ${chance.pick(TRADES)} ${form}`,
    form,
    registry: `HRB ${chance.digits(6)}`,
    privacy: draw < 0.4 ? 'shown' : draw < 0.85 ? 'redacted' : 'proxy',
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

interface DomainContext {
  group: LabelledGroup
  domain: string
  properties: GroupProperties
  supplier: Supplier | null
  all: readonly string[]
  chance: Chance
}

function domainFile(context: DomainContext): DomainFile {
  const { group, domain, properties, supplier, chance } = context
  const registrable = getDomain(domain) ?? domain
  const primary = getDomain(group.primary) ?? group.primary
  const servers = properties.ownServers
    ? [`ns1.${primary}`, `ns2.${primary}`]
    : [...(supplier?.servers ?? chance.pick(PROVIDER_SERVERS))]
  const unreachable = domain !== group.primary && chance.happens(UNREACHABLE_SHARE)
  const address = `78.46.${128 + chance.whole(60)}.${1 + chance.whole(250)}`
  return {
    domain: registrable,
    registration: {
      registrar: properties.registrar,
      registrant: {
        organization: properties.name,
        name: 'Domain Administrator',
        country: 'GB',
        email: `domains@${primary}`,
      },
      privacy: chance.happens(0.9) ? properties.privacy : 'redacted',
      created: `20${10 + chance.whole(15)}-0${1 + chance.whole(9)}-1${chance.whole(9)}`,
    },
    dns: {
      [registrable]: { NS: servers, A: [address], TXT: ['v=spf1 -all'] },
      [domain]: { NS: servers, A: [address] },
      [`www.${domain}`]: { A: [address] },
    },
    http: unreachable ? {} : sitesOf(context, primary),
    ct: certificatesOf(context),
  }
}

function sitesOf(context: DomainContext, primary: string): NonNullable<DomainFile['http']> {
  const { group, domain, chance } = context
  if (group.obsolete.includes(domain) && chance.happens(0.9)) {
    const moved = { status: 301, headers: { location: `https://${group.primary}/` } }
    return Object.fromEntries(
      ['http', 'https'].flatMap((scheme) =>
        [domain, `www.${domain}`].map((host) => [`${scheme}://${host}/*`, moved]),
      ),
    )
  }
  return expandSite(
    {
      home: `https://${domain}/`,
      server: 'nginx',
      headers: {},
      charset: 'utf-8',
      pages: pagesOf(context, primary),
    },
    domain,
  )
}

function pagesOf(
  { group, domain, properties, supplier, chance }: DomainContext,
  primary: string,
): Record<string, string> {
  const subsidiary = domain !== group.primary && chance.happens(SUBSIDIARY_SHARE)
  const holder = subsidiary ? `${brandOf(domain)} Services ${properties.form}` : properties.name
  const brand = brandOf(domain)
  const draw = chance.next()
  const copyright = draw < 0.5 ? holder : draw < 0.8 ? brand : null
  const partOf =
    subsidiary && chance.happens(0.75) ? `<p>${holder} is part of ${properties.name}.</p>` : ''
  const scripts = [
    ...properties.tags.filter(({ share }) => chance.happens(share)).map(({ script }) => script),
    ...(supplier === null ? [] : [supplier.script]),
  ].map((script) => `<script>${script}</script>`)
  const adsense = properties.adsense !== null && chance.happens(0.8) ? properties.adsense : null
  const contacts = [properties.mailbox, properties.phone].flatMap((contact) =>
    contact !== null && chance.happens(0.7)
      ? [
          contact.includes('@')
            ? `<a href="mailto:${contact}">${contact}</a>`
            : `<p>Phone: ${contact}</p>`,
        ]
      : [],
  )
  const legal = chance.happens(0.6)
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${brand}</title>${scripts.join('')}${adsense === null ? '' : `<script>ads({client:'ca-${adsense}'})</script>`}</head><body>`
  const footer = `<footer>${copyright === null ? '' : `<p>&copy; 2026 ${copyright}</p>`}${legal ? '<a href="/imprint">Imprint</a>' : ''}${supplier?.footer ?? ''}</footer></body></html>`
  const registry = subsidiary ? `HRB ${chance.digits(6)}` : properties.registry
  const adsLines = [
    adsense === null ? null : `google.com, ${adsense}, DIRECT, f08c47fec0942fa0`,
    supplier?.adsLine ?? null,
  ].filter((line) => line !== null)
  if (adsense !== null && chance.happens(0.4)) adsLines.push(`OWNERDOMAIN=${primary}`)
  const icon =
    properties.icon !== null && chance.happens(0.8) ? properties.icon : (supplier?.icon ?? null)
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
  ({
    status: 200,
    headers: { 'content-type': 'image/x-icon' },
    body_base64: icon,
  }) as unknown as string

function websiteSet({ primary, domains }: LabelledGroup, domain: string): string {
  const members = domains.filter((other) => other !== primary).map((other) => `https://${other}`)
  return JSON.stringify({
    primary: `https://${primary}`,
    ...(domain === primary ? { associatedSites: members } : {}),
  })
}

function certificatesOf({
  group,
  domain,
  properties,
  all,
  chance,
}: DomainContext): NonNullable<DomainFile['ct']> {
  const names = chance.happens(PROVIDER_CERTIFICATE_SHARE)
    ? [domain, ...chance.shuffled(all).slice(0, 3 + chance.whole(4))]
    : properties.certificate
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

function addWrongRedirects(
  files: Map<string, DomainFile>,
  groups: readonly LabelledGroup[],
  chance: Chance,
): void {
  const candidates = groups.flatMap(({ primary, domains }) =>
    domains.filter((domain) => domain !== primary && files.has(domain)),
  )
  for (const domain of chance
    .shuffled(candidates)
    .slice(0, Math.ceil((candidates.length * WRONG_REDIRECTS_PERCENT) / 100))) {
    const unrelated = chance.pick(groups.filter(({ domains }) => !domains.includes(domain)))
    const file = files.get(domain)
    if (file === undefined) continue
    const moved = { status: 302, headers: { location: `https://${unrelated.primary}/` } }
    file.http = { [`http://${domain}/*`]: moved, [`https://${domain}/*`]: moved }
  }
}
