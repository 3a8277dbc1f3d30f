import {
  COMPANY_REGISTER_IDS,
  type CompanyRegisterId,
} from '../../../platform/company-register-ids.ts'
import type { RegisterAccess } from '../../witness-tools.ts'
import type { CompanyNumber } from './company-number.ts'
import { ARES, ARIREGISTER, RPO, SIRENE, VIES } from './european-registers.ts'
import type { StatedNumber } from './numbers-to-ask.ts'
import { ABR, CNPJ, COMPANIES_HOUSE, GLEIF } from './other-registers.ts'
import type { Register } from './register.ts'
import { BRREG, CVR, KRS, NZBN, PRH_YTJ } from './website-registers.ts'

export const REGISTERS: Readonly<Record<CompanyRegisterId, Register>> = {
  brreg: BRREG,
  prh: PRH_YTJ,
  krs: KRS,
  cvr: CVR,
  nzbn: NZBN,
  sirene: SIRENE,
  ares: ARES,
  rpo: RPO,
  ariregister: ARIREGISTER,
  cnpj: CNPJ,
  companies_house: COMPANIES_HOUSE,
  abr: ABR,
  vies: VIES,
  gleif: GLEIF,
}

export interface RegisterQuestion {
  register: Register
  number: CompanyNumber
  statedOn: string | null
  url: string
  headers: Record<string, string>
}

/** Null if no enabled register knows the number, or if the key of the register is missing. */
export function questionFor(
  { forms, statedOn }: StatedNumber,
  { enabled, keys }: RegisterAccess,
): RegisterQuestion | null {
  for (const number of forms)
    for (const id of COMPANY_REGISTER_IDS) {
      const register = REGISTERS[id]
      if (!enabled.includes(id) || !register.schemes.includes(number.scheme)) continue
      const question = register.question(number.value, keys, number.country)
      if (question !== null)
        return { register, number, statedOn, url: question.url, headers: question.headers ?? {} }
    }
  return null
}
