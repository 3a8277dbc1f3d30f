import { Link } from 'wouter-preact'
import { Page, Section } from '../../parts/page.tsx'
import { AnalyzeForm } from './analyze-form.tsx'
import { LatestAnalyses } from './latest-analyses.tsx'

export function Analyze() {
  return (
    <Page
      title="Analyze a domain"
      lead="Paste a domain, a link or a whole ticket. The answer says who operates the domain, how certain that is, and why."
    >
      <Section title="New analysis">
        <AnalyzeForm />
      </Section>
      <Section
        title="Latest analyses"
        actions={
          <Link class="link text-sm" href="/jobs">
            All analyses
          </Link>
        }
      >
        <LatestAnalyses />
      </Section>
    </Page>
  )
}
