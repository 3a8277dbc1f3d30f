import { FACT_NAMES, type FactName, type Facts, valueKey } from './fingerprint.ts'
import type { ConfirmedChange } from './judge-reading.ts'
import type { Kind } from './kinds.ts'
import type { ChangeDiff, ChangeEvidence } from './monitor.ts'

export const NO_DIFF: ChangeDiff = {
  operator: null,
  registrant: null,
  registrar: null,
  nameservers: null,
  redirect: null,
  status: null,
  expires_at: null,
}

const SOURCES: Readonly<Record<FactName, string>> = {
  dropped: 'DNS and registry',
  registrar: 'registration: registrar',
  registrant: 'registration: registrant',
  registered_at: 'registration: registered',
  expires_at: 'registration: expires',
  locks: 'registration: transfer locks',
  endings: 'registration: end of the registration',
  nameservers: 'DNS: name servers',
  primary_nameserver: 'DNS: primary name server',
  mail: 'DNS: mail servers',
  alias: 'DNS: CNAME',
  redirect: 'web: redirect',
  networks: 'networks of the addresses',
  parked: 'web: parked',
  certificate_organization: 'certificate: organization',
}

const moved = (
  before: Facts,
  after: Facts,
  name: 'registrant' | 'registrar' | 'redirect' | 'expires_at',
) =>
  after[name] === undefined || before[name] === after[name]
    ? null
    : { from: before[name] ?? null, to: after[name] ?? null }

function listMoved(before: Facts, after: Facts, name: 'nameservers' | 'locks' | 'endings') {
  const [old, value] = [before[name] ?? [], after[name]]
  if (value === undefined) return null
  return {
    added: value.filter((entry) => !old.includes(entry)),
    removed: old.filter((entry) => !value.includes(entry)),
  }
}

function statusMoved(before: Facts, after: Facts) {
  const [locks, endings] = [listMoved(before, after, 'locks'), listMoved(before, after, 'endings')]
  if (locks === null || endings === null) return locks ?? endings
  return {
    added: [...locks.added, ...endings.added],
    removed: [...locks.removed, ...endings.removed],
  }
}

/** Contains every fact that changed, also if the monitor does not watch its kind. */
export function diffOf({ before, after }: Pick<ConfirmedChange, 'before' | 'after'>): ChangeDiff {
  return {
    ...NO_DIFF,
    registrant: moved(before, after, 'registrant'),
    registrar: moved(before, after, 'registrar'),
    nameservers: listMoved(before, after, 'nameservers'),
    redirect: moved(before, after, 'redirect'),
    status: statusMoved(before, after),
    expires_at: moved(before, after, 'expires_at'),
  }
}

export const evidenceOf = ({ before, after, confirmedAt }: ConfirmedChange): ChangeEvidence[] =>
  FACT_NAMES.filter((name) => after[name] !== undefined).map((name) => ({
    source: SOURCES[name],
    before: valueKey(before[name]) || null,
    after: valueKey(after[name]) || null,
    collected_at: new Date(confirmedAt).toISOString(),
  }))

const FACTS_OF_KINDS: Partial<Record<Kind, readonly FactName[]>> = {
  registrant_changed: ['registrant'],
  registration_ending: ['endings'],
  domain_dropped: ['dropped'],
  domain_reregistered: ['registered_at'],
  transfer_lock_removed: ['locks'],
  registrar_changed: ['registrar'],
  nameservers_changed: ['nameservers'],
  redirect_changed: ['redirect'],
  parked: ['parked'],
  expires_soon: ['expires_at'],
  renewed: ['expires_at'],
  mail_changed: ['mail'],
  hosting_changed: ['networks', 'alias'],
  certificate_organization_changed: ['certificate_organization'],
  returned: FACT_NAMES,
}

/** If the customer calls a change expected, further changes with the same text are silenced. */
export const silenceKey = (kind: Kind, value: string): string => `${kind}=${value}`.slice(0, 300)

export const silenceKeysOf = (kinds: readonly Kind[], after: Facts): string[] =>
  kinds.map((kind) =>
    silenceKey(kind, (FACTS_OF_KINDS[kind] ?? []).map((name) => valueKey(after[name])).join('|')),
  )
