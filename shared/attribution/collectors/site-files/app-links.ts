import type { HttpProbeEvidence } from '../../page-evidence.ts'

type AppLinks = NonNullable<HttpProbeEvidence['app_links']>

const VALUES_MAX = 30
const NODES_MAX = 5_000

/**
 * Reads Google's assetlinks.json and Apple's apple-app-site-association, whose app ids are "team
 * id.bundle id". Null when neither file has an id.
 */
export function parseAppLinks(
  assetLinks: string | null,
  appleAssociation: string | null,
): AppLinks | null {
  const links: AppLinks = { android_packages: [], android_certificates: [], apple_team_ids: [] }
  const keep = (list: string[], value: string): void => {
    if (list.length < VALUES_MAX && !list.includes(value)) list.push(value)
  }
  for (const text of textsIn(jsonOf(assetLinks))) {
    if (text.under === 'package_name' && /^[A-Za-z][\w.]{2,150}$/u.test(text.value))
      keep(links.android_packages, text.value)
    if (/^(?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$/u.test(text.value))
      keep(links.android_certificates, text.value.toUpperCase())
  }
  for (const text of textsIn(jsonOf(appleAssociation))) {
    const team = /^([A-Z0-9]{10})\.[A-Za-z0-9][\w.*-]{1,150}$/u.exec(text.value)?.[1]
    if (team !== undefined) keep(links.apple_team_ids, team)
  }
  return Object.values(links).every((list) => list.length === 0) ? null : links
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function textsIn(root: unknown): { under: string; value: string }[] {
  const found: { under: string; value: string }[] = []
  const waiting: { under: string; value: unknown }[] = [{ under: '', value: root }]
  for (let index = 0; index < waiting.length && index < NODES_MAX; index += 1) {
    const { under, value } = waiting[index] ?? { under: '', value: null }
    if (typeof value === 'string') found.push({ under, value })
    else if (Array.isArray(value))
      for (const part of value.slice(0, NODES_MAX)) waiting.push({ under, value: part })
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) waiting.push({ under: name, value: part })
  }
  return found
}
