import { BadUsage } from '../../migrations/command.ts'
import { StartRefused } from './refusal.ts'

export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

/**
 * Prints one sentence for an error that the user can fix, else the stack. Returns the exit code.
 */
export function reportFailure(error: unknown, usage: string): number {
  if (error instanceof BadUsage) {
    console.error(`${error.message}\n\n${usage}`)
    return EXIT.usage
  }
  console.error(error instanceof StartRefused ? error.message : error)
  return EXIT.failed
}

/**
 * Runs a command that starts the service in memory, and ends this process. After Ctrl-C it ends at
 * once; the guardian then ends the child processes.
 */
export function runCommand(main: () => Promise<number>, usage = ''): void {
  process.once('SIGINT', () => process.exit(EXIT.interrupted))
  main().then(
    (code) => process.exit(code),
    (error: unknown) => process.exit(reportFailure(error, usage)),
  )
}
