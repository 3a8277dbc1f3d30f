import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Contents } from './contents.ts'
import { LegalEntity } from './gleif.ts'

const Portfolios = z.record(z.string(), z.array(z.string()))
const DomainServices = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
})
const WhoisHosts = z.record(z.string(), z.string())
const BOOTSTRAP_FOLDER = path.join('..', 'bootstrap', 'served')

/**
 * Reads the test data of a folder: one file for each domain, three optional files for shared data,
 * and RDAP bootstrap files from `../bootstrap/served`.
 * Throws an error with the file name if a file is invalid.
 */
export async function loadFolder(contents: Contents, folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  await loadBootstrap(contents, path.join(folder, BOOTSTRAP_FOLDER))
  for (const name of names.filter((each) => !each.startsWith('_'))) {
    await load(path.join(folder, name), (value) => contents.world.add(value))
  }
  const special: Record<string, (value: unknown) => void> = {
    '_infra.json': (value) => contents.world.addInfrastructure(value),
    '_reverse-whois.json': (value) => {
      for (const [organization, domains] of Object.entries(Portfolios.parse(value))) {
        contents.world.addToPortfolio(organization, domains)
      }
    },
    '_legal-entities.json': (value) => {
      for (const entity of z.array(LegalEntity).parse(value))
        contents.legalEntities.set(entity.lei, entity)
    },
  }
  for (const name of names) {
    const take = special[name]
    if (take) await load(path.join(folder, name), take)
  }
}

async function loadBootstrap(contents: Contents, folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  if (names.includes('dns.json')) {
    const services = await readJson(path.join(folder, 'dns.json'))
    for (const [tlds, bases] of DomainServices.parse(services).services) {
      const rdap = bases.find((base) => base.startsWith('https:')) ?? bases[0] ?? null
      for (const tld of tlds) {
        contents.world.setTopLevelDomain(tld, {
          rdap,
          whois: contents.world.topLevelDomains.get(tld)?.whois ?? null,
        })
      }
    }
    withdrawOthers(
      contents,
      new Set(DomainServices.parse(services).services.flatMap(([tlds]) => tlds)),
    )
  }
  if (names.includes('whois.json')) {
    const hosts = WhoisHosts.parse(await readJson(path.join(folder, 'whois.json')))
    for (const [tld, whois] of Object.entries(hosts)) {
      contents.world.setTopLevelDomain(tld, {
        rdap: contents.world.topLevelDomains.get(tld)?.rdap ?? null,
        whois,
      })
    }
  }
  for (const name of ['asn.json', 'ipv4.json', 'ipv6.json']) {
    if (names.includes(name)) contents.served.set(name, await readJson(path.join(folder, name)))
  }
}

/**
 * Removes the RDAP server of each top-level domain that is not in the bootstrap file. Clients on
 * the real internet would not find such a server.
 */
function withdrawOthers(contents: Contents, listed: Set<string>): void {
  for (const [tld, services] of contents.world.topLevelDomains) {
    if (!listed.has(tld)) contents.world.setTopLevelDomain(tld, { ...services, rdap: null })
  }
}

async function load(file: string, take: (value: unknown) => unknown): Promise<void> {
  try {
    take(await readJson(file))
  } catch (error) {
    throw new Error(
      `${file} is not a domain file: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}
