import { Button } from '../../parts/button.tsx'
import { SANDBOX_EXAMPLES } from '../../parts/sandbox-names.ts'

/** One press analyzes a name of the sandbox, which costs nothing. */
export function Examples({ onExample }: { onExample: (domain: string) => void }) {
  return (
    <div class="flex flex-wrap items-center gap-2 text-sm">
      <span id="examples" class="text-muted">
        Try one for free:
      </span>
      <ul aria-labelledby="examples" class="flex flex-wrap gap-2">
        {SANDBOX_EXAMPLES.map(({ domain, title }) => (
          <li key={domain}>
            <Button title={domain} onClick={() => onExample(domain)}>
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
