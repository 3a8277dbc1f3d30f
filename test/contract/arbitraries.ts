import fc from 'fast-check'
import type { SchemaObject } from 'openapi3-ts/oas31'
import type { Operation } from '../../workers/openapi/document.ts'
import { resolved, type Schema } from '../../workers/openapi/examples.ts'
import { schemas } from './document.ts'

/** A request to the API. Its credential is valid ("good"), missing or wrong. */
export type WireRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  credential: 'good' | 'none' | 'wrong'
}

/** Values that exist, such as ids of jobs. Keys are the names of request fields or parameters. */
export type Pool = Record<string, readonly string[]>

const TEXT_CHARACTERS_MAX = 40
const LIST_ITEMS_MAX = 4
const ONLY_SANDBOX: Pool = { domain: ['test-corp.sandbox.example', 'test-unknown.sandbox.example'] }

const HOSTILE_TEXT = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202egnp.exe',
  '\ufeff',
  "' or 1=1 --",
  '"; drop table jobs; --',
  '%s%n%x',
  '{{7*7}}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '1e400',
  '99999999999999999999',
  '0x10',
  '2026-13-45T99:99:99Z',
  '0000-01-01T00:00:00.000Z',
  'https://example.com/path',
  'http://127.0.0.1/',
  'http://[::1]:8080/',
  'javascript:alert(1)',
  'x'.repeat(300),
  '😀'.repeat(70),
  'job_00000000000000000000000000',
  'job_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  'tpl_01jz3c9m4wf5h8x2q6t7v0n1ke',
  'Job_01JZ3C9M4WF5H8X2Q6T7V0N1KE',
]
const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXT),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const oddValue = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    -(2 ** 31) - 1,
    1e300,
    [],
    {},
    [[]],
    [null],
    { a: {} },
  ),
)
const HOSTILE_BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '0',
  '{"domain":1e400}',
  '{"domain":"a","domain":"b"}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"domain":"\\ud800"}',
  '{"name":"\\u0000","fields":["\\u0000"]}',
  '\u0000',
  '\ufeff{}',
  'domain=example.com',
  '['.repeat(20_000),
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
]

const pick = (values: readonly string[]) => fc.constantFrom(...values)

function textOf(schema: SchemaObject): fc.Arbitrary<unknown> {
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString())
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern, 'u'))
  const minLength = schema.minLength ?? 0
  return fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(schema.maxLength ?? 255, TEXT_CHARACTERS_MAX)),
  })
}

function objectOf(schema: SchemaObject, pool: Pool): fc.Arbitrary<unknown> {
  const { properties, required = [] } = schema
  if (properties === undefined || Object.keys(properties).length === 0)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  const fields = Object.entries(properties).map(([name, part]) => [
    name,
    validValue(part, pool, name),
  ])
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] })
}

/**
 * Creates valid values for a schema. If `pool` has values for the name of the field, uses these.
 */
export function validValue(schema: Schema, pool: Pool, name = ''): fc.Arbitrary<unknown> {
  const plain = resolved(schema, schemas)
  const known = pool[name]
  if (known !== undefined && known.length > 0) return pick(known)
  if (plain.const !== undefined) return fc.constant(plain.const)
  if (plain.enum !== undefined) return fc.constantFrom(...plain.enum)
  const choices = plain.anyOf ?? plain.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((part) => validValue(part, pool, name)))
  switch ([plain.type].flat()[0]) {
    case 'object':
      return objectOf(plain, pool)
    case 'array': {
      const minLength = plain.minItems ?? 0
      const item = validValue(plain.items ?? {}, pool, name.replace(/s$/, ''))
      return fc.array(item, { minLength, maxLength: Math.max(minLength, LIST_ITEMS_MAX) })
    }
    case 'string':
      return textOf(plain)
    case 'integer':
      return fc.integer({ min: plain.minimum ?? -(2 ** 31), max: plain.maximum ?? 2 ** 31 - 1 })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function nearly(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.constantFrom('drop', 'replace', 'add'), fc.nat(), oddValue)
    .map(([whole, how, place, odd]) => {
      if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return odd
      const names = Object.keys(whole)
      const name = names[place % Math.max(1, names.length)] ?? 'domain'
      const copy: Record<string, unknown> = { ...whole }
      if (how === 'drop') delete copy[name]
      else copy[how === 'add' ? 'unknown_field' : name] = odd
      return copy
    })
}

function bodyOf(
  operation: Operation,
  pool: Pool,
): fc.Arbitrary<{ type: string; text: string } | null> {
  const content = operation.requestBody?.content
  if (content === undefined) return fc.constant(null)
  const schema = content['application/json']?.schema ?? {}
  const valid = validValue(schema, pool)
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((inner) => ({ type: 'application/json', text: JSON.stringify(inner) ?? '' }))
  return fc.oneof(
    { weight: 5, arbitrary: json(valid) },
    { weight: 5, arbitrary: json(nearly(valid)) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...HOSTILE_BODIES)
        .map((text) => ({ type: 'application/json', text })),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constantFrom(
          'text/csv',
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json; charset=latin1',
          '/',
        ),
        text: fc.oneof(hostileText, fc.constant('domain\ntest-corp.sandbox.example\n\u0000\n')),
      }),
    },
  )
}

/**
 * A lone surrogate (half of a UTF-16 character) becomes invalid UTF-8 bytes. Some clients send such
 * bytes, so the service must handle them.
 */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

const isHeaderText = (text: string) => /^[\x20-\x7e]{0,400}$/.test(text)

function parametersOf(operation: Operation, pool: Pool) {
  const listed = (operation.parameters ?? []).flatMap((parameter) =>
    'schema' in parameter ? [parameter] : [],
  )
  const value = (name: string, schema: Schema, hostileWeight: number) =>
    fc.oneof(
      { weight: 6, arbitrary: validValue(schema, pool, name) },
      {
        weight: hostileWeight,
        arbitrary: fc.oneof(hostileText, fc.constantFrom('%', '%zz', '%00', '%ff%fe')),
      },
    )
  const among = (place: string) =>
    fc.record(
      Object.fromEntries(
        listed
          .filter((one) => one.in === place)
          .map((one) => [one.name, value(one.name, one.schema ?? {}, place === 'path' ? 3 : 2)]),
      ),
      place === 'path' ? {} : { requiredKeys: [] },
    )
  return fc.record({ path: among('path'), query: among('query'), header: among('header') })
}

const RAW_ESCAPES = new Set(['%', '%zz', '%00', '%ff%fe'])
const escaped = (value: unknown) =>
  typeof value === 'string' && RAW_ESCAPES.has(value)
    ? value
    : encoded(value).replace(/^\.{1,2}$/, '%2E')

export function requestsTo(
  method: string,
  template: string,
  operation: Operation,
  pool: Pool,
): fc.Arbitrary<WireRequest> {
  const everything = { ...ONLY_SANDBOX, ...pool }
  return fc
    .record({
      parameters: parametersOf(operation, everything),
      body: bodyOf(operation, everything),
      credential: fc.constantFrom(
        'good',
        'good',
        'good',
        'good',
        'good',
        'good',
        'good',
        'none',
        'wrong',
      ),
      accept: fc.constantFrom(
        '*/*',
        'application/json',
        'application/toon',
        'text/html',
        'application/toon;q=0.5, */*;q=0.1',
        ';;,,q=',
      ),
      requestId: fc.option(fc.constantFrom('fuzz-request-0001', 'short', "' or 1=1 --"), {
        nil: undefined,
        freq: 3,
      }),
      key: fc.option(fc.oneof(fc.constantFrom('one', 'two', ' ', 'k'.repeat(300)), fc.uuid()), {
        nil: undefined,
        freq: 3,
      }),
    })
    .map(({ parameters, body, credential, accept, requestId, key }) => {
      const path = template.replace(
        /\{([^}]+)\}/g,
        (_, name: string) => escaped(parameters.path[name]) || '%20',
      )
      const query = Object.entries(parameters.query).map(
        ([name, value]) => `${name}=${escaped(value)}`,
      )
      const sent = Object.entries(parameters.header).flatMap(([name, value]) =>
        typeof value === 'string' && isHeaderText(value) ? [[name, value]] : [],
      )
      return {
        method: method.toUpperCase(),
        path: path + (query.length === 0 ? '' : `?${query.join('&')}`),
        credential: credential as WireRequest['credential'],
        headers: {
          accept,
          ...Object.fromEntries(sent),
          ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(body === null ? {} : { 'content-type': body.type }),
        },
        ...(body === null ? {} : { body: body.text }),
      }
    })
}
