import { detached } from '../../../platform/net/response-body.ts'

/** RFC 9309, section 2.5: a crawler must read at least 500 KiB. */
export const ROBOTS_BYTES_MAX = 500 * 1024
const RULES_MAX = 2_000
const PATTERN_LENGTH_MAX = 500
// Limit of wildcards in a pattern, because an attacker could use many to make each comparison slow.
const WILDCARDS_MAX = 10

export interface RobotsRules {
  allows(path: string): boolean
}

export const EVERYTHING_ALLOWED: RobotsRules = { allows: () => true }
export const NOTHING_ALLOWED: RobotsRules = { allows: () => false }

interface Rule {
  allow: boolean
  pattern: string
}

/**
 * RFC 9309: the rules for `productToken` count, or those for "*" if there are none. The longest
 * matching pattern decides. If two are equally long, "allow" wins.
 */
export function parseRobots(text: string, productToken: string): RobotsRules {
  const own = productToken.toLowerCase()
  const rules: { own: Rule[]; any: Rule[] } = { own: [], any: [] }
  let group = { own: false, any: false }
  let named = false
  let agentLines = false
  for (const line of text.split(/\r\n|\r|\n/u, RULES_MAX * 4)) {
    const match = /^\s{0,20}([a-z-]{1,20})\s{0,20}:([^#]*)/iu.exec(
      line.slice(0, PATTERN_LENGTH_MAX + 40),
    )
    const field = match?.[1]?.toLowerCase()
    const value = (match?.[2] ?? '').trim()
    if (field === 'user-agent') {
      if (!agentLines) group = { own: false, any: false }
      agentLines = true
      const token = value.toLowerCase().split('/')[0] ?? ''
      if (token === '*') group.any = true
      if (token === own) group.own = named = true
      continue
    }
    if (field !== 'allow' && field !== 'disallow') continue
    agentLines = false
    if (value === '') continue
    const rule = { allow: field === 'allow', pattern: value.slice(0, PATTERN_LENGTH_MAX) }
    if (group.own && rules.own.length < RULES_MAX) rules.own.push(rule)
    if (group.any && rules.any.length < RULES_MAX) rules.any.push(rule)
  }
  return rulesOf(detached(named ? rules.own : rules.any))
}

function rulesOf(rules: readonly Rule[]): RobotsRules {
  return {
    allows(path) {
      let decision = { allow: true, length: -1 }
      for (const { allow, pattern } of rules) {
        if (pattern.length < decision.length || !matchesPattern(pattern, path)) continue
        if (pattern.length > decision.length || allow) decision = { allow, length: pattern.length }
      }
      return decision.allow
    },
  }
}

// Compares as in RFC 9309, section 2.2.3, but never goes back in the text, so a hostile pattern
// cannot take exponential time.
function matchesPattern(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$')
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*', WILDCARDS_MAX)
  const first = parts[0] ?? ''
  if (!path.startsWith(first)) return false
  let position = first.length
  for (const part of parts.slice(1)) {
    const found = path.indexOf(part, position)
    if (found < 0) return false
    position = found + part.length
  }
  if (!anchored) return true
  const last = parts.at(-1) ?? ''
  return parts.length === 1 ? position === path.length : path.endsWith(last)
}
