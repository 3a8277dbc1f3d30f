/**
 * The node of a diagram before a row exists and after it is deleted. An edge from here is an
 * insert, and an edge to here is a deletion.
 */
export const OUTSIDE = '[*]'

interface Edge {
  from: string
  to: string
  functions: string[]
}

export interface Machine {
  title: string
  table: string
  column: string
  /** File in `migrations/functions/` that contains every function that changes the state. */
  file: string
  edges: Edge[]
}

const FACTS = /^Table `(\w+)`, column `(\w+)`, file `([\w-]+\.sql)`\.$/m
const DIAGRAM = /^```mermaid\nstateDiagram-v2\n([\s\S]*?)^```$/m
const EDGE = /^ {2}(\[\*\]|\w+) --> (\[\*\]|\w+): (\w+(?:, \w+)*)$/

/** Reads the diagrams of `docs/states.md`. Throws for a section or a line that it cannot read. */
export function parseStates(page: string): Machine[] {
  return page.split(/^## /m).slice(1).map(parseMachine)
}

function parseMachine(section: string): Machine {
  const [title = ''] = section.split('\n')
  const [, table = '', column = '', file = ''] = required(FACTS.exec(section), title)
  const [, diagram = ''] = required(DIAGRAM.exec(section), title)
  const edges = diagram.trimEnd().split('\n').map(parseEdge)
  return { title, table, column, file, edges }
}

function parseEdge(line: string): Edge {
  const [, from = '', to = '', functions = ''] = required(EDGE.exec(line), line)
  return { from, to, functions: functions.split(', ') }
}

function required(match: RegExpExecArray | null, text: string): RegExpExecArray {
  if (match === null) throw new Error(`docs/states.md is not readable at: ${text}`)
  return match
}

export const statesOf = ({ edges }: Machine): string[] =>
  [...new Set(edges.flatMap(({ from, to }) => [from, to]))]
    .filter((state) => state !== OUTSIDE)
    .sort()

/** Returns the changes of state without inserts and deletions. Format: "from>to". */
export const transitionsOf = ({ edges }: Machine): string[] =>
  [
    ...new Set(
      edges
        .filter(({ from, to }) => from !== OUTSIDE && to !== OUTSIDE)
        .map(({ from, to }) => `${from}>${to}`),
    ),
  ].sort()

/** Returns one step for each function on an edge of the diagram. Format: "from>to function". */
export const stepsOf = ({ edges }: Machine): string[] =>
  edges
    .flatMap(({ from, to, functions }) => functions.map((name) => `${from}>${to} ${name}`))
    .sort()
