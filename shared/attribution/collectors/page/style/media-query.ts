import { oneOf } from '../../../names/pattern-code.ts'
import { splitAt } from './css-syntax.ts'
import words from './css-words.json' with { type: 'json' }
import { pixels } from './lengths.ts'

/** Size of a desktop screen in pixels. Text that only telephones hide then counts as visible. */
const SCREEN = { width: 1_280, height: 900 } as const
const QUERIES_MAX = 20

// Features that an ordinary desktop browser does not have. A rule for one of them is ignored. A
// rule for any unknown feature applies, so that it can still hide a text.
const ABSENT = new RegExp(`^${oneOf(words.absentFeatures)}$`, 'u')

export function mediaApplies(query: string): boolean {
  const folded = query.toLowerCase().replace(/\s+/gu, ' ').trim()
  return folded === '' || splitAt(folded, ',', QUERIES_MAX).some((one) => oneApplies(one.trim()))
}

function oneApplies(query: string): boolean {
  const typed = /^(not |only )?([a-z]{1,20})(?: and (.{0,500}))?$/su.exec(query)
  if (typed === null) return conditionApplies(query, 0)
  const isShown = typed[2] === 'all' || typed[2] === 'screen'
  const applies = isShown && (typed[3] === undefined || conditionApplies(typed[3], 0))
  return typed[1] === 'not ' ? !applies : applies
}

const DEPTH_MAX = 5

function conditionApplies(condition: string, depth: number): boolean {
  if (depth > DEPTH_MAX) return true
  const joined = (word: 'and' | 'or'): string[] => partsOf(condition, word)
  const either = joined('or')
  if (either.length > 1) return either.some((part) => conditionApplies(part, depth + 1))
  const all = joined('and')
  if (all.length > 1) return all.every((part) => conditionApplies(part, depth + 1))
  if (condition.startsWith('not ')) return !conditionApplies(condition.slice(4), depth + 1)
  const inner = /^\((.{0,300})\)$/su.exec(condition.trim())?.[1]?.trim()
  if (inner === undefined) return true
  return /^(?:\(|not )/u.test(inner) ? conditionApplies(inner, depth + 1) : featureApplies(inner)
}

function partsOf(condition: string, word: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const piece of condition.split(/( and | or |\(|\))/u)) {
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    if (depth === 0 && piece === ` ${word} `) {
      parts.push(part)
      part = ''
    } else part += piece
  }
  return [...parts, part].map((one) => one.trim())
}

const SIZE_FEATURE = new RegExp(
  [
    `^(?:(.{1,40}?) ?([<>]=?) ?)?(width|height|inline-size|block-size)(?: ?`,
    `([<>]=?) ?(.{1,40}))?$`,
  ].join(''),
  'u',
)

function featureApplies(feature: string): boolean {
  if (ABSENT.test(feature)) return false
  const limit = /^(min|max)-(?:device-)?(width|height|inline-size|block-size) ?: ?(.{1,60})$/u.exec(
    feature,
  )
  if (limit !== null) {
    const length = pixels(limit[3])
    if (length === null) return true
    return limit[1] === 'min' ? sizeOf(limit[2]) >= length : sizeOf(limit[2]) <= length
  }
  const range = SIZE_FEATURE.exec(feature)
  if (range === null) return true
  const size = sizeOf(range[3])
  return compares(pixels(range[1]), range[2], size) && compares(size, range[4], pixels(range[5]))
}

const sizeOf = (name: string | undefined): number =>
  name === 'width' || name === 'inline-size' ? SCREEN.width : SCREEN.height

function compares(first: number | null, sign: string | undefined, second: number | null): boolean {
  if (first === null || second === null || sign === undefined) return true
  if (sign.startsWith('<')) return sign === '<' ? first < second : first <= second
  return sign === '>' ? first > second : first >= second
}
