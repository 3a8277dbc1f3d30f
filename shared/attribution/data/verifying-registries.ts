/**
 * Public suffixes whose registry checks the registrant against a register of companies or persons
 * before it registers a domain, so that a false registrant is not possible there. Sources: the
 * registration terms of Norid (organisation number in the Norwegian register), Punktum dk (identity
 * check), Traficom (business id), EIS (Estonian identity card or register), NIC.br (CPF or CNPJ),
 * auDA (ABN or ACN) and JPRS (co.jp: certificate of the company register).
 */
const VERIFYING_SUFFIXES: ReadonlySet<string> = new Set([
  'no',
  'dk',
  'fi',
  'ee',
  'br',
  'com.br',
  'net.br',
  'org.br',
  'ind.br',
  'au',
  'com.au',
  'net.au',
  'org.au',
  'asn.au',
  'co.jp',
])

/** Returns true when the registry of a registrable domain verifies its registrants. */
export const isVerifyingRegistry = (registrableDomain: string): boolean =>
  VERIFYING_SUFFIXES.has(registrableDomain.slice(registrableDomain.indexOf('.') + 1))
