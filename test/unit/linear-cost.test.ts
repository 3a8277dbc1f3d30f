import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { parse } from '../structure/comments.ts'
import { type SourceFile, sourcesOf } from '../structure/sources.ts'
import { HOSTILE_SHAPES, shapesFor } from './hostile-texts.ts'
import { expectLinear, measureGrowth } from './linear-cost.ts'
import { NOT_MEASURED, PARSERS } from './parser-table.ts'

const FULL = process.env.LINEAR_COST === 'full'
const FULL_TIMEOUT_MS = 3_600_000
/**
 * Characters that the sample of one parser may have together, so that a parser of large texts meets
 * fewer of them.
 */
const SAMPLE_CHARACTERS = 6_000_000

const FOLDERS = ['collectors', 'names', 'claims'].map((name) => `shared/attribution/${name}/`)

describe('the cost of parsing grows linearly with hostile text', () => {
  for (const [name, { parse: run, size, frames }] of Object.entries(PARSERS)) {
    const count = Math.min(
      40,
      Math.max(2, Math.floor(SAMPLE_CHARACTERS / size / (frames?.length ?? 1))),
    )
    test(
      name,
      async () => {
        const worst = await expectLinear(name, run, {
          size,
          shapes: shapesFor(name, count),
          ...(frames && { frames }),
        })
        if (FULL) console.info(`${worst.ms.toFixed(1)} ms for ${worst.text}`)
      },
      FULL ? FULL_TIMEOUT_MS : undefined,
    )
  }
})

test('every hostile text has exactly the requested size', () => {
  for (const { name, text } of HOSTILE_SHAPES) expect(text(1_000), name).toHaveLength(1_000)
})

test.each([
  ['a run of one character', / +$/u],
  ['a repeated word', /(?:a\.)+$/u],
])('a parser that is quadratic for %s is found, and a linear one is not', async (_, pattern) => {
  const shapes = HOSTILE_SHAPES.filter(
    ({ name }) => name === '" ", then x' || name === '"a.", then x',
  )
  const quadratic = await measureGrowth('quadratic', (text) => text.replace(pattern, ''), {
    size: 64_000,
    shapes,
  })
  expect(quadratic.tooFast).toHaveLength(1)
  expect(
    (await measureGrowth('linear', (text) => text.trimEnd(), { size: 64_000, shapes })).tooFast,
  ).toEqual([])
})

test('the table names every function that reads text from outside', () => {
  const known = new Set([
    ...Object.keys(PARSERS).map((name) => name.split(' ')[0]),
    ...Object.keys(NOT_MEASURED),
  ])
  const missing = sourcesOf('shared').flatMap((file) =>
    readersIn(file)
      .filter((name) => !known.has(name))
      .map((name) => `${file.path}: ${name}`),
  )
  expect(missing).toEqual([])
})

/**
 * Exported synchronous functions whose first parameter is text, bytes or unknown JSON. Outside
 * FOLDERS only those named parse….
 */
function readersIn({ path, text }: SourceFile): string[] {
  const everyName = FOLDERS.some((folder) => path.startsWith(folder))
  return parse(path, text).statements.flatMap((statement) =>
    exportedFunctions(statement)
      .filter(({ name, given }) => (everyName || /^parse[A-Z]/u.test(name)) && takesText(given))
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
