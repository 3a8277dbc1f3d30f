import type { EvidenceSet } from './evidence.ts'

/**
 * Evidence in which the page that a browser with scripts shows is the home page. It replaces the
 * page without scripts, because visitors see only this one.
 */
export function withRenderedHome(evidence: EvidenceSet): EvidenceSet {
  const { http_probe: probe, rendered_page: rendered } = evidence
  if (probe?.data == null || rendered?.data == null) return evidence
  const { page, placeholder } = rendered.data
  const data = {
    ...probe.data,
    pages: [page, ...probe.data.pages.filter(({ role }) => role !== 'home')],
    placeholder: probe.data.placeholder ?? placeholder,
  }
  return { ...evidence, http_probe: { ...probe, data } }
}
