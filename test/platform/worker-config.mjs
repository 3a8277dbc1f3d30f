// Prints the content of a wrangler.toml as wrangler reads it: the options for Miniflare, the queues
// with a consumer, and the crons. It runs in a separate process because wrangler needs a second to
// load and installs its own signal handlers.
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'

const [, , configFile] = process.argv
const { queues, triggers } = unstable_readConfig({ config: configFile }, { hideWarnings: true })
// Without a list of files, wrangler would read .dev.vars. Its values are for wrangler dev only.
const { workerOptions } = unstable_getMiniflareWorkerOptions(configFile, undefined, {
  envFiles: ['no-such-file'],
})

const config = {
  queues: (queues.consumers ?? []).map(({ queue }) => queue),
  crons: triggers.crons ?? [],
  options: workerOptions,
}

process.stdout.write(
  JSON.stringify(config, (name, value) => {
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new Error(`${name} cannot be handed on`)
    return value
  }),
)
