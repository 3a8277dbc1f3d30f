import type { R2Bucket } from '@cloudflare/workers-types'
import { z } from 'zod'
import { resealLlmKeys } from '../../shared/accounts/llm-key-seal.ts'
import { purgeExports } from '../../shared/bulk/purge.ts'
import { slice, vars } from '../../shared/config.ts'
import { connect } from '../../shared/db/client.ts'
import { forgetExpired } from '../../shared/db/retention.ts'
import { purgeAttemptsLog } from '../../shared/delivery/retention.ts'
import { newIdentifier } from '../../shared/identifiers.ts'

const needs = vars('DATABASE_URL', 'SEAL_KEYS').extend({ EXPORTS: z.custom<R2Bucket>() })

const ROWS_FORGOTTEN_MAX = 10_000

/** Every night: what is kept for a limited time only goes, and what lies under an old master key is sealed anew. */
export async function retention(environment: object): Promise<void> {
  const { DATABASE_URL, SEAL_KEYS, EXPORTS } = slice(environment, needs)
  const db = connect(DATABASE_URL, newIdentifier('req'))
  await purgeAttemptsLog(db)
  await resealLlmKeys(db, SEAL_KEYS)
  await forgetExpired(db, ROWS_FORGOTTEN_MAX)
  await purgeExports(db, EXPORTS)
}
