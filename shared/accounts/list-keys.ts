import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { type ApiKeyResponse, presentKey } from './api-key.ts'
import { listActiveKeys } from './queries.ts'

/** The caller's active ordinary keys, newest first. */
export async function listKeys(db: Database, caller: Caller): Promise<ApiKeyResponse[]> {
  return (await listActiveKeys(db, caller.accountId)).map(presentKey)
}
