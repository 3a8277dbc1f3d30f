/**
 * A domain that an earlier answer of this service gives to a company, with the statements of its
 * newest stored analysis.
 */
export interface KnownCompany {
  name: string
  normalized_name: string
  domain: string
  basis: 'verified' | 'corroborated'
  registered_at: string | null
  trust_txt_control: readonly string[]
  ads_txt: readonly string[]
  redirect_domain: string | null
}

/**
 * Returns the verified and corroborated domains of companies with these normalized names, and the
 * companies of these domains. Answers that rest on the holder's word are left out: otherwise
 * whoever registers first would own a name.
 */
export type FindKnownCompanies = (
  normalizedNames: string[],
  domains: string[],
) => Promise<KnownCompany[]>
