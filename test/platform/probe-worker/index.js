import { DurableObject } from 'cloudflare:workers'
import { neon, neonConfig } from '@neondatabase/serverless'
import { Redis } from '@upstash/redis/cloudflare'

neonConfig.fetchFunction = (url, { requestId, ...init }) =>
  fetch(url, { ...init, headers: { ...init.headers, 'x-request-id': requestId } })

const letters = []
const schedules = []

export class Counter extends DurableObject {
  async add() {
    const count = ((await this.ctx.storage.get('count')) ?? 0) + 1
    await this.ctx.storage.put('count', count)
    return count
  }
  async post(letter) {
    await this.env.LETTERS.send(letter)
  }
}

const counter = (env) => env.COUNTERS.get(env.COUNTERS.idFromName('one'))

const ANSWERS = {
  '/sql': async (request, env, requestId) =>
    neon(env.DATABASE_URL, { fetchOptions: { requestId } }).query(await request.text()),
  '/redis': async (_request, env, requestId) => {
    const url = env.UPSTASH_REDIS_REST_URL
    const redis = new Redis({
      url,
      token: env.UPSTASH_REDIS_REST_TOKEN,
      retry: false,
      headers: { 'x-request-id': requestId },
    })
    return redis.incr('count')
  },
  '/fetch': async (request) => {
    const response = await fetch(request.headers.get('x-target'), {
      method: request.method,
      headers: { 'x-mine': 'kept' },
      redirect: 'manual',
      body: request.method === 'GET' ? null : await request.text(),
    })
    return {
      status: response.status,
      location: response.headers.get('location'),
      text: await response.text(),
    }
  },
  '/send': async (request, env) => env.LETTERS.send(await request.text()),
  '/send-from-object': async (request, env) => counter(env).post(await request.text()),
  '/count': async (_request, env) => counter(env).add(),
  '/file': async (request, env) => {
    if (request.method === 'PUT') await env.FILES.put('file', await request.text())
    return (await env.FILES.get('file'))?.text() ?? null
  },
  '/seen': async () => ({ letters, schedules }),
  '/globals-of-flags': async () => [typeof globalThis.gc, typeof globalThis.externalizeString],
  '/address': async (request) => request.headers.get('cf-connecting-ip'),
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    const requestId = request.headers.get('x-request-id') ?? crypto.randomUUID()
    try {
      const answer = await ANSWERS[pathname](request, env, requestId)
      return Response.json({ answer })
    } catch (error) {
      return Response.json({ error: error.message, code: error.code }, { status: 500 })
    } finally {
      const route = `${request.method} ${pathname}`
      console.log(
        JSON.stringify({
          event: 'request.completed',
          request_id: requestId,
          route,
          queue_sends: 1,
          object_calls: 2,
        }),
      )
    }
  },
  queue(batch) {
    for (const { body, attempts } of batch.messages) letters.push({ body, attempts })
  },
  scheduled({ cron }) {
    schedules.push(cron)
  },
}
