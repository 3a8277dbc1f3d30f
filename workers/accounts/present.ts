import { presentKey } from '../../shared/account-export/documents.ts'
import type { CreatedKey } from '../../shared/accounts/create-key.ts'
import type { Session } from '../../shared/accounts/identity-provider.ts'
import { isoTime } from '../../shared/platform/db/client.ts'

export const presentSession = ({ access_token, refresh_token, expires_in, user }: Session) => ({
  access_token,
  refresh_token,
  token_type: 'bearer' as const,
  expires_in,
  user: { id: user.id, email: user.email ?? null },
})

export const presentClosure = (accountId: string, closedAt: string) => ({
  user_id: accountId,
  status: 'closed' as const,
  closed_at: isoTime(closedAt),
})

export const presentCreatedKey = ({ key, raw }: CreatedKey) => ({ ...presentKey(key), key: raw })
