import { dateOrderOf, parseDate } from '../../shared/attribution/collectors/registration/dates.ts'
import {
  hostName,
  leadingHosts,
} from '../../shared/attribution/collectors/registration/host-names.ts'
import type { RegistrationRecord } from '../../shared/attribution/registration-record.ts'

type Outcome = RegistrationRecord['outcome']
type Json = Record<string, unknown>

/** A WHOIS response recorded by another open-source project, with the values that it expects. */
export interface WhoisRow {
  id: string
  server?: string
  tld?: string
  domain?: string
  case?: string
  outcome?: string
  raw: string
  raw_base64?: string
  expected?: Json | null
}

/**
 * Values that a parser should find. A field is null if the correct value is unknown, and an empty
 * list if the response has no value for it.
 */
export interface Expectation {
  domain: string
  registrant: string[] | null
  registrar: string[] | null
  name_servers: string[] | null
  created_at: string[] | null
  updated_at: string[] | null
  expires_at: string[] | null
  outcomes: Outcome[] | null
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function texts(...values: unknown[]): string[] {
  return values
    .flat()
    .filter((value): value is string => typeof value === 'string' && value.trim().length > 0)
}

function asserts(expected: Json, key: string): boolean {
  return key in expected && !(isObject(expected[key]) && 'error' in (expected[key] as Json))
}

function dates(expected: Json, ...keys: string[]): string[] | null {
  const key = keys.find(
    (name) => asserts(expected, name) && expected[name] !== null && expected[name] !== '',
  )
  if (key === undefined) return keys.some((name) => asserts(expected, name)) ? [] : null
  const written = texts(expected[key])
  const order = dateOrderOf(texts(Object.values(expected)))
  const parsed = written.map((text) => parseDate(text, order)).filter((date) => date !== null)
  return parsed.length > 0 ? parsed : null
}

function hosts(values: unknown): string[] {
  const names = (Array.isArray(values) ? values : []).map((value) =>
    isObject(value) ? value.name : value,
  )
  return texts(names).flatMap((name) => leadingHosts(name).slice(0, 1))
}

function domainInText(raw: string): string {
  const match =
    /(?:^|\n)[ \t]*(?:domain name|domain|complete domain name|query)[ .\t]*:?[ .\t]*([^\s:]+\.[^\s:.]+)/i.exec(
      raw,
    )
  return hostName(match?.[1] ?? '') ?? 'unknown.invalid'
}

const NOTHING: Expectation = {
  domain: 'unknown.invalid',
  registrant: null,
  registrar: null,
  name_servers: null,
  created_at: null,
  updated_at: null,
  expires_at: null,
  outcomes: null,
}

function ofLikexian(row: WhoisRow, expected: Json): Expectation {
  const domain = isObject(expected.domain) ? expected.domain : {}
  const registrant = isObject(expected.registrant) ? expected.registrant : {}
  const registrar = isObject(expected.registrar) ? expected.registrar : {}
  const written = { created_date: '', updated_date: '', expiration_date: '', ...domain }
  return {
    domain: row.domain ?? domainInText(row.raw),
    registrant: texts(registrant.organization, registrant.name),
    registrar: texts(registrar.name, registrar.organization),
    name_servers: hosts(domain.name_servers ?? []),
    created_at: dates(written, 'created_date'),
    updated_at: dates(written, 'updated_date'),
    expires_at: dates(written, 'expiration_date'),
    outcomes: ['registered'],
  }
}

function wepposOutcomes(expected: Json): Outcome[] | null {
  const { status } = expected
  if (expected['response_throttled?'] === true) return ['throttled']
  if (expected['response_unavailable?'] === true) return ['unavailable', 'throttled']
  if (expected['response_incomplete?'] === true) return ['unavailable']
  const reserved = status === 'reserved' || expected['reserved?'] === true
  if (reserved) return expected['registered?'] === true ? ['reserved', 'registered'] : ['reserved']
  if (status === 'invalid') return ['unavailable', 'reserved', 'not_found']
  if (status === 'unavailable') return ['reserved', 'unavailable']
  if (expected['available?'] === true) return ['not_found']
  return expected['registered?'] === true ? ['registered'] : null
}

function ofWeppos(row: WhoisRow, expected: Json): Expectation {
  const contacts = asserts(expected, 'registrant_contacts') ? expected.registrant_contacts : null
  const registrar = asserts(expected, 'registrar') ? expected.registrar : undefined
  const people = Array.isArray(contacts) ? contacts.filter(isObject) : []
  const names = isObject(registrar) ? texts(registrar.name, registrar.organization) : []
  return {
    domain: hostName(String(expected.domain ?? '')) ?? domainInText(row.raw),
    registrant: Array.isArray(contacts)
      ? people.flatMap((contact) => texts(contact.organization, contact.name))
      : null,
    registrar:
      registrar === undefined
        ? null
        : isObject(registrar) && names.length === 0
          ? texts(registrar.id)
          : names,
    name_servers: asserts(expected, 'nameservers') ? hosts(expected.nameservers) : null,
    created_at: dates(expected, 'created_on'),
    updated_at: dates(expected, 'updated_on'),
    expires_at: dates(expected, 'expires_on'),
    outcomes: wepposOutcomes(expected),
  }
}

function ofPhpWhois(row: WhoisRow, expected: Json): Expectation {
  return {
    domain: hostName(String(expected.domainName ?? '')) ?? domainInText(row.raw),
    registrant: texts(expected.owner),
    registrar: texts(expected.registrar),
    name_servers: hosts(expected.nameServers),
    created_at: dates(expected, 'creationDate'),
    updated_at: dates(expected, 'updatedDate'),
    expires_at: dates(expected, 'expirationDate'),
    outcomes: ['registered'],
  }
}

function ofPythonWhois(row: WhoisRow, expected: Json): Expectation {
  return {
    ...NOTHING,
    domain: row.domain ?? domainInText(row.raw),
    registrar: 'registrar' in expected ? texts(expected.registrar) : null,
    created_at: dates(expected, 'creation_date'),
    updated_at: dates(expected, 'updated_date'),
    expires_at: dates(expected, 'expiration_date'),
    outcomes: texts(expected.creation_date, expected.status).length > 0 ? ['registered'] : null,
  }
}

export function readExpectation(row: WhoisRow): Expectation {
  const { expected } = row
  if (!isObject(expected)) {
    const outcomes: Outcome[] | null =
      row.outcome === 'not_found' ? ['not_found'] : row.outcome === 'found' ? ['registered'] : null
    return { ...NOTHING, domain: row.domain ?? domainInText(row.raw), outcomes }
  }
  if ('domainName' in expected) return ofPhpWhois(row, expected)
  if (isObject(expected.domain) && !('error' in expected.domain)) return ofLikexian(row, expected)
  if ('domain_name' in expected) return ofPythonWhois(row, expected)
  return ofWeppos(row, expected)
}
