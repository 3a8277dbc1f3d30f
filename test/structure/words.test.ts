import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { lineOf, parse } from './comments.ts'
import { sourcesOf } from './sources.ts'

/** Files whose texts people read on pages, in emails and in PDF files. */
const ROOTS = [
  'workers/dashboard',
  'workers/pages',
  'workers/landing',
  'workers/shares',
  'shared/emails',
  'shared/certificates/formats',
] as const

/** Words of the API and of older pages, and British spelling. */
const WRONG: readonly (readonly [pattern: RegExp, use: string])[] = [
  [/\banalys(?:e|ed|ing)\b/i, 'analyze, analyzed, analyzing'],
  [/\bjobs?\b/i, 'analysis, analyses'],
  [/\bbulk\b/i, 'list'],
  [/\bbatch(?:es)?\b/i, 'list'],
  [/\b(?<!\blegal )entit(?:y|ies)\b/i, 'operator'],
  [/\bcontenders?\b/i, 'candidate'],
  [/\bcollectors?\b/i, 'source'],
  [/\bclusters?\b/i, 'group'],
  [/\btiers?\b/i, 'plan'],
  [/\blook-?alikes?\b/i, 'imitates'],
  [/\d\s%/, 'a number and % without a blank'],
  [/\b1 credits\b/i, '1 credit'],
  [/\bbehaviours?\b/i, 'behavior'],
  [/\bcancelled\b/i, 'canceled'],
  [/\bcent(?:re|res)\b/i, 'center'],
  [/\bcolours?\b/i, 'color'],
  [/\bgrey\b/i, 'gray'],
  [/\blicences?\b/i, 'license'],
  [/\b(?:organ|real|recogn|normal|summar|author)is(?:e|ed|es|ing|ation|ations)\b/i, 'z, not s'],
]

const wrongIn = (text: string): string[] =>
  WRONG.flatMap(([pattern, use]) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined ? [] : [`"${found}", use ${use}`]
  })

// A text for people has a blank or begins with a capital. Other literals are names and addresses.
const isForPeople = (text: string) => /^\p{Lu}[\p{L} ]|\S\s+\S/u.test(text)

/** Texts of a file: text between tags, and literals that are no import, class, call or query. */
function textsOf(path: string, text: string): { at: string; words: string }[] {
  const source = parse(path, text)
  const found: { at: string; words: string }[] = []
  const note = (node: ts.Node, words: string) => {
    if (isForPeople(words.trim()))
      found.push({ at: `${path}:${lineOf(text, node.getStart(source))}`, words })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isClass(node)) return
    if (ts.isJsxText(node) || ts.isStringLiteral(node)) note(node, node.text)
    if (ts.isNoSubstitutionTemplateLiteral(node)) note(node, node.text)
    if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) note(node, node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isClass = (node: ts.Node) =>
  ts.isJsxAttribute(node) && ts.isIdentifier(node.name) && node.name.text === 'class'

// A contract describes the API, in the API's own words.
const sources = ROOTS.flatMap((root) => sourcesOf(root)).filter(
  ({ path }) => !path.endsWith('/contract.ts'),
)

describe('texts for people', () => {
  test.each([
    ['You have not analysed this domain', true],
    ['All jobs', true],
    ['3 analyses were analyzed', false],
    ['98 %', true],
    ['98%', false],
    ['The organisation', true],
    ['clustered columns', false],
  ])('"%s" contains a wrong word: %s', (text, isWrong) => {
    expect(wrongIn(text).length > 0).toBe(isWrong)
  })

  test('keep to the words of the glossary and to American spelling', () => {
    expect(sources.length).toBeGreaterThan(50)
    const texts = sources.flatMap(({ path, text }) => textsOf(path, text))
    expect(texts.length).toBeGreaterThan(200)
    expect(
      texts.flatMap(({ at, words }) => wrongIn(words).map((wrong) => `${at} has ${wrong}`)),
    ).toEqual([])
  })
})
