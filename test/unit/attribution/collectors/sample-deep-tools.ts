import { WITHOUT_LIMITS } from '../../../../shared/attribution/certificate-logs.ts'
import type { DeepTools } from '../../../../shared/attribution/deep-tools.ts'

/** Services of a deep analysis of which none is configured, except those in `given`. */
export function deepTools(given: Partial<DeepTools>): DeepTools {
  const unused = async () =>
    ({ ok: false, status: 'skipped', detail: 'The test does not use it.' }) as const
  return {
    newNonce: () => '',
    model: unused,
    ask: unused,
    screenshot: unused,
    takesScreenshots: false,
    comparesTenants: false,
    renderedHtml: unused,
    certificateLogs: WITHOUT_LIMITS,
    certificateStore: null,
    archives: null,
    companyOf: unused,
    countDomains: unused,
    ...given,
  }
}
