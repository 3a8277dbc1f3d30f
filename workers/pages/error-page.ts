import { html } from 'hono/html'
import type { ErrorCode, PublicError } from '../../shared/platform/http/errors.ts'
import { outside } from './outside-markup.ts'
import { publicPage } from './public-page.ts'

interface Advice {
  title: string
  /** Next step of the reader. */
  advice: string
}

// A link is dead for one of several reasons, which the page must not tell apart.
const BY_PATH: readonly (readonly [prefix: string, texts: Advice])[] = [
  [
    '/s/',
    {
      title: 'This link does not work',
      advice: 'It may have expired, or its sender has ended it. Ask for a new link.',
    },
  ],
  [
    '/certificates/',
    {
      title: 'There is no such certificate',
      advice:
        'We never issued a certificate with this number. Compare the address with the printed one.',
    },
  ],
  [
    '/exports/',
    {
      title: 'This download does not work',
      advice: 'Open the list in the app: its page has new links for the same files.',
    },
  ],
  [
    '/email/',
    {
      title: 'This link is not valid',
      advice: 'Copy the whole address from the email, or change your emails in the settings.',
    },
  ],
]

const BY_CODE: Partial<Record<ErrorCode, Advice>> = {
  NOT_FOUND: {
    title: 'There is no such page',
    advice: 'The address may be incomplete or old. Go to the start page.',
  },
  UNAUTHORIZED: {
    title: 'This address needs a key',
    advice: 'It is for programs with an API key. People find the same content in the app.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'This address cannot be opened like this',
    advice: 'It is for programs. The documentation says how they call it.',
  },
  LINK_EXPIRED: { title: 'This link has expired', advice: 'Ask for a new one in the app.' },
  LINK_INVALID: {
    title: 'This link is not valid',
    advice: 'Copy the whole address, as it stands in the email.',
  },
  RATE_LIMITED: { title: 'Too many requests', advice: 'Wait a moment, then open the page again.' },
  INTERNAL: {
    title: 'Something went wrong on our side',
    advice: 'Try again. If it happens again, send us the number below.',
  },
  UNAVAILABLE: {
    title: 'The service is away for a moment',
    advice: 'Try again in a minute. Nothing is lost.',
  },
}

const OTHER: Advice = { title: 'This did not work', advice: 'Go back and try again.' }

const LOST: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'LINK_INVALID', 'LINK_EXPIRED'])

function adviceOn(code: ErrorCode, path: string): Advice {
  const ofPath = BY_PATH.find(([prefix]) => path.startsWith(prefix))?.[1]
  const ofCode = BY_CODE[code]
  if (ofPath === undefined || !LOST.has(code)) return ofCode ?? OTHER
  return code === 'LINK_EXPIRED' ? { ...ofPath, title: ofCode?.title ?? ofPath.title } : ofPath
}

/** Refusal for a person. Needs no setting and no database, because these may be the fault. */
export function errorPage(
  { code, message, headers }: Pick<PublicError, 'code' | 'message' | 'headers'>,
  { path, requestId }: { path: string; requestId: string },
): Promise<string> {
  const { title, advice } = adviceOn(code, path)
  const seconds = headers['retry-after']
  return publicPage({
    title,
    description: advice,
    isHidden: true,
    content: html`<div class="notice"><h1>${title}</h1><p class="lead">${advice}</p>${
      LOST.has(code) ? '' : html`<p class="quiet">${outside(message)}</p>`
    }${seconds === undefined ? '' : html`<p>Seconds to wait: ${seconds}</p>`}
<p class="actions"><a class="button" href="/">Start page</a><a class="button plain"
href="/app/">Open the app</a><a class="button plain" href="/docs">Docs</a></p>
<p class="quiet">Number of this request: <code>${requestId}</code></p></div>`,
  })
}
