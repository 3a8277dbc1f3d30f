import { DurableObject } from 'cloudflare:workers'
import type { JobGroup } from '../../shared/bulk/job-group.ts'
import * as bulk from '../../shared/bulk/queries.ts'
import { moveOn } from '../../shared/bulk/watch-bulk.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { createServices } from '../services.ts'

/** How old the counts may be that those who watch are shown. */
const COUNTS_AGE_MS_MAX = 1_000

/**
 * Watches one job of many children. It holds nothing that Postgres does not: it knows when a look is worth it, so that children that end
 * by the thousand cost a look for every hundred, and watchers by the dozen one count a second. Losing it loses a little time.
 */
export class JobGroupObject extends DurableObject<object> implements JobGroup {
  /** Children that ended since the last look began. */
  #ended = 0
  /** How many have to end before the next look; 0 when nobody has looked yet. */
  #lookAfter = 0
  #looking = false
  #counts: { at: number; value: Promise<bulk.BulkCounts> } | null = null

  async childrenEnded(groupId: string, count: number): Promise<void> {
    this.#ended += count
    if (!this.#looking) this.ctx.waitUntil(this.#look(groupId))
  }

  async counts(groupId: string): Promise<bulk.BulkCounts> {
    const now = Date.now()
    if (this.#counts === null || now - this.#counts.at > COUNTS_AGE_MS_MAX) {
      const value = bulk.counts(this.#services().db, groupId)
      this.#counts = { at: now, value }
      value.catch(() => {
        this.#counts = null
      })
    }
    return this.#counts.value
  }

  async #look(groupId: string): Promise<void> {
    this.#looking = true
    try {
      while (this.#ended >= this.#lookAfter) {
        // Who ends while we look may have been seen or not; counting it again costs a look, missing it would cost a minute.
        this.#ended = 0
        const next = await moveOn(this.#services(), groupId)
        this.#lookAfter = next ?? Number.POSITIVE_INFINITY
      }
    } catch (error) {
      this.#lookAfter = 0
      log({ event: 'group.not_looked', group_id: groupId, error: describeError(error) })
    } finally {
      this.#looking = false
    }
  }

  #services(): Services {
    return createServices(this.env, newIdentifier('req'), (work) => this.ctx.waitUntil(work))
  }
}
