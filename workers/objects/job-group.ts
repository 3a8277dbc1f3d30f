import { DurableObject } from 'cloudflare:workers'
import type { JobGroup } from '../../shared/bulk/job-group.ts'
import * as bulk from '../../shared/bulk/queries.ts'
import { advanceBulkJob } from '../../shared/bulk/watch-bulk.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { createServices } from '../services.ts'

const COUNTS_AGE_MS_MAX = 1_000

/**
 * Counts the analyses of a bulk job that have ended. After each hundred or so, it starts further
 * ones. Reads the progress from Postgres at most once per second, for all clients together. Stores
 * nothing, so no data is lost when this object is lost.
 */
export class JobGroupObject extends DurableObject<object> implements JobGroup {
  #ended = 0
  /** Number of analyses that must end before further ones are started. 0 before the first start. */
  #checkAfter = 0
  #checking = false
  #counts: { at: number; value: Promise<bulk.BulkCounts> } | null = null

  async childrenEnded(groupId: string, count: number): Promise<void> {
    this.#ended += count
    if (!this.#checking) this.ctx.waitUntil(this.#check(groupId))
  }

  async counts(groupId: string, isFresh: boolean): Promise<bulk.BulkCounts> {
    const now = Date.now()
    if (isFresh || this.#counts === null || now - this.#counts.at > COUNTS_AGE_MS_MAX) {
      const value = bulk.counts(this.#services().db, groupId)
      this.#counts = { at: now, value }
      value.catch(() => {
        this.#counts = null
      })
    }
    return this.#counts.value
  }

  async #check(groupId: string): Promise<void> {
    this.#checking = true
    try {
      while (this.#ended >= this.#checkAfter) {
        // The counter is reset before further analyses are started, so that an analysis that ends
        // in the meantime is counted. Otherwise the bulk job could stand still until the next
        // sweep.
        this.#ended = 0
        const next = await advanceBulkJob(this.#services(), groupId)
        this.#checkAfter = next ?? Number.POSITIVE_INFINITY
      }
    } catch (error) {
      this.#checkAfter = 0
      log({ event: 'group.check_failed', group_id: groupId, error: describeError(error) })
    } finally {
      this.#checking = false
    }
  }

  #services(): Services {
    return createServices(this.env, newIdentifier('req'), (work) => this.ctx.waitUntil(work))
  }
}
