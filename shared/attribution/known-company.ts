/** Domain of a company by an earlier answer, with the statements of its newest analysis. */
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
 * Companies with these names or domains by verified and corroborated answers. Those that rest on
 * the holder's word are left out: otherwise whoever registers first would own a name.
 */
export type FindKnownCompanies = (
  normalizedNames: string[],
  domains: string[],
) => Promise<KnownCompany[]>
