import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse } from '../structure/comments.ts'
import { type SourceFile, sourcesOf } from '../structure/sources.ts'
import { HOSTILE_TEXTS, type HostileTexts, superLinearTexts } from './linear-cost.ts'
import { PARSERS } from './parser-table.ts'

const framed = (frame: (text: string) => string): HostileTexts =>
  Object.fromEntries(
    Object.entries(HOSTILE_TEXTS).map(([name, text]) => [name, (size) => frame(text(size))]),
  )

test.each(Object.entries(PARSERS))(
  '%s costs linear time with hostile text',
  async (_, { parse: read, frames = [(text: string) => text], size }) => {
    for (const [index, frame] of frames.entries())
      expect(await superLinearTexts(read, framed(frame), size), `frame ${index}`).toEqual([])
  },
  120_000,
)

test.each([
  ['a run of one character', / +$/u, '" "'],
  ['a repeated word', /(?:a\.)+$/u, '"a."'],
])(
  'a parser that is quadratic for %s is found, and a linear one is not',
  async (_, pattern, name) => {
    const texts = { [name]: HOSTILE_TEXTS[name] ?? String }
    expect(await superLinearTexts((text) => text.replace(pattern, ''), texts)).toEqual([name])
    expect(await superLinearTexts((text) => text.trimEnd(), texts)).toEqual([])
  },
)

test('the table names every function that reads text from outside', () => {
  const known = new Set(Object.keys(PARSERS).map((name) => name.split(' ')[0]))
  const missing = sourcesOf('shared').flatMap((file) =>
    readersIn(file)
      .filter((name) => !known.has(name) && !(name in NOT_MEASURED))
      .map((name) => `${file.path}: ${name}`),
  )
  expect(missing).toEqual([])
})

/** Functions that the table of measured parsers leaves out, each with the reason. */
const NOT_MEASURED: Readonly<Record<string, string>> = {
  parseJson: 'JSON.parse of the runtime',
  readAnswerFacts: 'takes a parsed domain, and evidence whose texts were cut when it was stored',
  parseEvent: 'takes an event that Stripe has signed',
  readDocument: 'the first half of parsePage',
  readDeclarations: 'a part of parsePage, measured with HOSTILE_STYLES',
  readDeclaration: 'a part of parsePage, measured with HOSTILE_STYLES',
  readSelectors: 'a part of parsePage, measured with HOSTILE_STYLES',
  readSheet: 'a part of parsePage, measured with HOSTILE_STYLES',
}

/**
 * Finds the exported synchronous functions of a file that are named parse…, read… or decode… and
 * whose first parameter is text, bytes or unknown JSON.
 */
function readersIn({ path, text }: SourceFile): string[] {
  return parse(path, text).statements.flatMap((statement) =>
    exportedFunctions(statement)
      .filter(({ name, given }) => /^(?:parse|read|decode)[A-Z]/u.test(name) && takesText(given))
      .map(({ name }) => name),
  )
}

interface ExportedFunction {
  name: string
  given: ts.SignatureDeclarationBase
}

function exportedFunctions(statement: ts.Statement): ExportedFunction[] {
  const words = ts.canHaveModifiers(statement)
    ? (ts.getModifiers(statement) ?? []).map(({ kind }) => kind)
    : []
  if (!words.includes(ts.SyntaxKind.ExportKeyword) || words.includes(ts.SyntaxKind.AsyncKeyword))
    return []
  if (ts.isFunctionDeclaration(statement))
    return [{ name: statement.name?.text ?? '', given: statement }]
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && initializer !== undefined && ts.isArrowFunction(initializer)
      ? [{ name: name.text, given: initializer }]
      : [],
  )
}

function takesText({ parameters }: ts.SignatureDeclarationBase): boolean {
  const type = parameters[0]?.type
  const kinds = type === undefined ? [] : ts.isUnionTypeNode(type) ? type.types : [type]
  return kinds.some(
    (kind) =>
      kind.kind === ts.SyntaxKind.StringKeyword ||
      kind.kind === ts.SyntaxKind.UnknownKeyword ||
      (ts.isTypeReferenceNode(kind) &&
        ts.isIdentifier(kind.typeName) &&
        kind.typeName.text === 'Uint8Array'),
  )
}
