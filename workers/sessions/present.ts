import type { UserSession } from '../../shared/sessions/read-session.ts'

export const presentSession = ({ user, expiresAt }: UserSession) => ({
  user,
  expires_at: expiresAt,
})
