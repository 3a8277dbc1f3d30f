/** Company that an earlier answer found for `domain`, with the domain's newest statements. */
export interface KnownCompany {
  name: string
  normalized_name: string
  domain: string
  basis: 'verified' | 'corroborated'
  registered_at: string | null
  /** Time of the analysis that read the statements below. Null without one. */
  read_at: string | null
  trust_txt_control: readonly string[]
  ads_txt: readonly string[]
  redirect_domain: string | null
}

/**
 * Finds companies with these names or domains in verified and corroborated answers. Answers with
 * the basis `stated` are left out; otherwise anybody could claim a company's name by registering a
 * domain first.
 */
export type FindKnownCompanies = (
  normalizedNames: string[],
  domains: string[],
) => Promise<KnownCompany[]>
