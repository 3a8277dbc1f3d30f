import { html } from 'hono/html'
import type { AnswerFacts } from '../../shared/attribution/answer/answer-facts.ts'
import { type Markup, outside } from './outside-markup.ts'
import { ageInWords, countryName, dayInWords, languageName } from './page-words.ts'

const LISTED_MAX = 4

interface Fact {
  name: string
  value: Markup | string
  /** Second line. */
  more?: Markup | string | undefined
}

/** Observed values. An unknown one is left out. */
export function factsList(facts: AnswerFacts): Markup | '' {
  const shown = [
    registered(facts.registration),
    registrar(facts.registration),
    registrant(facts.registration),
    host(facts.hosting),
    listed('Name servers', facts.name_servers),
    listed('Mail', facts.mail_hosts),
    tlsCertificate(facts.tls_certificate),
    page(facts.page),
  ].filter((fact) => fact !== null)
  if (shown.length === 0) return ''
  return html`<dl class="facts">${shown.map(
    ({ name, value, more }) =>
      html`<div><dt>${name}</dt><dd>${value}${
        more === undefined ? '' : html`<span class="sub">${more}</span>`
      }</dd></div>`,
  )}</dl>`
}

function registered({
  registered_at,
  expires_at,
  age_days,
}: AnswerFacts['registration']): Fact | null {
  const [begun, ends] = [dayInWords(registered_at), dayInWords(expires_at)]
  if (begun === null) return null
  const age = age_days === null ? [] : [`${ageInWords(age_days)} old`]
  const end = ends === null ? [] : [`until ${ends}`]
  return { name: 'Registered', value: begun, more: [...age, ...end].join(', ') || undefined }
}

function registrar({
  registrar,
  abuse_email,
  abuse_phone,
}: AnswerFacts['registration']): Fact | null {
  if (registrar === null) return null
  const contacts = [abuse_email, abuse_phone].filter((contact) => contact !== null)
  return {
    name: 'Registrar',
    value: outside(registrar),
    more:
      contacts.length === 0
        ? undefined
        : html`Abuse: ${contacts.map((contact, place) => html`${place > 0 ? ', ' : ''}${outside(contact)}`)}`,
  }
}

function registrant({ registrant, registrant_country }: AnswerFacts['registration']): Fact | null {
  if (registrant === null) return null
  const more = registrant_country === null ? undefined : outside(countryName(registrant_country))
  return { name: 'Registrant', value: outside(registrant), more }
}

function host({ addresses }: AnswerFacts['hosting']): Fact | null {
  const [first] = addresses
  if (first === undefined) return null
  const country = first.country === null ? '' : html`, ${outside(countryName(first.country))}`
  const place = html`${first.network === null ? 'Address' : outside(first.network)}${country}`
  const shown = addresses.slice(0, LISTED_MAX).map(({ address }) => address)
  return { name: 'Hosted at', value: place, more: outside(shown.join(', ')) }
}

function listed(name: string, hosts: readonly string[]): Fact | null {
  if (hosts.length === 0) return null
  const left = hosts.length - LISTED_MAX
  const text = hosts.slice(0, LISTED_MAX).join(', ')
  return { name, value: outside(left > 0 ? `${text} and ${left} more` : text) }
}

function tlsCertificate(certificate: AnswerFacts['tls_certificate']): Fact | null {
  if (certificate === null) return null
  const { issuer, organization, not_after } = certificate
  const until = dayInWords(not_after)
  return {
    name: 'TLS certificate',
    value: organization === null ? outside(issuer) : outside(organization),
    more: html`${organization === null ? '' : html`by ${outside(issuer)}, `}until ${until ?? outside(not_after)}`,
  }
}

function page(shown: AnswerFacts['page']): Fact | null {
  if (shown === null || (shown.title === null && shown.language === null)) return null
  return {
    name: 'Page',
    value: shown.title === null ? 'Without a title' : outside(shown.title, 160),
    more: shown.language === null ? undefined : outside(languageName(shown.language), 40),
  }
}
