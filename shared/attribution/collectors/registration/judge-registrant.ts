import { PRIVACY_SERVICES } from '../../data/privacy-services.ts'
import { foldWords } from '../../names/fold.ts'
import { isPlaceholder, type Judgement, judgeRegistrantText } from '../../names/registrant-text.ts'
import type { RegistrationRecord } from '../../registration-record.ts'
import { normalizeCountry } from './countries.ts'
import { emailDomain } from './host-names.ts'
import { cleanValue } from './whois-text.ts'

export { isPlaceholder }

/** Fields may still contain redaction texts or names of privacy services. */
export interface StatedRegistrant {
  organization?: string | null | undefined
  name?: string | null | undefined
  country?: string | null | undefined
  email?: string | null | undefined
  /**
   * True if a remark, an anonymity flag or the id of a contact without data shows that data is
   * hidden.
   */
  withheld?: boolean | undefined
}

export interface JudgedRegistrant {
  registrant: RegistrationRecord['registrant']
  privacy: RegistrationRecord['privacy']
  privacy_service: string | null
}

export const classifyName = (value: string | null | undefined): Judgement =>
  judgeRegistrantText(cleanValue(value ?? ''))

function privacyMailboxOf(domain: string | null): string | null {
  if (domain === null) return null
  for (const { service, domains } of PRIVACY_SERVICES) {
    if (domains?.some((mailbox) => domain === mailbox || domain.endsWith(`.${mailbox}`)))
      return service
  }
  return null
}

/** `relay` is the privacy service that the registrant's email address belongs to, if any. */
function serviceOf(organization: Judgement, name: Judgement, relay: string | null): string | null {
  if (organization.is === 'proxy') return organization.service
  // If the organisation is real, a privacy service in the name field counts only if the email
  // address also belongs to a privacy service.
  if (name.is === 'proxy' && (organization.is !== 'name' || relay !== null)) return name.service
  return organization.is !== 'name' && name.is !== 'name' ? relay : null
}

/**
 * Texts such as "REDACTED", privacy services and roles such as "Domain Admin" become null, and
 * `privacy` says why. The name of a registrar is kept, because a registrar also registers domains
 * for itself.
 */
export function classifyRegistrant(stated: StatedRegistrant): JudgedRegistrant {
  const organization = classifyName(stated.organization)
  const name = classifyName(stated.name)
  const mailbox = emailDomain(stated.email ?? '')
  const relay = privacyMailboxOf(mailbox)
  const country = normalizeCountry(stated.country)
  const service = serviceOf(organization, name, relay)
  if (service !== null) {
    const nobody = { organization: null, name: null, country: null, email_domain: null }
    return { registrant: nobody, privacy: 'proxy', privacy_service: service }
  }
  const shownOrganization = organization.is === 'name' ? organization.name : null
  const shownName = name.is === 'name' ? name.name : null
  const redacted =
    organization.is === 'redaction' || name.is === 'redaction' || stated.withheld === true
  const shown = shownOrganization !== null || shownName !== null
  return {
    registrant: {
      organization: shownOrganization,
      name:
        shownName !== null && foldWords(shownName) === foldWords(shownOrganization ?? '')
          ? null
          : shownName,
      country,
      email_domain: relay === null ? mailbox : null,
    },
    privacy: shown ? 'none' : redacted ? 'redacted' : 'absent',
    privacy_service: null,
  }
}
