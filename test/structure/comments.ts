import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './sources.ts'

export interface Comment {
  path: string
  line: number
  /** Lines of the comment, with markers such as `//` and without indentation. */
  lines: string[]
  /** Text of the comment, without markers and with its line breaks. */
  text: string
}

interface Piece {
  start: number
  end: number
}

const FOLDERS = ['workers', 'shared', 'migrations', 'test']
const GENERATED =
  /^migrations\/(?:meta\/|schema\.sql$)|^workers\/dashboard\/api\/openapi-types\.d\.ts$|\/fixtures\//
/**
 * Comments that are no prose: instructions to tools, licence lines, and the separator that drizzle
 * writes between statements.
 */
const NO_PROSE =
  /^(?:biome-ignore|@ts-|@vitest-|v8 ignore|<reference|> statement-breakpoint)|SPDX-License|Copyright \(c\)/

/** Returns the paths of files that are not generated, relative to the root of the repository. */
export function ownFiles(extensions: readonly string[]): string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  return [...below, ...readdirSync(ROOT)]
    .filter(
      (path) => extensions.some((extension) => path.endsWith(extension)) && !GENERATED.test(path),
    )
    .sort()
}

/**
 * Returns the comments of a file. Consecutive lines that contain only a comment count as one
 * comment.
 */
export function commentsOf(path: string): Comment[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const pieces = /\.tsx?$/.test(path)
    ? typeScriptComments(parse(path, text))
    : lineComments(text, path.endsWith('.sql') ? '--' : '#')
  return joined(text, pieces)
    .map(({ start, end }) => ({
      path,
      line: lineOf(text, start),
      ...worded(text.slice(start, end)),
    }))
    .filter(({ text }) => text !== '' && !NO_PROSE.test(text))
}

export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/**
 * Finds comments with the syntax tree. A scanner for tokens would mistake parts of some regular
 * expressions and template strings for comments.
 */
function typeScriptComments(source: ts.SourceFile): Piece[] {
  const found = new Map<number, Piece>()
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText || ts.isJSDoc(node)) return
    const children = node.getChildren(source)
    for (const child of children) visit(child)
    if (children.length > 0) return
    const ranges = [
      ...(ts.getLeadingCommentRanges(source.text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
    ]
    for (const { pos, end } of ranges) found.set(pos, { start: pos, end })
  }
  visit(source)
  return [...found.values()].sort((a, b) => a.start - b.start)
}

/**
 * Finds comments of SQL and similar files. A comment marker inside quotes is text and begins no
 * comment.
 */
function lineComments(text: string, mark: '--' | '#'): Piece[] {
  const pattern = new RegExp(`'(?:[^'\\n])*'|"(?:[^"\\n])*"|${mark}[^\\n]*`, 'g')
  return [...text.matchAll(pattern)]
    .filter(([match]) => match.startsWith(mark))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

function joined(text: string, pieces: readonly Piece[]): Piece[] {
  const runs: Piece[] = []
  for (const piece of pieces) {
    const last = runs.at(-1)
    if (last !== undefined && isRun(text, last, piece)) last.end = piece.end
    else runs.push({ ...piece })
  }
  return runs
}

function isRun(text: string, before: Piece, piece: Piece): boolean {
  const isBlock = (start: number) => text.startsWith('/*', start)
  const standsAlone = /^\s*$/.test(
    text.slice(text.lastIndexOf('\n', before.start - 1) + 1, before.start),
  )
  const isNext = /^[ \t]*\n[ \t]*$/.test(text.slice(before.end, piece.start))
  return standsAlone && isNext && !isBlock(before.start) && !isBlock(piece.start)
}

function worded(written: string): Pick<Comment, 'lines' | 'text'> {
  const lines = written.split('\n').map((line) => line.trim())
  const text = lines
    .map((line) =>
      line.replace(/^(?:\/\*+|\*\/|\*|\/{2,}|-{2,}|#+)\s?/, '').replace(/\s*\*\/$/, ''),
    )
    .join('\n')
    .trim()
  return { lines, text }
}
