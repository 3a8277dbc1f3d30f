import { cleanName } from '../attribution/names/entity-names.ts'
import { digestOf } from '../platform/crypto/canonical-json.ts'
import type { Facts } from './fingerprint.ts'
import type { ShownFingerprint } from './monitor.ts'

export async function showFingerprint(facts: Facts): Promise<ShownFingerprint> {
  const shown = {
    registrar: facts.registrar ?? null,
    registrant: facts.registrant === undefined ? null : cleanName(facts.registrant) || null,
    registered_at: facts.registered_at ?? null,
    expires_at: facts.expires_at ?? null,
    locks: facts.locks ?? null,
    nameservers: facts.nameservers ?? null,
    primary_nameserver: facts.primary_nameserver ?? null,
    mail: facts.mail ?? null,
    redirect: facts.redirect ?? null,
    alias: facts.alias ?? null,
    networks: facts.networks ?? null,
    parked: facts.parked ?? null,
    certificate_organization: facts.certificate_organization ?? null,
  }
  return { digest: await digestOf(shown), ...shown }
}
