import { siteDomain } from '../platform/public-suffix.ts'
import type { Target } from './collector.ts'
import { SHARED_PLATFORM_DOMAINS } from './data/provider-hosts.ts'

/**
 * True for a customer of a platform, such as kork.github.io. Registration, name servers, tenant,
 * certificate and list entries belong to the platform, so they say nothing about its customer.
 */
export const isPlatformCustomer = ({ domain, registrableDomain }: Target): boolean =>
  domain !== registrableDomain &&
  (siteDomain(domain) !== registrableDomain || SHARED_PLATFORM_DOMAINS.has(registrableDomain))
