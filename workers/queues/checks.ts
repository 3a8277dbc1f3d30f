import { checkNames, LONG_BATCH, USUAL_BATCH } from '../../shared/monitors/check-names.ts'
import { notifyMonitors } from '../../shared/monitors/notify-monitors.ts'
import type { Connect } from '../../shared/platform/net/tcp-stream.ts'
import { CheckMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

const checksOf = (kind: typeof USUAL_BATCH) =>
  consumer(CheckMessage, async ({ id }, services) => {
    // Imported only when needed, because this module exists only on Workers and tests load this
    // file in Node.
    const { connect } = await import('cloudflare:sockets')
    const { changes } = await checkNames(services, connect as Connect, id, kind)
    if (changes > 0) await notifyMonitors(services)
    return { then: 'done' }
  })

export const checks = checksOf(USUAL_BATCH)
export const longChecks = checksOf(LONG_BATCH)
