import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseDate } from '../../shared/attribution/collectors/registration/dates.ts'
import { leadingHosts } from '../../shared/attribution/collectors/registration/host-names.ts'
import { bareRecord } from '../../shared/attribution/collectors/registration/merge-records.ts'
import type { RegistrationRecord } from '../../shared/attribution/registration-record.ts'

/** WHOIS parser of a public library. It is wrapped so that it returns our record type. */
export type RivalParser = (domain: string, server: string, response: string) => RegistrationRecord

interface RdapperContact {
  type?: string
  name?: string
  organization?: string
}

interface RdapperRecord {
  isRegistered: boolean
  registrar?: { name?: string }
  creationDate?: string
  updatedDate?: string
  expirationDate?: string
  nameservers?: { host: string }[]
  contacts?: RdapperContact[]
}

interface RdapperInternals {
  normalizeWhois(domain: string, tld: string, text: string, server: string): RdapperRecord
  detectWhoisRefusal(text: string): string | undefined
}

const require = createRequire(import.meta.url)

/**
 * The package rdapper does not export its parser, so a copy of its file with more exports is
 * imported.
 */
async function rdapperInternals(): Promise<RdapperInternals> {
  const entry = join(dirname(require.resolve('rdapper/package.json')), 'dist/index.mjs')
  const folder = join(
    dirname(require.resolve('rdapper/package.json')),
    '../.cache/registration-rivals',
  )
  mkdirSync(folder, { recursive: true })
  const copy = join(folder, 'rdapper.mjs')
  writeFileSync(
    copy,
    `${readFileSync(entry, 'utf8')}\nexport { normalizeWhois, detectWhoisRefusal }\n`,
  )
  return (await import(pathToFileURL(copy).href)) as RdapperInternals
}

function text(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first.trim().length > 0 ? first.trim() : null
}

export async function rdapperParser(): Promise<RivalParser> {
  const { normalizeWhois, detectWhoisRefusal } = await rdapperInternals()
  return (domain, server, response) => {
    const refused = detectWhoisRefusal(response)
    if (refused !== undefined) return bareRecord(domain, 'whois', [server], 'throttled')
    const read = normalizeWhois(domain, domain.split('.').at(-1) ?? '', response, server)
    const owner = read.contacts?.find(({ type }) => type === 'registrant')
    return {
      ...bareRecord(domain, 'whois', [server], read.isRegistered ? 'registered' : 'not_found'),
      registrant: {
        organization: owner?.organization ?? null,
        name: owner?.name ?? null,
        country: null,
        email_domain: null,
      },
      registrar: {
        name: read.registrar?.name ?? null,
        iana_id: null,
        url: null,
        abuse_email: null,
        abuse_phone: null,
      },
      name_servers: (read.nameservers ?? []).map(({ host }) => host.toLowerCase()),
      created_at: read.creationDate ?? null,
      updated_at: read.updatedDate ?? null,
      expires_at: read.expirationDate ?? null,
    }
  }
}

/**
 * Wraps the parser of the library whoiser. The library names fields as each registry does, so the
 * wrapper looks for the most common names.
 */
export function whoiserParser(): RivalParser {
  const { parseDomainWhois } = require('whoiser/src/parsers.js') as {
    parseDomainWhois(domain: string, text: string): Record<string, unknown>
  }
  return (domain, server, response) => {
    const read = parseDomainWhois(domain, response)
    const first = (...labels: string[]): string | null =>
      labels.map((label) => text(read[label])).find((value) => value !== null) ?? null
    const hosts = Array.isArray(read['Name Server'])
      ? read['Name Server'].flatMap((value) => leadingHosts(String(value)))
      : []
    const registrar = first('Registrar', 'Registrar Name')
    const created = first('Created Date')
    const registered = hosts.length > 0 || registrar !== null || created !== null
    return {
      ...bareRecord(domain, 'whois', [server], registered ? 'registered' : 'not_found'),
      registrant: {
        organization: first('Registrant Organization', 'owner-organization', 'Registrant', 'org'),
        name: first('Registrant Name', 'owner-name', 'owner', 'person'),
        country: null,
        email_domain: null,
      },
      registrar: {
        name: registrar,
        iana_id: null,
        url: null,
        abuse_email: null,
        abuse_phone: null,
      },
      name_servers: [...new Set(hosts)],
      created_at: parseDate(created ?? ''),
      updated_at: parseDate(first('Updated Date') ?? ''),
      expires_at: parseDate(first('Expiry Date') ?? ''),
    }
  }
}
