import type { CorrelationGraph, Pair } from './correlation-graph.ts'
import { withoutControls, xmlEscaped } from './markup.ts'

const NAMESPACE = 'http://graphml.graphdrawing.org/xmlns'

const KEYS = [
  { id: 'domain', target: 'node', name: 'domain', type: 'string' },
  { id: 'label', target: 'node', name: 'label', type: 'string' },
  { id: 'group', target: 'node', name: 'group', type: 'string' },
  { id: 'entity', target: 'node', name: 'entity', type: 'string' },
  { id: 'confidence', target: 'node', name: 'confidence', type: 'double' },
  { id: 'weight', target: 'edge', name: 'weight', type: 'double' },
  { id: 'kinds', target: 'edge', name: 'kinds', type: 'string' },
  { id: 'shared', target: 'edge', name: 'shared', type: 'string' },
] as const

type Key = (typeof KEYS)[number]['id']

const data = (key: Key, value: string | number | null): string =>
  value === null ? '' : `<data key="${key}">${xmlEscaped(withoutControls(String(value)))}</data>`

/**
 * Writes GraphML 1.0 (graphml.graphdrawing.org). `weight` of an edge is the score of the pair. A
 * domain without a group has no `entity`, `confidence` and `group`.
 */
export function graphmlOf({ nodes, edges, groups }: CorrelationGraph): string {
  const keys = KEYS.map(
    ({ id, target, name, type }) =>
      `<key id="${id}" for="${target}" attr.name="${name}" attr.type="${type}"/>`,
  )
  const drawnNodes = nodes.map(({ domain, group }, index) => {
    const of = group === null ? undefined : groups[group]
    const values = [
      data('domain', domain),
      data('label', domain),
      data('group', of?.id ?? null),
      data('entity', of?.entity ?? null),
      data('confidence', of?.confidence ?? null),
    ]
    return `<node id="n${index}">${values.join('')}</node>`
  })
  const drawnEdges = edges.map(({ from, to, score, pair }, index) => {
    const values = [
      data('weight', score),
      data('kinds', kindsOf(pair)),
      data('shared', sharedOf(pair)),
    ]
    return `<edge id="e${index}" source="n${from}" target="n${to}">${values.join('')}</edge>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<graphml xmlns="${NAMESPACE}">`,
    ...keys,
    '<graph id="correlation" edgedefault="undirected">',
    ...drawnNodes,
    ...drawnEdges,
    '</graph>',
    '</graphml>',
    '',
  ].join('\n')
}

const kindsOf = ({ signals }: Pair): string =>
  [...new Set(signals.map(({ signal }) => signal))].join(' ')

const sharedOf = ({ signals }: Pair): string =>
  signals.map(({ signal, value }) => `${signal}: ${value}`).join('; ')
