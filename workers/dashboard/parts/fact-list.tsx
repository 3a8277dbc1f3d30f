import type { ComponentChildren } from 'preact'

export type Fact = readonly [name: string, value: ComponentChildren]

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="grid w-full grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-8 gap-y-4">
      {facts.map(([name, value]) => (
        <div key={name} class="min-w-0">
          <dt class="text-sm text-muted">{name}</dt>
          <dd class="mt-0.5 tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
