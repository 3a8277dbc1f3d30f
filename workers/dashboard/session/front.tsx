import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Mark } from '../parts/mark.tsx'

export function Front({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Domain Attribution`
  }, [title])
  return (
    <main class="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-5 p-6">
      <p class="flex items-center gap-2 font-display font-semibold">
        <Mark /> Domain Attribution
      </p>
      <h1 class="font-display text-3xl font-semibold">{title}</h1>
      {children}
      <p class="text-sm text-muted">
        The same answers are available{' '}
        <a class="link" href="/docs">
          with the API
        </a>
        .
      </p>
    </main>
  )
}
