import type { AddressEntry } from './domain-file.ts'
import type { LegalEntity } from './gleif.ts'
import { listedCompany } from './listed-companies.ts'
import { NETWORKS } from './networks.ts'
import { World } from './world.ts'

const GENERATED_WORLDS_MAX = 128

/** The loaded world and, around it, the companies that are made up when somebody asks for them. */
export class Contents {
  readonly world = new World()
  /** Bootstrap files given beside the domain folder, by name: they are served as they are. */
  readonly served = new Map<string, unknown>()
  /** The LEI register, by LEI. */
  readonly legalEntities = new Map<string, LegalEntity>()
  readonly #generated = new Map<string, World>()

  /** The world that knows `name`: a made-up company's own small one, else the loaded one. */
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

  /** The holder of an autonomous system, from the files' addresses or the table of networks. */
  autonomousSystem(asn: number): AddressEntry | null {
    const known = this.world.systems.get(asn)
    if (known) return known
    const network = NETWORKS.find((entry) => entry.asn === asn)
    return network ? { ...network, ptr: null } : null
  }

  /** Every network that some address or the table of networks names, once a prefix. */
  holders(): Pick<AddressEntry, 'asn' | 'prefix' | 'registry'>[] {
    const byPrefix = new Map<string, Pick<AddressEntry, 'asn' | 'prefix' | 'registry'>>()
    for (const entry of [...NETWORKS, ...this.world.addresses.values()]) byPrefix.set(entry.prefix, entry)
    return [...byPrefix.values()]
  }
}
