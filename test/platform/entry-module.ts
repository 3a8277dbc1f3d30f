/**
 * Queue of the local platform only. A message tells the module that wraps the Worker which faults
 * of queues and buckets it must simulate.
 */
export const CONTROL_QUEUE = 'platform-control'

/**
 * URL of the local platform only. The module that wraps the Worker answers it with `InsideCounts`
 * as JSON.
 */
export const COUNTS_URL = 'http://platform-counts.test/'

export interface InsideCounts {
  /**
   * Number of keys and alarms that all Durable Objects wrote or deleted since the runtime started.
   */
  objectRows: number
}

/**
 * Returns the source of a module that wraps the Worker and simulates faults of queues and buckets.
 * With `isCounting` it also counts the rows that Durable Objects write: these writes do not pass
 * the proxy for outgoing requests, so nothing else could count them.
 */
export function entryModule(
  exports: readonly string[],
  queues: readonly string[],
  buckets: readonly string[],
  isCounting: boolean,
): string {
  const classes = exports.filter((name) => name !== 'default')
  const wrappedClass = isCounting ? countedClass : plainClass
  return `
import * as worker from './index.js'

const QUEUES = ${JSON.stringify(queues)}
const BUCKETS = ${JSON.stringify(buckets)}
let faults = { queue: null, bucket: null }
const counts = { objectRows: 0 }

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function broken(kind, send) {
  const fault = faults[kind]
  if (fault === null || Math.random() >= fault.rate) return send()
  switch (fault.mode) {
    case 'slow':
      await wait(fault.ms)
      return send()
    case 'hang':
      return new Promise((resolve) => setTimeout(resolve, 86400000))
    case 'lost_reply':
      await send()
      throw new Error(kind + ' failed: the answer was lost')
    default:
      throw new Error(kind + ' failed: ' + fault.mode)
  }
}

const breakable = (queue) => ({
  send: (...args) => broken('queue', () => queue.send(...args)),
  sendBatch: (...args) => broken('queue', () => queue.sendBatch(...args)),
})

const breakableBucket = (bucket) => ({
  head: (...args) => bucket.head(...args),
  get: (...args) => bucket.get(...args),
  list: (...args) => bucket.list(...args),
  delete: (...args) => bucket.delete(...args),
  put: (...args) => broken('bucket', () => bucket.put(...args)),
  createMultipartUpload: (...args) => broken('bucket', () => bucket.createMultipartUpload(...args)),
})

const keysIn = (keys) => (typeof keys === 'string' ? 1 : Object.keys(keys).length)
const ROWS_OF = { put: keysIn, delete: keysIn, setAlarm: () => 1 }
let isCounted = false

function countRows(storage) {
  if (isCounted) return
  isCounted = true
  const methods = Object.getPrototypeOf(storage)
  for (const [name, rowsOf] of Object.entries(ROWS_OF)) {
    const method = methods[name]
    methods[name] = function (...args) {
      counts.objectRows += rowsOf(...args)
      return method.apply(this, args)
    }
  }
  const { list, deleteAll } = methods
  methods.deleteAll = function (...args) {
    // The deletion does not wait for the count, so that the order of writes stays the same.
    list.call(this).then(({ size }) => { counts.objectRows += size }, () => undefined)
    return deleteAll.apply(this, args)
  }
}

const known = new WeakMap()

function around(env) {
  let mine = known.get(env)
  if (mine === undefined) {
    mine = { ...env }
    for (const name of QUEUES) mine[name] = breakable(env[name])
    for (const name of BUCKETS) mine[name] = breakableBucket(env[name])
    known.set(env, mine)
  }
  return mine
}

export default {
  fetch(request, env, ctx) {
    if (request.url === ${JSON.stringify(COUNTS_URL)}) return Response.json(counts)
    return worker.default.fetch(request, around(env), ctx)
  },
  scheduled: (event, env, ctx) => worker.default.scheduled(event, around(env), ctx),
  queue(batch, env, ctx) {
    if (batch.queue !== ${JSON.stringify(CONTROL_QUEUE)}) return worker.default.queue(batch, around(env), ctx)
    faults = batch.messages[0].body
    batch.ackAll()
  },
}
${classes.map(wrappedClass).join('\n')}
`
}

const plainClass = (name: string): string => `
export class ${name} extends worker.${name} {
  constructor(ctx, env) {
    super(ctx, around(env))
  }
}`

function countedClass(name: string): string {
  return `
export class ${name} extends worker.${name} {
  constructor(ctx, env) {
    super(ctx, around(env))
    countRows(ctx.storage)
  }
}`
}
