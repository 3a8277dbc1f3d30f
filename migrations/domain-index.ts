import { buildSource, SourceRefused } from '../shared/domain-index/build-source.ts'
import { SourceUnreadable } from '../shared/domain-index/formats/byte-stream.ts'
import type { IndexBucket } from '../shared/domain-index/index-bucket.ts'
import { isIndexSource } from '../shared/domain-index/index-row.ts'
import { loadSource } from '../shared/domain-index/load-source.ts'
import { mergeSources } from '../shared/domain-index/merge-sources.ts'
import { openSource } from '../shared/domain-index/sources/index.ts'
import { INDEX_SOURCES, type IndexSource } from '../shared/platform/index-source-ids.ts'
import { BadUsage, EXIT, parseArguments, printCost, runMain } from './command.ts'
import { cloudflareBucket, folderBucket } from './domain-index/buckets.ts'
import { entriesOfFile } from './domain-index/files.ts'

const USAGE = `Builds the index of official lists, from which the service reads names of domains.

  npm run domain-index -- load SOURCE   loads a list and stores its rows
  npm run domain-index -- merge         makes a new index of the stored rows

SOURCE is one of ${INDEX_SOURCES.join(', ')}.

  --file FILE      reads this file; for kbo, the folder of the unpacked archive
  --force          accepts a list that lost more than a tenth of its rows
  --bucket NAME    the bucket of the deployment, by default domain-attribution-index
  --folder FOLDER  stores in this folder, and not in a bucket

CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN (Workers R2 Storage > Edit) name the account. The
deployed service merges every night by itself.`

const DEFAULT_BUCKET = 'domain-attribution-index'
const USER_AGENT = 'DomainAttributionBot/1.0'
const LOAD_MS_MAX = 60 * 60_000

type Task = { name: 'merge' } | { name: 'load'; source: IndexSource; file: string | undefined }

interface Settings {
  task: Task
  bucket: IndexBucket
  isForced: boolean
}

function settingsOf(args: string[]): Settings | null {
  const { values, positionals } = read(args)
  const [name, source = ''] = positionals
  if (values.help || name === undefined) return null
  return {
    task: taskOf(name, source, values.file),
    bucket: bucketOf(values.folder, values.bucket),
    isForced: values.force,
  }
}

function taskOf(name: string, source: string, file: string | undefined): Task {
  if (name === 'merge') return { name }
  if (name !== 'load') throw new BadUsage(`There is no task "${name}".`)
  if (!isIndexSource(source)) throw new BadUsage(`There is no list "${source}".`)
  if (file === undefined && openSource(source) === null)
    throw new BadUsage(`${source} has no public file. Name a file with --file.`)
  return { name, source, file }
}

function bucketOf(folder: string | undefined, bucket: string): IndexBucket {
  if (folder !== undefined) return folderBucket(folder)
  const { CLOUDFLARE_ACCOUNT_ID: account = '', CLOUDFLARE_API_TOKEN: token = '' } = process.env
  if (!/^[0-9a-f]{32}$/.test(account) || token === '')
    throw new BadUsage('Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN, or use --folder.')
  return cloudflareBucket({ account, token, bucket, fetch })
}

const read = (args: string[]) =>
  parseArguments({
    args,
    allowPositionals: true,
    options: {
      file: { type: 'string' },
      folder: { type: 'string' },
      bucket: { type: 'string', default: DEFAULT_BUCKET },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })

async function main(args: string[]): Promise<number> {
  const settings = settingsOf(args)
  if (settings === null) {
    console.log(USAGE)
    return args.includes('--help') ? EXIT.done : EXIT.usage
  }
  const { task, bucket, isForced } = settings
  if (task.name === 'merge') {
    const manifest = await mergeSources(bucket, INDEX_SOURCES, new Date())
    console.log(manifest === null ? 'The index has all stored rows.' : manifest.generation)
  } else {
    const tools = { fetch, userAgent: USER_AGENT, signal: AbortSignal.timeout(LOAD_MS_MAX) }
    const entries =
      task.file === undefined
        ? loadSource(task.source, tools)
        : entriesOfFile(task.source, task.file)
    const options = { now: new Date(), isForced }
    const { rows } = await buildSource(bucket, task.source, entries, options)
    console.log(`${task.source}: ${rows} rows`)
  }
  printCost()
  return EXIT.done
}

/** One sentence for an error that the user can mend, else the error with its stack. */
function explain(error: unknown): unknown {
  if (error instanceof SourceRefused)
    return `The list was refused. ${error.message} --force accepts it.`
  if (error instanceof SourceUnreadable) return `The list cannot be read. ${error.message}`
  if (error instanceof Error && 'code' in error) return error.message || error.code
  return error
}

await runMain(main, USAGE, explain)
