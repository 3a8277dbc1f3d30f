import services from './privacy-services.json' with { type: 'json' }

/** Company that registers domains in its own name to hide its customers. */
interface PrivacyService {
  service: string
  /** First words of the names that it enters as registrant, in lower case without punctuation. */
  names: readonly string[]
  /** Domains of email addresses that forward mail to the customers. */
  domains?: readonly string[]
}

export const PRIVACY_SERVICES: readonly PrivacyService[] = services
