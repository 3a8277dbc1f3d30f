import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import ts from 'typescript'
import { lineOf, parse } from './comments.ts'
import { ROOT, type SourceFile } from './sources.ts'

export interface Pattern {
  /** Path and line of the regular expression. */
  at: string
  source: string
  flags: string
}

/**
 * Returns the repeated characters for which a regular expression takes more than linear time.
 * Repeated words are not tried, because the parser tests already try texts that repeat words.
 */
export const reasonsAgainst = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string[] =>
  analyse(new RegExpParser().parseLiteral(`/${source}/${flags}`)).reports.map(
    ({ type, character }) => `${type}: a run of ${JSON.stringify(character.pick)}`,
  )

export function literalPatterns({ path, text }: SourceFile): Pattern[] {
  return nodesOf(path, text, ts.isRegularExpressionLiteral).map(({ node, at }) => {
    const end = node.text.lastIndexOf('/')
    return { at, source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
  })
}

export function builtPatternPlaces({ path, text }: SourceFile): string[] {
  const isBuilt = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  return nodesOf(path, text, isBuilt).map(({ at }) => at)
}

/** Loads modules and returns the regular expressions that they build while they load. */
export async function builtPatterns(paths: readonly string[]): Promise<Pattern[]> {
  const built: Pattern[] = []
  const record = (args: unknown[]): void => {
    const pattern = Reflect.construct(Original, args) as RegExp
    const caller = /\/((?:shared|workers)\/[^:()]+:\d+):\d+/u.exec(new Error().stack ?? '')?.[1]
    if (caller !== undefined)
      built.push({ at: caller, source: pattern.source, flags: pattern.flags })
  }
  const Original = globalThis.RegExp
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args, newTarget) {
      record(args)
      return Reflect.construct(target, args, newTarget)
    },
    apply(target, self, args) {
      record(args)
      return Reflect.apply(target, self, args)
    },
  })
  try {
    for (const path of paths) await import(pathToFileURL(join(ROOT, path)).href)
  } finally {
    globalThis.RegExp = Original
  }
  return built
}

function nodesOf<N extends ts.Node>(
  path: string,
  text: string,
  wanted: (node: ts.Node) => node is N,
): { node: N; at: string }[] {
  const source = parse(path, text)
  const found: { node: N; at: string }[] = []
  const visit = (node: ts.Node): void => {
    if (wanted(node)) found.push({ node, at: `${path}:${lineOf(text, node.getStart(source))}` })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
