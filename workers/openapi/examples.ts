import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31'

export type Schema = SchemaObject | ReferenceObject
export type Schemas = Record<string, Schema>

const ID = '01jz3c9m4wf5h8x2q6t7v0n1ke'

const BY_NAME: Record<string, string | number | boolean> = {
  job_id: `job_${ID}`,
  key_id: `key_${ID}`,
  bulk_job_id: `blk_${ID}`,
  correlation_id: `cor_${ID}`,
  delivery_id: `dlv_${ID}`,
  entity_id: `ent_${ID}`,
  template_id: `tpl_${ID}`,
  user_id: `usr_${ID}`,
  entry_id: `led_${ID}`,
  certificate_id: `crt_${ID}`,
  name: 'Example',
  domain: 'example.com',
  entity: 'Example Corporation',
  email: 'person@example.com',
  url: 'https://receiver.example.com/attribution',
  callback_url: 'https://receiver.example.com/attribution',
  success_url: 'https://app.example.com/paid',
  cancel_url: 'https://app.example.com/cancelled',
  checkout_url: 'https://checkout.stripe.com/c/pay/cs_example',
  portal_url: 'https://billing.stripe.com/p/session/bps_example',
  session_id: 'cs_example',
  stripe_customer_id: 'cus_example',
  stripe_subscription_id: 'sub_example',
  collector: 'rdap',
  signal: 'rdap_registrant_organization',
  observed: 'Example Corporation',
  summary: 'The registrant and the imprint both name Example Corporation.',
  rationale: 'The registrant and the imprint name it.',
  message: 'The analysis could not be finished in time.',
  code: 'ANALYSIS_FAILED',
  confidence: 0.97,
  percent: 100,
  provider: 'anthropic',
  api_key: 'sk-ant-example-0000',
  pack: 'pack_100',
  version: '0.1.0',
  commit: '4f1c2d9',
  token: 'pkce_3f9a0c',
  limit: 20,
  offset: 0,
  has_more: false,
}

const INSTANT = '2026-11-20T12:00:00.000Z'
const DIGEST = '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8'

function textFor(name: string, { format, pattern }: SchemaObject): string {
  if (format === 'date-time' || /(^|_)(before|cursor)$/.test(name)) return INSTANT
  if (format === 'uri') return 'https://app.example.com/example'
  if (format === 'date') return INSTANT.slice(0, 10)
  return pattern?.includes('[0-9a-f]{64}') ? DIGEST : 'text'
}

export function resolved(schema: Schema, schemas: Schemas): SchemaObject {
  const { $ref, ...inPlace } = schema
  return $ref === undefined
    ? inPlace
    : resolved(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
}

/** The same schema gets the same example. Redocly checks that each example matches its schema. */
export function exampleOf(schema: Schema, schemas: Schemas, name = ''): unknown {
  const plain = resolved(schema, schemas)
  const {
    example,
    enum: values,
    anyOf: [choice] = [],
    properties = {},
    items = {},
    prefixItems = [items],
  } = plain
  const [type] = [plain.type].flat()
  const known = BY_NAME[name]
  if (example !== undefined) return example
  if (
    typeof known === (type === 'integer' ? 'number' : type) &&
    (values ?? [known]).includes(known)
  )
    return known
  if (values !== undefined) return values[0]
  if (choice !== undefined) return exampleOf(choice, schemas, name)
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).map(([field, part]) => [field, exampleOf(part, schemas, field)]),
      )
    case 'array':
      return prefixItems.map((part) => exampleOf(part, schemas, name.replace(/s$/, '')))
    case 'string':
      return textFor(name, plain)
    case 'integer':
      return 1
    case 'number':
      return plain.maximum === undefined ? 1 : plain.maximum / 2
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return {}
  }
}
