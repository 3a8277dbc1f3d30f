import services from './privacy-services.json' with { type: 'json' }

/** A company that registers domains in its own name to hide its customers. */
interface PrivacyService {
  service: string
  /** First words of the names that it enters as registrant, in lower case without punctuation. */
  names: readonly string[]
  /** Domains in the email addresses of the service, which forward mail to its customers. */
  domains?: readonly string[]
}

export const PRIVACY_SERVICES: readonly PrivacyService[] = services
