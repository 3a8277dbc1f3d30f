import {
  quotaEmail,
  rechargeFailedEmail,
  rechargeRaisedEmail,
  welcomeEmail,
} from './account-emails.ts'
import { changeEmail } from './change-email.ts'
import { digestEmail } from './digest-email.ts'
import type { EmailContent } from './email-layout.ts'
import { type EmailPayload, preferenceOf } from './email-payload.ts'
import { failedListEmail, listEmail } from './list-email.ts'
import { type LinkEnvironment, unsubscribeUrl } from './unsubscribe.ts'

/** Depends only on the arguments, so a second attempt to send the email has the same content. */
export async function emailContentOf(
  accountId: string,
  payload: EmailPayload,
  env: LinkEnvironment,
): Promise<EmailContent> {
  const kind = preferenceOf(payload.template)
  const content = await contentOf(payload, env)
  if (kind === null) return content
  return { ...content, unsubscribeUrl: await unsubscribeUrl(env, accountId, kind) }
}

async function contentOf(payload: EmailPayload, env: LinkEnvironment): Promise<EmailContent> {
  switch (payload.template) {
    case 'bulk_ready':
      return listEmail(payload, env)
    case 'bulk_failed':
      return failedListEmail(payload, env)
    case 'recharge_failed':
      return rechargeFailedEmail(payload, env)
    case 'recharge_raised':
      return rechargeRaisedEmail(payload, env)
    case 'monitor_change':
    case 'monitor_changes':
      return changeEmail(payload, env)
    case 'welcome':
      return welcomeEmail(env)
    case 'quota_80':
    case 'quota_100':
      return quotaEmail(payload, env)
    case 'digest':
      return digestEmail(payload, env)
    default:
      return payload satisfies never
  }
}
