import type { Fetch } from '../../shared/platform/net/fetch.ts'

/**
 * Stops a deployment. The message is one sentence that says what to do, and is printed without a
 * stack trace.
 */
export class DeployRefused extends Error {
  override name = 'DeployRefused'
}

export interface CommandResult {
  status: number
  output: string
}

export interface WranglerOptions {
  /** Variables for the process in addition to those of this process, for example the API token. */
  environment: Readonly<Record<string, string>>
  /**
   * Text for standard input. Secrets are passed this way, because other programs on the machine can
   * read the arguments of a process.
   */
  input?: string
  /** Called with each line of output while wrangler runs. */
  onLine?: (line: string) => void
}

export interface Database {
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  end(): Promise<void>
}

/**
 * Everything outside of the deployment program. Tests of a deployment pass recorded answers here.
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
  /** Writes a file that only its owner may read. */
  writePrivateFile(path: string, text: string): void
  connect(databaseUrl: string): Promise<Database>
  migrate(databaseUrl: string): Promise<void>
  /** Returns wrangler.toml as it is written, without wrangler's default values. */
  readWorkerFile(): Promise<unknown>
  billOfMaterials(): string
  print(line: string): void
  now(): number
  wait(milliseconds: number): Promise<void>
}
