import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { CopyButton } from '../copy.tsx'
import { EntityLink } from '../named-links.tsx'
import { OutsideLink, OutsideText } from '../outside-text.tsx'
import { CopyValue } from './copy-value.tsx'
import { FactEvidence } from './fact-evidence.tsx'
import {
  ageText,
  countryName,
  dayText,
  issuerName,
  languageName,
  networksOf,
} from './fact-words.ts'
import { reportText } from './report-text.ts'
import { SitePicture } from './site-picture.tsx'
import type { Facts, Verdict } from './verdict-parts.ts'

interface StripProps {
  verdict: Verdict
  /** With the id of the analysis, each fact shows its evidence. */
  jobId: string | null
}

const VALUE_CHARACTERS_SHOWN = 160

interface Row {
  name: string
  collector: string
  /** Text for the copy button. */
  text: string
  value: ComponentChildren
}

export function FactsStrip({ verdict, jobId }: StripProps) {
  const { facts, domain } = verdict
  const rows = [...registrationRows(facts, domain), ...hostingRows(facts), ...siteRows(facts)]
  if (rows.length === 0) return null
  return (
    <section aria-label="Facts" class="border-t border-line p-4 sm:p-6">
      <div class="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 class="text-sm font-medium">Facts</h3>
        {facts.registration.outcome === 'registered' && (
          <CopyButton text={reportText(verdict)} label="Copy a report text" />
        )}
      </div>
      <dl class="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-6 gap-y-4">
        {rows.map((row) => (
          <Fact key={row.name} row={row} jobId={jobId} />
        ))}
      </dl>
      {jobId !== null && facts.picture !== null && <SitePicture jobId={jobId} />}
    </section>
  )
}

function Fact({
  row: { name, collector, text, value },
  jobId,
}: {
  row: Row
  jobId: string | null
}) {
  return (
    <div class="min-w-0 text-sm has-[details[open]]:col-span-full">
      <dt class="flex items-center justify-between gap-1 text-muted">
        {name}
        <CopyValue text={text} name={name} />
      </dt>
      <dd class="min-w-0">
        {value}
        {jobId !== null && <FactEvidence jobId={jobId} collector={collector} fact={name} />}
      </dd>
    </div>
  )
}

const outside = (text: string) => <OutsideText text={text} max={VALUE_CHARACTERS_SHOWN} />

/** A list of values, one in each line. */
const lines = (values: readonly string[]) => (
  <ul>
    {values.map((value) => (
      <li key={value}>{outside(value)}</li>
    ))}
  </ul>
)

const row = (
  name: string,
  collector: string,
  text: string | null,
  value?: ComponentChildren,
): Row[] =>
  text === null || text === '' ? [] : [{ name, collector, text, value: value ?? outside(text) }]

function registrationRows({ registration }: Facts, domain: string): Row[] {
  const { registered_at: at, expires_at: until, age_days: age, registrar } = registration
  const { abuse_email: email, abuse_phone: phone, registrant, statuses } = registration
  const abuse = [email, phone].filter((contact) => contact !== null)
  return [
    ...row(
      'Registered',
      'whois',
      at,
      at !== null && (
        <>
          <time dateTime={at}>{outside(dayText(at))}</time>
          {age !== null && <span class="text-muted"> · {ageText(age)}</span>}
          <Link class="link block" href={`/domains/${encodeURIComponent(domain)}`}>
            History of the domain
          </Link>
        </>
      ),
    ),
    ...row(
      'Expires',
      'whois',
      until,
      until !== null && <time dateTime={until}>{outside(dayText(until))}</time>,
    ),
    ...row('Registrar', 'whois', registrar),
    ...row('Report abuse to', 'whois', abuse.join('\n'), lines(abuse)),
    ...row(
      'Registrant',
      'whois',
      registrant,
      registrant !== null && (
        <>
          <EntityLink name={registrant} />
          {registration.registrant_country !== null && (
            <span class="text-muted">
              {' '}
              · {outside(countryName(registration.registrant_country))}
            </span>
          )}
        </>
      ),
    ),
    ...row('Status', 'whois', statuses.join('\n'), lines(statuses)),
  ]
}

function hostingRows(facts: Facts): Row[] {
  const { hosting, name_servers: servers, mail_hosts: mail } = facts
  const addresses = hosting.addresses.map(({ address }) => address)
  const networks = networksOf(hosting.addresses)
  return [
    ...row('Host', 'asn', networks.join('\n'), lines(networks)),
    ...row('Addresses', 'dns', addresses.join('\n'), lines(addresses)),
    ...row('Name servers', 'dns', servers.join('\n'), lines(servers)),
    ...row('Mail', 'dns', mail.join('\n'), lines(mail)),
  ]
}

function siteRows({ tls_certificate: certificate, page }: Facts): Row[] {
  return [
    ...(certificate === null
      ? []
      : row(
          'TLS certificate',
          certificate.read_from === 'site' ? 'live_certificate' : 'certificates',
          certificate.organization ?? certificate.issuer,
          <>
            {certificate.organization !== null && <>{outside(certificate.organization)}, </>}
            issued by {outside(issuerName(certificate.issuer))}
            <span class="block text-muted">
              {outside(dayText(certificate.not_before))} to{' '}
              {outside(dayText(certificate.not_after))}
            </span>
          </>,
        )),
    ...(page === null
      ? []
      : [
          ...row('Page title', 'http_probe', page.title),
          ...row('Page', 'http_probe', page.url, <OutsideLink address={page.url} />),
          ...row(
            'Language',
            'http_probe',
            page.language,
            page.language !== null && outside(languageName(page.language)),
          ),
        ]),
  ]
}
