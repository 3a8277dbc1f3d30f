import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { parseDomain } from '../../shared/platform/domain-name.ts'

export interface LabelledGroup {
  primary: string
  domains: string[]
  /** Old domains of the operator that a newer domain has replaced. */
  obsolete: string[]
  /** True if the domains declare themselves as a related website set (a W3C proposal). */
  declared: boolean
}

const Site = z.string()
const WebsiteSets = z.object({
  sets: z.array(
    z.object({
      primary: Site,
      associatedSites: z.array(Site).default([]),
      serviceSites: z.array(Site).default([]),
      ccTLDs: z.record(z.string(), z.array(Site)).default({}),
    }),
  ),
})
const SharedCredentials = z.array(
  z.union([
    z.object({ shared: z.array(z.string()).min(2) }),
    z.object({
      from: z.array(z.string()).min(1),
      to: z.array(z.string()).min(1),
      fromDomainsAreObsoleted: z.boolean().default(false),
    }),
  ]),
)

const hostOf = (site: string): string => site.replace(/^https:\/\//u, '').replace(/\/$/u, '')

/**
 * Reads two public lists in the folder: `related_website_sets.json` and `shared_credentials.json`.
 * If two groups share a domain, they become one group.
 */
export async function readGroups(folder: string): Promise<LabelledGroup[]> {
  const json = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  const { sets } = WebsiteSets.parse(await json('related_website_sets.json'))
  const declared = sets.map(({ primary, associatedSites, serviceSites, ccTLDs }) =>
    groupOf(
      [primary, ...associatedSites, ...serviceSites, ...Object.values(ccTLDs).flat()].map(hostOf),
      [],
      true,
    ),
  )
  const credentials = SharedCredentials.parse(await json('shared_credentials.json')).map((entry) =>
    'shared' in entry
      ? groupOf(entry.shared, [], false)
      : groupOf(
          [...entry.to, ...entry.from],
          entry.fromDomainsAreObsoleted ? entry.from : [],
          false,
        ),
  )
  return joined([...declared, ...credentials]).filter(({ domains }) => domains.length > 1)
}

function groupOf(
  hosts: readonly string[],
  obsolete: readonly string[],
  declared: boolean,
): LabelledGroup {
  const domains = [...new Set(hosts)].filter((host) => parseDomain(host, 'sandbox.example').ok)
  return { primary: domains[0] ?? '', domains, obsolete: [...obsolete], declared }
}

function joined(groups: readonly LabelledGroup[]): LabelledGroup[] {
  const done: LabelledGroup[] = []
  for (const group of groups) {
    const same = done.find((other) =>
      other.domains.some((domain) => group.domains.includes(domain)),
    )
    if (same === undefined) done.push(group)
    else {
      same.domains = [...new Set([...same.domains, ...group.domains])]
      same.obsolete = [...same.obsolete, ...group.obsolete]
      same.declared ||= group.declared
    }
  }
  return done
}

const own = (declared: boolean, obsolete: string[], ...domains: string[]): LabelledGroup => ({
  primary: domains[0] ?? '',
  domains,
  obsolete,
  declared,
})

/** Invented groups. The evaluation uses them if no folder with real groups is given. */
export const OWN_GROUPS: readonly LabelledGroup[] = [
  own(
    false,
    [],
    'brunnholt.com',
    'brunnholt.de',
    'brunnholt.at',
    'brunnholt.ch',
    'brunnholt-shop.de',
  ),
  own(true, [], 'tidewaypress.com', 'harbourstandard.com', 'theoxbowtimes.com', 'tidewayjobs.com'),
  own(false, ['silverfernbank.com'], 'fernside.com', 'silverfernbank.com', 'fernsidepay.com'),
  own(false, [], 'quillandcask.co.uk', 'quillandcask.com', 'caskclub.co.uk'),
  own(
    true,
    [],
    'mapleroute.ca',
    'mapleroute.com',
    'trailandtent.ca',
    'campfirecooks.ca',
    'northboundgear.com',
  ),
  own(
    false,
    [],
    'osterlund.se',
    'osterlund.no',
    'osterlund.dk',
    'osterlund.fi',
    'osterlundgroup.com',
  ),
  own(false, [], 'pixelharvest.io', 'cropcanvas.app'),
  own(
    false,
    ['oldmarlowe.com', 'marlowe-online.com'],
    'marloweinsure.com',
    'oldmarlowe.com',
    'marlowe-online.com',
  ),
  own(
    false,
    [],
    'villarosa-hotels.it',
    'villarosa-roma.it',
    'villarosa-como.it',
    'palazzobelvento.it',
    'lidodelsole.it',
  ),
  own(true, [], 'sparkledeal.com', 'dealhatch.com', 'couponmeadow.com', 'bargainbrook.net'),
  own(false, [], 'kestrelgames.com', 'emberfall.com', 'skyhollow.net', 'kestrelid.com'),
  own(false, [], 'dentalhaus-nord.de', 'dentalhaus-sued.de'),
  own(false, [], 'greenlatch.org', 'latchfund.org', 'greenlatchacademy.org'),
  own(
    false,
    [],
    'orbitfreight.com',
    'orbitfreight.eu',
    'orbitfreight.pl',
    'orbittrack.com',
    'cargoloop.eu',
    'palletpoint.pl',
  ),
]
