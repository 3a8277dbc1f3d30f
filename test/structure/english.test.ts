import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { type Comment, commentsOf, lineOf, ownFiles, parse } from './comments.ts'
import { sourcesOf } from './sources.ts'

const LINE_CHARACTERS_MAX = 140
const FIRST_WORDS = /^(?:What|Whether|Whoever|How)\b/

type Kind = 'function' | 'type' | 'value'

/**
 * Former terms. No name in shared/ and workers/ may contain them. A rule with `kinds` applies only
 * to these kinds of names. Names in snake_case may contain them.
 */
const OLD_WORDS: readonly {
  words: readonly string[]
  use: string
  kinds?: readonly Kind[]
  only?: 'first' | 'whole'
}[] = [
  { words: ['owe', 'owes', 'owed', 'owing'], use: 'create, pending, enqueue' },
  {
    words: ['tell', 'tells', 'told', 'telling', 'announce', 'announced', 'announces'],
    use: 'send, notify, dispatch',
  },
  { words: ['retell', 'retells', 'retold', 'retelling'], use: 'rewrite summaries' },
  { words: ['sighting', 'sightings'], use: 'the thing that is seen' },
  { words: ['contender', 'contenders'], use: 'candidates, ranked candidate' },
  { words: ['shelf', 'shelves'], use: 'store' },
  { words: ['moment'], use: 'history point', kinds: ['type'], only: 'whole' },
  { words: ['demand'], use: 'requireX', kinds: ['function'], only: 'first' },
  { words: ['settle', 'settles'], use: 'finishJob, applyPayment, finishRow', kinds: ['function'] },
]

const comments = ownFiles(['.ts', '.tsx', '.sql', '.toml']).flatMap(commentsOf)
const place = ({ path, line }: Comment, further = 0) => `${path}:${line + further}`

describe('comments', () => {
  test('are found in every language of the repository', () => {
    const count = (ending: string) =>
      new Set(comments.filter(({ path }) => path.endsWith(ending)).map(({ path }) => path)).size
    expect(count('.ts')).toBeGreaterThan(300)
    expect(count('.sql')).toBeGreaterThan(3)
    expect(count('.toml')).toBeGreaterThan(0)
  })

  test('start with their subject, not with What, Whether, Whoever or How', () => {
    const found = comments.filter(({ text }) => FIRST_WORDS.test(text))
    expect(
      found.map((comment) => `${place(comment)} starts with "${FIRST_WORDS.exec(comment.text)}"`),
    ).toEqual([])
  })

  test(`have at most ${LINE_CHARACTERS_MAX} characters on a line`, () => {
    const found = comments.flatMap((comment) =>
      comment.lines.flatMap((line, index) =>
        line.length > LINE_CHARACTERS_MAX
          ? [`${place(comment, index)} has ${line.length} characters on a line`]
          : [],
      ),
    )
    expect(found).toEqual([])
  })
})

interface Declared {
  name: string
  kind: Kind
  at: string
}

/**
 * Returns the names that a file declares. Names that it only uses are left out, because they may
 * come from a library.
 */
function declaredIn(path: string, text: string): Declared[] {
  const source = parse(path, text)
  const found: Declared[] = []
  const visit = (node: ts.Node): void => {
    const name =
      (ts.isVariableDeclaration(node) || isNamed(node)) && node.name !== undefined
        ? node.name
        : null
    if (name !== null && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
      found.push({
        name: name.text,
        kind: kindOf(node),
        at: `${path}:${lineOf(text, name.getStart(source))}`,
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Named = ts.Node & { name?: ts.Node }

function isNamed(node: ts.Node): node is Named {
  return (
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node)
  )
}

function kindOf(node: ts.Node): Kind {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassLike(node))
    return 'type'
  if (ts.isFunctionLike(node)) return 'function'
  const value =
    ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) ? node.initializer : undefined
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
    ? 'function'
    : 'value'
}

const wordsOf = (name: string) =>
  name.split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase())

/** Names in snake_case are part of API requests and responses, so they cannot be renamed. */
const WIRE_NAME = /^[a-z\d]+(?:_[a-z\d]+)+$/

function oldWordIn({ name, kind }: Pick<Declared, 'name' | 'kind'>): string | null {
  if (WIRE_NAME.test(name)) return null
  const parts = wordsOf(name).filter((word) => word !== '')
  for (const { words, use, kinds, only } of OLD_WORDS) {
    if (kinds !== undefined && !kinds.includes(kind)) continue
    const looked =
      only === 'first' ? parts.slice(0, 1) : only === 'whole' && parts.length > 1 ? [] : parts
    const word = looked.find((part) => words.includes(part))
    if (word !== undefined) return `"${word}", use ${use}`
  }
  return null
}

describe('names', () => {
  test.each<[string, Kind, boolean]>([
    ['owedHints', 'value', true],
    ['OWED_AT', 'value', true],
    ['followed', 'value', false],
    ['Moment', 'type', true],
    ['momentOf', 'function', false],
    ['demandJob', 'function', true],
    ['onDemand', 'function', false],
    ['settlePayment', 'function', true],
    ['settled', 'value', false],
    ['vision_sighting', 'value', false],
  ])('%s of a %s contains an old word: %s', (name, kind, isOld) => {
    expect(oldWordIn({ name, kind }) !== null).toBe(isOld)
  })

  test('of shared/ and workers/ contain no old word of the glossary', () => {
    const declared = [...sourcesOf('shared'), ...sourcesOf('workers')].flatMap(({ path, text }) =>
      declaredIn(path, text),
    )
    expect(declared.length).toBeGreaterThan(5_000)
    const found = declared.flatMap(({ name, kind, at }) => {
      const word = oldWordIn({ name, kind })
      return word === null ? [] : [`${at} ${name} contains the old word ${word}`]
    })
    expect(found).toEqual([])
  })
})
