import type { Fetch } from '../../shared/platform/net/fetch.ts'

/**
 * Stops a deployment with one sentence that names what to do. It is printed without a stack trace.
 */
export class DeployRefused extends Error {
  override name = 'DeployRefused'
}

export interface CommandResult {
  status: number
  output: string
}

export interface WranglerOptions {
  /** Variables of the process in addition to our own, for example the API token. */
  environment: Readonly<Record<string, string>>
  /**
   * Text for standard input. Secrets go this way, because other programs of the machine can read
   * arguments.
   */
  input?: string
  /** Receives each line of output while wrangler runs. */
  onLine?: (line: string) => void
}

export interface Database {
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  end(): Promise<void>
}

/**
 * Everything outside of the deployment program. The rehearsal in the tests gives recorded answers
 * here.
 */
export interface World {
  /** Folder of the checkout. */
  root: string
  environment: Readonly<Record<string, string | undefined>>
  fetch: Fetch
  wrangler(parameters: readonly string[], options: WranglerOptions): Promise<CommandResult>
  git(...parameters: string[]): string
  /** Undefined if the checkout has no such file. */
  readFile(path: string): string | undefined
  /** Only the owner may read the file. */
  writePrivateFile(path: string, text: string): void
  connect(databaseUrl: string): Promise<Database>
  migrate(databaseUrl: string): Promise<void>
  /** Returns wrangler.toml as it is written, without the default values of wrangler. */
  readWorkerFile(): Promise<unknown>
  billOfMaterials(): string
  print(line: string): void
  now(): number
  wait(milliseconds: number): Promise<void>
}
