import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

/**
 * Some libraries report errors only by console.error, so each call of it fails the test. A test
 * that expects a call replaces the method with `vi.spyOn(console, 'error')`.
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
afterAll(() => {
  failOnPrinted()
  console.error = print
})
