import type { AddressEntry } from './domain-file.ts'
import type { LegalEntity } from './gleif.ts'
import { listedCompany } from './listed-companies.ts'
import { NETWORKS } from './networks.ts'
import { World } from './world.ts'

const GENERATED_WORLDS_MAX = 128

/**
 * All data of the simulated internet. A generated company is made when a request first names its
 * domain.
 */
export class Contents {
  readonly world = new World()
  /** RDAP bootstrap files by file name. They are served unchanged. */
  readonly served = new Map<string, unknown>()
  readonly legalEntities = new Map<string, LegalEntity>()
  readonly #generated = new Map<string, World>()

  around(name: string): World {
    const domain = name.split('.').slice(-2).join('.')
    if (!domain.startsWith('listed-') || this.world.domains.has(domain)) return this.world
    const kept = this.#generated.get(domain)
    if (kept) return kept
    const file = listedCompany(domain)
    if (!file) return this.world
    const small = new World()
    small.add(file)
    if (this.#generated.size >= GENERATED_WORLDS_MAX) {
      const oldest = this.#generated.keys().next().value
      if (oldest !== undefined) this.#generated.delete(oldest)
    }
    this.#generated.set(domain, small)
    return small
  }

  autonomousSystem(asn: number): AddressEntry | null {
    const known = this.world.systems.get(asn)
    if (known) return known
    const network = NETWORKS.find((entry) => entry.asn === asn)
    return network ? { ...network, ptr: null } : null
  }

  holders(): Pick<AddressEntry, 'asn' | 'prefix' | 'registry'>[] {
    const byPrefix = new Map<string, Pick<AddressEntry, 'asn' | 'prefix' | 'registry'>>()
    for (const entry of [...NETWORKS, ...this.world.addresses.values()])
      byPrefix.set(entry.prefix, entry)
    return [...byPrefix.values()]
  }
}
