import { type ParseArgsConfig, parseArgs } from 'node:util'

export const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** An error of the user, with a message for the user. */
export class BadUsage extends Error {}

/** `parseArgs` of Node, which here throws BadUsage. */
export function parseArguments<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new BadUsage((error as Error).message)
  }
}

/**
 * Runs a command, and sets the exit code that `main` returns. An error is printed: after bad usage
 * its message and the usage, else what `explain` returns for it.
 */
export async function runMain(
  main: (args: string[]) => Promise<number>,
  usage: string,
  explain: (error: unknown) => unknown = (error) => error,
): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    const isUsage = error instanceof BadUsage
    console.error(isUsage ? `${error.message}\n\n${usage}` : explain(error))
    process.exitCode = isUsage ? EXIT.usage : EXIT.failed
  }
}

/** Prints how long this process has run, and the most memory that it needed. */
export function printCost(): void {
  const { maxRSS } = process.resourceUsage()
  console.log(`took: ${Math.round(performance.now() / 1_000)} s, ${Math.round(maxRSS / 1024)} MB`)
}
