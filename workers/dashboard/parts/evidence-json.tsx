import { withVisibleControls } from './texts.ts'

// Largest number of characters of raw evidence that the page shows. The certificate contains all of
// it.
const JSON_CHARACTERS_MAX = 50_000

const linesOf = (text: string) => text.split('\n').map(withVisibleControls).join('\n')

export function EvidenceJson({ data, label }: { data: unknown; label: string }) {
  if (data === null) return <p class="text-sm text-muted">No data.</p>
  const text = JSON.stringify(data, null, 2)
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work by keyboard (WCAG 2.1.1).
      tabIndex={0}
      class="max-h-96 overflow-auto rounded-md bg-raised p-3"
    >
      <pre class="outside font-mono text-xs whitespace-pre-wrap">
        {linesOf(text.slice(0, JSON_CHARACTERS_MAX))}
        {text.length > JSON_CHARACTERS_MAX && '\n… The rest is in the certificate as JSON.'}
      </pre>
    </section>
  )
}
