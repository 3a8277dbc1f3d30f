import { randomBytes } from 'node:crypto'
import { WITHOUT_LIMITS } from '../../shared/attribution/certificate-logs.ts'
import {
  renderPage,
  takeScreenshot,
} from '../../shared/attribution/collectors/browser-rendering.ts'
import type { DeepTools, NoAnswer } from '../../shared/attribution/deep-tools.ts'
import { askModel, describeFailure, type ModelAccess } from '../../shared/models/ask-model.ts'
import type { Connections } from '../../shared/platform/net/connections.ts'
import { FetchFailure } from '../../shared/platform/net/fetch-failure.ts'
import type { Mode } from '../internet/llm-modes.ts'

const BROWSER = { by: 'rest', accountId: 'sample', apiToken: 'sample' } as const

/**
 * Tools for deep analyses: a simulated language model and simulated screenshots. Paid data
 * providers are not used.
 */
export function sampleReader(mode: Mode): (connections: Connections) => DeepTools {
  const access: ModelAccess = { provider: 'anthropic', model: 'sample', apiKey: `sample-${mode}` }
  const without = (status: NoAnswer['status'], detail: string): NoAnswer => ({
    ok: false,
    status,
    detail,
  })
  return (connections) => ({
    newNonce: () => randomBytes(16).toString('hex'),
    model: async () => ({
      ok: true,
      provider: 'anthropic',
      model: 'sample',
      host: 'api.anthropic.com',
    }),
    async ask(_purpose, question) {
      const answer = await askModel(access, question, connections)
      return answer.ok
        ? { ok: true, output: answer.output, ...answer.used }
        : without('failed', describeFailure('anthropic', answer.failure))
    },
    takesScreenshots: true,
    comparesTenants: true,
    certificateLogs: WITHOUT_LIMITS,
    certificateStore: null,
    archives: { take: async () => ({ allowed: true, waitedMs: 0 }), refused: async () => {} },
    async screenshot(url) {
      try {
        return {
          ok: true,
          ...(await takeScreenshot(BROWSER, url, connections)),
          host: 'api.cloudflare.com',
          isStored: false,
        }
      } catch (error) {
        if (error instanceof FetchFailure) return without('failed', error.message)
        throw error
      }
    },
    async renderedHtml(url) {
      try {
        return {
          ok: true,
          ...(await renderPage(BROWSER, url, connections)),
          host: 'api.cloudflare.com',
        }
      } catch (error) {
        if (error instanceof FetchFailure) return without('failed', error.message)
        throw error
      }
    },
    countDomains: async () => without('skipped', 'Not part of this evaluation.'),
    companyOf: async () => without('skipped', 'Not part of this evaluation.'),
  })
}
