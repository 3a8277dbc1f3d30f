import { Button, LinkButton } from '../../parts/button.tsx'
import { Bar, Confidence } from '../../parts/confidence.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { DomainLink, EntityLink } from '../../parts/named-links.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { count, percent } from '../../parts/texts.ts'
import { type LinkedPair, otherEnd, type Target } from './correlation-graph.ts'
import { DomainActions } from './domain-actions.tsx'
import type { Picture, PictureNode } from './graph-picture.ts'
import { GroupSymbol } from './group-symbol.tsx'
import { drawn, factWords, linkKindInWords } from './link-words.ts'
import { isFact } from './shared-facts.ts'

const LINKS_SHOWN = 8
const VALUES_SHOWN = 12
const VALUE_CHARACTERS_SHOWN = 120
const NAMED_KINDS = 3

type FactNode = Extract<PictureNode, { kind: 'fact' }>

interface DetailsProps {
  picture: Picture
  target: Target
  /** Over the graph, at the side where the selected node does not stand. */
  place: 'left' | 'right' | 'below'
  id: string
  onPin: (target: Target | null) => void
}

const OVER = 'lg:absolute lg:top-3 lg:z-10 lg:mt-0 lg:max-h-[32rem] lg:w-80 lg:overflow-y-auto'
const PLACES = { left: `${OVER} lg:left-3`, right: `${OVER} lg:right-3`, below: '' } as const

/** A card over the graph, and below it on a narrow screen. */
export function GraphDetails({ picture, target, place, id, onPin }: DetailsProps) {
  const node = target.kind === 'node' ? picture.nodes[target.index] : undefined
  const domain =
    target.kind === 'domain' ? target.index : node?.kind === 'domain' ? node.domain : undefined
  const pair = target.kind === 'pair' ? picture.graph.pairs[target.index] : undefined
  return (
    <aside
      aria-label="Details"
      class={`mt-3 flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-4 text-sm shadow-lg ${PLACES[place]}`}
    >
      <p role="status" class="sr-only">
        {domain !== undefined &&
          `Details of ${drawn(picture.graph.domains[domain]?.domain ?? '')} are shown.`}
        {node?.kind === 'fact' && `Details of ${drawn(factWords(node.fact).kind)} are shown.`}
        {pair !== undefined && 'Details of a pair are shown.'}
      </p>
      {domain !== undefined && <DomainDetails {...{ picture, domain, id, onPin }} />}
      {node?.kind === 'fact' && <FactDetails {...{ picture, node, onPin }} />}
      {pair !== undefined && <PairDetails picture={picture} pair={pair} />}
      <div>
        <Button onClick={() => onPin(null)}>Close</Button>
      </div>
    </aside>
  )
}

function DomainDetails({
  picture: { graph },
  domain: index,
  id,
  onPin,
}: Pick<DetailsProps, 'picture' | 'id' | 'onPin'> & { domain: number }) {
  const { domains, groups, pairs, pairsOf } = graph
  const { domain = '', group = null } = domains[index] ?? {}
  const of = group === null ? undefined : groups[group]
  const links = pairsOf[index] ?? []
  const imitated = graph.imitations.filter(({ from }) => from === index)
  return (
    <>
      <h3 class="flex min-w-0 items-center gap-2 font-semibold">
        <GroupSymbol group={group} />
        <span class="min-w-0">
          <DomainLink domain={domain} />
        </span>
      </h3>
      {imitated.map(({ entity }) => (
        <p key={entity} class="font-medium text-bad">
          Imitates <OutsideText text={entity} max={VALUE_CHARACTERS_SHOWN} />
        </p>
      ))}
      {of === undefined ? (
        <p class="text-muted">In no group.</p>
      ) : (
        <p>
          {of.entity === null ? 'Operator unknown' : <EntityLink name={of.entity} />}
          <Confidence value={of.confidence} isSmall />
        </p>
      )}
      <DomainActions
        key={domain}
        domain={domain}
        operator={of?.entity ?? null}
        compared={domains.map((each) => each.domain)}
      />
      {links.length > 0 && (
        <ul aria-label="Linked domains" class="flex flex-col gap-1">
          {links.slice(0, LINKS_SHOWN).map((link) => {
            const pair = pairs[link]
            if (pair === undefined) return null
            return (
              <li key={link}>
                <button
                  type="button"
                  class="w-full cursor-pointer rounded px-1 py-1 text-left hover:bg-raised"
                  onClick={() => onPin({ kind: 'pair', index: link })}
                >
                  <span class="flex justify-between gap-2">
                    <bdi class="outside text-accent underline">
                      {drawn(domains[otherEnd(pair, index)]?.domain ?? '', VALUE_CHARACTERS_SHOWN)}
                    </bdi>
                    <span class="tabular-nums">{percent(pair.score)}</span>
                  </span>
                  <span class="outside text-xs text-muted">{kindsOf(pair)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {links.length > LINKS_SHOWN && (
        <p class="text-muted">and {count(links.length - LINKS_SHOWN)} more</p>
      )}
      {links.length > 0 && (
        <div>
          <LinkButton
            href={`/correlate/${encodeURIComponent(id)}?view=table&domain=${encodeURIComponent(domain)}`}
          >
            Its pairs in the table
          </LinkButton>
        </div>
      )}
    </>
  )
}

// The operator is what a correlation looks for, so it is named as a reason only if both answers
// found it and nothing else connects the two.
function kindsOf({ pair: { signals } }: LinkedPair): string {
  const facts = signals.filter(isFact)
  const kinds = [...new Set(facts.map(({ signal }) => drawn(linkKindInWords(signal))))]
  if (kinds.length === 0) return 'No shared fact: each answer was found on its own.'
  const rest = kinds.length - NAMED_KINDS
  return `${kinds.slice(0, NAMED_KINDS).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function FactDetails({
  picture: { graph, nodeOf },
  node: { fact },
  onPin,
}: Pick<DetailsProps, 'picture' | 'onPin'> & { node: FactNode }) {
  const { values, copyable, holders } = fact
  return (
    <>
      <h3 class="font-semibold">{values.length === 1 ? 'Shared fact' : 'Shared facts'}</h3>
      <ul aria-label="Shared values" class="flex flex-col gap-2">
        {values.slice(0, VALUES_SHOWN).map(({ signal, value }) => (
          <li key={`${signal} ${value}`} class="flex items-start justify-between gap-2">
            <span class="min-w-0">
              <span class="block text-muted">
                <OutsideText text={linkKindInWords(signal)} max={VALUE_CHARACTERS_SHOWN} />
              </span>
              <span class="font-mono text-xs">
                <OutsideText text={value} max={VALUE_CHARACTERS_SHOWN} />
              </span>
            </span>
            <CopyButton text={value} />
          </li>
        ))}
      </ul>
      {values.length > VALUES_SHOWN && (
        <p class="text-muted">and {count(values.length - VALUES_SHOWN)} more</p>
      )}
      <p class={copyable ? 'text-warn' : 'text-muted'}>
        {copyable
          ? 'Anybody can copy this from one site to another, so it proves little alone.'
          : 'Only somebody who controls both domains can make them share this.'}
      </p>
      <ul aria-label="Domains that share it" class="flex flex-col gap-1">
        {holders.slice(0, VALUES_SHOWN).map((holder) => (
          <li key={holder} class="flex min-w-0 items-center gap-2">
            <GroupSymbol group={graph.domains[holder]?.group ?? null} />
            <button
              type="button"
              class="link outside min-w-0 cursor-pointer text-left"
              onClick={() => onPin({ kind: 'node', index: nodeOf.get(holder) ?? 0 })}
            >
              {drawn(graph.domains[holder]?.domain ?? '', VALUE_CHARACTERS_SHOWN)}
            </button>
          </li>
        ))}
      </ul>
      {holders.length > VALUES_SHOWN && (
        <p class="text-muted">and {count(holders.length - VALUES_SHOWN)} more domains</p>
      )}
    </>
  )
}

function PairDetails({ picture: { graph }, pair }: { picture: Picture; pair: LinkedPair }) {
  const signals = pair.pair.signals.filter(isFact)
  return (
    <>
      <h3 class="font-semibold">Pair</h3>
      <ul aria-label="Domains of the pair" class="flex flex-col gap-1">
        {[pair.from, pair.to].map((index) => (
          <li key={index} class="flex min-w-0 items-center gap-2">
            <GroupSymbol group={graph.domains[index]?.group ?? null} />
            <span class="min-w-0">
              <DomainLink domain={graph.domains[index]?.domain ?? ''} />
            </span>
          </li>
        ))}
      </ul>
      <Confidence value={pair.score} />
      {signals.length === 0 && <p class="text-muted">{kindsOf(pair)}</p>}
      {signals.length > 0 && (
        <ul aria-label="Shared values" class="flex flex-col gap-2">
          {signals.slice(0, VALUES_SHOWN).map(({ signal, value, contribution, copyable }) => (
            <li key={`${signal} ${value}`}>
              <span class="flex items-center justify-between gap-2 text-muted">
                <span class="min-w-0">
                  <OutsideText text={linkKindInWords(signal)} max={VALUE_CHARACTERS_SHOWN} />
                  {copyable && ' (can be copied)'}
                </span>
                <Bar share={contribution} width="w-12" />
              </span>
              <span class="font-mono text-xs">
                <OutsideText text={value} max={VALUE_CHARACTERS_SHOWN} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
