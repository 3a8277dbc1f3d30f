import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

export function Front({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Domain Attribution`
  }, [title])
  return (
    <main class="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-5 p-6">
      <p class="text-sm font-semibold tracking-tight text-muted">Domain Attribution</p>
      <h1 class="text-2xl font-semibold tracking-tight">{title}</h1>
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
