import { DAY_SECONDS } from '../platform/clock.ts'
import type { Services } from '../platform/services/index.ts'
import { answerStore } from './answer-store.ts'
import { RegisterAnswer } from './witness-evidence.ts'
import type { RegisterAccess, RegisterAnswerStore } from './witness-tools.ts'

const KNOWN_DAYS = 90
/** A register may enter a new company some days after its site appears. */
const UNKNOWN_DAYS = 7

/** Answers are public facts about a number, so all accounts share them. */
export function registerAnswerStore(
  services: Pick<Services, 'env' | 'requestId'>,
): RegisterAnswerStore {
  const store = answerStore(services, 'registers:2', RegisterAnswer)
  return {
    read: (register, number) => store.read(`${register}:${number}`),
    write: (register, number, answer) =>
      store.write(
        `${register}:${number}`,
        answer,
        DAY_SECONDS * (answer.outcome === 'unknown_number' ? UNKNOWN_DAYS : KNOWN_DAYS),
      ),
  }
}

export function registerAccess(env: Services['env']): RegisterAccess {
  return {
    enabled: env.COMPANY_REGISTERS,
    keys: {
      cvr: env.CVR_CREDENTIALS,
      nzbn: env.NZBN_API_KEY,
      companiesHouse: env.COMPANIES_HOUSE_API_KEY,
      abr: env.ABR_GUID,
    },
  }
}
