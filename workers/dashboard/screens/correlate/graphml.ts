import type { CorrelationGraph, Pair } from './correlation-graph.ts'
import { pictureOf } from './graph-picture.ts'
import { linkKindInWords } from './link-words.ts'
import { withoutControls, xmlEscaped } from './markup.ts'

const NAMESPACE = 'http://graphml.graphdrawing.org/xmlns'

const KEYS = [
  { id: 'type', target: 'node', name: 'type', type: 'string' },
  { id: 'domain', target: 'node', name: 'domain', type: 'string' },
  { id: 'label', target: 'node', name: 'label', type: 'string' },
  { id: 'group', target: 'node', name: 'group', type: 'string' },
  { id: 'entity', target: 'node', name: 'entity', type: 'string' },
  { id: 'confidence', target: 'node', name: 'confidence', type: 'double' },
  { id: 'values', target: 'node', name: 'values', type: 'string' },
  { id: 'copyable', target: 'node', name: 'copyable', type: 'boolean' },
  { id: 'relation', target: 'edge', name: 'relation', type: 'string' },
  { id: 'weight', target: 'edge', name: 'weight', type: 'double' },
  { id: 'kinds', target: 'edge', name: 'kinds', type: 'string' },
  { id: 'shared', target: 'edge', name: 'shared', type: 'string' },
] as const

type Key = (typeof KEYS)[number]['id']

const data = (key: Key, value: string | number | boolean | null): string =>
  value === null ? '' : `<data key="${key}">${xmlEscaped(withoutControls(String(value)))}</data>`

const nodeOf = (id: string, ...values: string[]): string =>
  `<node id="${id}">${values.join('')}</node>`

const edgeOf = (from: string, to: string, relation: string, ...values: string[]): string =>
  `<edge source="${from}" target="${to}"${relation === 'imitates' ? ' directed="true"' : ''}>` +
  `${data('relation', relation)}${values.join('')}</edge>`

/**
 * Writes GraphML 1.0 (graphml.graphdrawing.org). Nodes are domains (d0 …), groups that a domain
 * imitates (g0 …) and shared facts (f0 …). Relations are `linked` between two domains, with the
 * score of the pair as `weight`; `shares` between a domain and a fact; and `imitates`.
 */
export function graphmlOf(graph: CorrelationGraph): string {
  const keys = KEYS.map(
    ({ id, target, name, type }) =>
      `<key id="${id}" for="${target}" attr.name="${name}" attr.type="${type}"/>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<graphml xmlns="${NAMESPACE}">`,
    ...keys,
    '<graph id="correlation" edgedefault="undirected">',
    ...domainNodes(graph),
    ...pairEdges(graph),
    ...factsOf(graph),
    ...imitationsOf(graph),
    '</graph>',
    '</graphml>',
    '',
  ].join('\n')
}

const domainNodes = ({ domains, groups }: CorrelationGraph): string[] =>
  domains.map(({ domain, group }, index) => {
    const of = group === null ? undefined : groups[group]
    return nodeOf(
      `d${index}`,
      data('type', 'domain'),
      data('domain', domain),
      data('label', domain),
      data('group', of?.id ?? null),
      data('entity', of?.entity ?? null),
      data('confidence', of?.confidence ?? null),
    )
  })

const pairEdges = ({ pairs }: CorrelationGraph): string[] =>
  pairs.map(({ from, to, score, pair }) =>
    edgeOf(
      `d${from}`,
      `d${to}`,
      'linked',
      data('weight', score),
      data('kinds', kindsOf(pair)),
      data('shared', sharedOf(pair)),
    ),
  )

function factsOf(graph: CorrelationGraph): string[] {
  const facts = pictureOf(graph, 0).nodes.flatMap((node) =>
    node.kind === 'fact' ? [node.fact] : [],
  )
  return facts.flatMap(({ values, copyable, holders }, index) => {
    const all = values.map(({ signal, value }) => `${linkKindInWords(signal)}: ${value}`)
    return [
      nodeOf(
        `f${index}`,
        data('type', 'fact'),
        data('label', all[0] ?? ''),
        data('values', all.join('; ')),
        data('copyable', copyable),
      ),
      ...holders.map((holder) => edgeOf(`d${holder}`, `f${index}`, 'shares')),
    ]
  })
}

function imitationsOf({ imitations, groups }: CorrelationGraph): string[] {
  const imitated = new Set(
    imitations.flatMap(({ target }) => (target.kind === 'group' ? [target.index] : [])),
  )
  return [
    ...[...imitated].map((group) => {
      const { id = '', entity = null } = groups[group] ?? {}
      const label = entity ?? 'Operator unknown'
      return nodeOf(`g${group}`, data('type', 'group'), data('label', label), data('group', id))
    }),
    ...imitations.map(({ from, target }) =>
      edgeOf(`d${from}`, `${target.kind === 'group' ? 'g' : 'd'}${target.index}`, 'imitates'),
    ),
  ]
}

const kindsOf = ({ signals }: Pair): string =>
  [...new Set(signals.map(({ signal }) => signal))].join(' ')

const sharedOf = ({ signals }: Pair): string =>
  signals.map(({ signal, value }) => `${signal}: ${value}`).join('; ')
