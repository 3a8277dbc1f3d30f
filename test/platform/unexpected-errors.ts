import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

/**
 * Fails a test during which something was printed by `console.error`: a library says there what it did not throw. A test that expects
 * such a line replaces the method with `vi.spyOn(console, 'error')`.
 */
const printed: string[] = []
const print = console.error
console.error = (...args: unknown[]) => {
  printed.push(format(...args))
  print(...args)
}

function failOnPrinted(): void {
  const [first, ...others] = printed.splice(0)
  if (first === undefined) return
  throw new Error(
    `console.error was called unexpectedly${others.length > 0 ? `, ${others.length + 1} times` : ''}: ${first}`,
  )
}

afterEach(failOnPrinted)
// Also for what was printed outside of tests, in beforeAll for example.
afterAll(() => {
  failOnPrinted()
  console.error = print
})
