/** Registers of companies, in the order in which they are preferred for one number. */
export const COMPANY_REGISTER_IDS = [
  'brreg',
  'prh',
  'krs',
  'cvr',
  'nzbn',
  'sirene',
  'ares',
  'rpo',
  'ariregister',
  'cnpj',
  'companies_house',
  'abr',
  'vies',
  'gleif',
] as const
export type CompanyRegisterId = (typeof COMPANY_REGISTER_IDS)[number]
