import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import type { Answer, OutgoingCall } from './egress.ts'
import {
  createSigningKey,
  publicKeys,
  SigningKeys,
  signToken,
  type TokenClaims,
  verificationKey,
} from './identity-tokens.ts'
import { jsonAnswer, parseJson } from './json.ts'
import type { Outbox } from './mail.ts'

/**
 * An emulation of Supabase Auth (github.com/supabase/auth): /otp, /verify, /token and /user, the
 * public keys, and two endpoints for administrators. The issuer in tokens is `<IDP_URL>/auth/v1`.
 */
export type IdentityProvider = {
  readonly host: string
  /** Returns the user with this address, and creates the user if there is none. */
  user(email: string): User
  /**
   * Returns an access token. `claims` and `header` replace fields of a valid token, so that tests
   * can create invalid tokens. A field with the value null is left out.
   */
  token(email: string, claims?: TokenClaims, header?: Record<string, unknown>): string
  /**
   * Returns a `token_hash` for one sign-in within one hour. `expiresInSeconds` is the lifetime of
   * the session's access tokens.
   */
  magicLink(email: string, expiresInSeconds?: number): string
  mailLink(email: string, expiresInSeconds?: number): string
  /** Sets the address that links in emails lead to. Supabase calls this setting Site URL. */
  mailLinksTo(siteUrl: string): void
  rotateKeys(): void
  answer(call: OutgoingCall): Promise<Answer>
  snapshot(): unknown
}

type Options = {
  url: string
  publishableKey: string
  serviceKey: string
  /** Secret for HS256 signatures. A project with this secret publishes no key. */
  jwtSecret?: string | undefined
  outbox: Outbox
  now(): Date
  /** Result of an earlier `snapshot`. Null at the first start. */
  restored: unknown
  changed(): void
}

const User = z.object({
  id: z.string(),
  /** Null after the user was deleted: the record is kept (soft delete). */
  email: z.string().nullable(),
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
  bannedUntil: z.string().nullable(),
})
export type User = z.infer<typeof User>

/** `successor` is the token that replaced this token at the time `usedAt`. */
const RefreshToken = z.object({
  userId: z.string(),
  sessionId: z.string(),
  tokenSeconds: z.number().optional(),
  successor: z.string().optional(),
  usedAt: z.number().optional(),
})
type RefreshToken = z.infer<typeof RefreshToken>

const State = z.object({
  keys: SigningKeys,
  users: z.array(User),
  links: z.record(
    z.string(),
    z.object({ userId: z.string(), expiresAt: z.number(), tokenSeconds: z.number().optional() }),
  ),
  refreshTokens: z.record(z.string(), RefreshToken),
})

/** Template that `docs/operations.md` puts into Supabase. */
const SIGN_IN_EMAIL = readFileSync(
  path.join(import.meta.dirname, '..', '..', 'docs', 'sign-in-email.html'),
  'utf8',
)
const TOKEN_SECONDS = 24 * 3_600
const LINK_MS = 3_600_000
/**
 * A refresh token that was used may be used again within this time (Supabase documentation, page
 * User sessions, reuse interval).
 */
const REUSE_MS = 10_000
const BODY_BYTES_MAX = 64 * 1024
const BAN_HOURS_MAX = 1_000_000
/**
 * Limit of sign-ins from one IP address, as a token bucket (Supabase documentation, page Rate
 * limits). A request with a secret key may name the IP address of its client, if the project allows
 * forwarded addresses.
 */
const VERIFY_BURST = 30
const VERIFY_PER_HOUR = 360

const Email = z
  .strictObject({
    email: z.email(),
    create_user: z.boolean().optional(),
    data: z.unknown().optional(),
  })
  .or(
    z.object({
      email: z.email(),
      code_challenge: z.string(),
      code_challenge_method: z.string().optional(),
    }),
  )
const Verify = z.strictObject({
  type: z.enum(['email', 'magiclink', 'signup']),
  token_hash: z.string().min(1),
})
const Refresh = z.object({ refresh_token: z.string().min(1) })
const Ban = z.object({ ban_duration: z.string().regex(/^(none|\d{1,7}h)$/) })

export function createIdentityProvider(options: Options): IdentityProvider {
  const issuer = `${options.url.replace(/\/$/, '')}/auth/v1`
  const restored = State.safeParse(options.restored)
  const state = restored.success
    ? restored.data
    : { keys: [createSigningKey()], users: [] as User[], links: {}, refreshTokens: {} }
  let siteUrl = options.url
  const seconds = () => Math.floor(options.now().getTime() / 1_000)

  function user(email: string): User {
    const address = email.trim().toLowerCase()
    const known = state.users.find((candidate) => candidate.email === address)
    if (known !== undefined) return known
    const made: User = {
      id: randomUUID(),
      email: address,
      createdAt: options.now().toISOString(),
      lastSignInAt: null,
      bannedUntil: null,
    }
    state.users.push(made)
    options.changed()
    return made
  }

  function accessToken(
    owner: User,
    sessionId: string,
    claims: TokenClaims = {},
    header: Record<string, unknown> = {},
  ): string {
    const valid = {
      iss: issuer,
      aud: 'authenticated',
      sub: owner.id,
      email: owner.email,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'otp', timestamp: seconds() }],
      session_id: sessionId,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { email: owner.email, email_verified: true },
      iat: seconds(),
      exp: seconds() + TOKEN_SECONDS,
    }
    return signToken(state.keys, options.jwtSecret, { ...valid, ...claims }, header)
  }

  function session(
    owner: User,
    token: RefreshToken,
    refreshToken = newRefreshToken(token),
  ): Answer {
    const { sessionId, tokenSeconds = TOKEN_SECONDS } = token
    owner.lastSignInAt = options.now().toISOString()
    options.changed()
    return jsonAnswer(200, {
      access_token: accessToken(owner, sessionId, { exp: seconds() + tokenSeconds }),
      token_type: 'bearer',
      expires_in: tokenSeconds,
      expires_at: seconds() + tokenSeconds,
      refresh_token: refreshToken,
      user: presentUser(owner),
    })
  }

  function newRefreshToken({ userId, sessionId, tokenSeconds }: RefreshToken): string {
    const refreshToken = randomBytes(12).toString('base64url')
    state.refreshTokens[digest(refreshToken)] = { userId, sessionId, tokenSeconds }
    return refreshToken
  }

  function magicLink(email: string, tokenSeconds?: number): string {
    const hash = `pkce_${randomBytes(28).toString('hex')}`
    state.links[digest(hash)] = {
      userId: user(email).id,
      expiresAt: options.now().getTime() + LINK_MS,
      tokenSeconds,
    }
    options.changed()
    return hash
  }

  const isBanned = (owner: User) =>
    owner.bannedUntil !== null && Date.parse(owner.bannedUntil) > options.now().getTime()
  const byId = (id: string) => state.users.find((candidate) => candidate.id === id)

  function mailLink(email: string, tokenSeconds?: number): string {
    const hash = magicLink(email, tokenSeconds)
    const link = `${siteUrl}/app/confirm?token_hash=${hash}&type=email`
    options.outbox.add({
      to: email,
      subject: 'Your sign-in link',
      text: `Sign in: ${link}`,
      html: SIGN_IN_EMAIL.replaceAll('{{ .SiteURL }}', siteUrl).replaceAll(
        '{{ .TokenHash }}',
        hash,
      ),
      headers: { from: `identity@${new URL(options.url).hostname}` },
      at: options.now().toISOString(),
    })
    return hash
  }

  function sendLink(call: OutgoingCall, body: unknown): Answer {
    const parsed = Email.safeParse(body)
    if (!parsed.success)
      return failed(
        call,
        400,
        'validation_failed',
        'Unable to validate email address: invalid format',
      )
    mailLink(parsed.data.email)
    return jsonAnswer(200, {})
  }

  const buckets = new Map<string, { tokens: number; at: number }>()
  function isLimited(call: OutgoingCall): boolean {
    const forwarded =
      [call.headers['sb-forwarded-for'] ?? ''].flat().join(',').split(',')[0]?.trim() ?? ''
    const isTrusted =
      call.headers.apikey === options.serviceKey && options.serviceKey.startsWith('sb_secret_')
    const address = isTrusted && isIP(forwarded) !== 0 ? forwarded : 'the Worker'
    const at = options.now().getTime()
    const bucket = buckets.get(address) ?? { tokens: VERIFY_BURST, at }
    const refilled = Math.min(
      VERIFY_BURST,
      bucket.tokens + ((at - bucket.at) * VERIFY_PER_HOUR) / 3_600_000,
    )
    buckets.set(address, { tokens: Math.max(0, refilled - 1), at })
    return refilled < 1
  }

  function verify(call: OutgoingCall, body: unknown): Answer {
    if (isLimited(call))
      return failed(call, 429, 'over_request_rate_limit', 'Request rate limit reached')
    const parsed = Verify.safeParse(body)
    if (!parsed.success)
      return failed(
        call,
        400,
        'validation_failed',
        'Only the token_hash and type should be provided',
      )
    const key = digest(parsed.data.token_hash)
    const link = state.links[key]
    const owner = link === undefined ? undefined : byId(link.userId)
    delete state.links[key]
    if (link === undefined || owner === undefined || link.expiresAt <= options.now().getTime()) {
      return failed(call, 403, 'otp_expired', 'Email link is invalid or has expired')
    }
    if (isBanned(owner)) return failed(call, 403, 'user_banned', 'User is banned')
    return session(owner, {
      userId: owner.id,
      sessionId: randomUUID(),
      tokenSeconds: link.tokenSeconds,
    })
  }

  function refresh(call: OutgoingCall, body: unknown): Answer {
    const parsed = Refresh.safeParse(body)
    if (call.url.searchParams.get('grant_type') !== 'refresh_token' || !parsed.success) {
      return failed(
        call,
        400,
        'validation_failed',
        'Only grant_type=refresh_token with a refresh_token is emulated',
      )
    }
    const known = state.refreshTokens[digest(parsed.data.refresh_token)]
    const owner = known === undefined ? undefined : byId(known.userId)
    if (known === undefined || owner === undefined) {
      return failed(
        call,
        400,
        'refresh_token_not_found',
        'Invalid Refresh Token: Refresh Token Not Found',
      )
    }
    if (isBanned(owner))
      return failed(call, 400, 'user_banned', 'Invalid Refresh Token: User Banned')
    if (known.successor === undefined) {
      known.successor = newRefreshToken(known)
      known.usedAt = options.now().getTime()
      return session(owner, known, known.successor)
    }
    return again(call, owner, known, known.successor)
  }

  /**
   * Answers a refresh token that was already used. The client gets the same successor again within
   * the reuse interval, or as long as nobody has used the successor. Any other use counts as theft
   * and ends the session (Supabase documentation, page User sessions).
   */
  function again(call: OutgoingCall, owner: User, known: RefreshToken, successor: string): Answer {
    const isActive = state.refreshTokens[digest(successor)]?.successor === undefined
    const isRecent = options.now().getTime() - (known.usedAt ?? 0) <= REUSE_MS
    if (isActive) return session(owner, known, successor)
    if (isRecent) return session(owner, known, activeToken(successor))
    for (const [key, token] of Object.entries(state.refreshTokens))
      if (token.sessionId === known.sessionId) delete state.refreshTokens[key]
    options.changed()
    return failed(call, 400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }

  function activeToken(token: string): string {
    const { successor } = state.refreshTokens[digest(token)] ?? {}
    return successor === undefined ? token : activeToken(successor)
  }

  async function currentUser(call: OutgoingCall): Promise<Answer> {
    const token = (call.headers.authorization ?? '').replace(/^Bearer /, '')
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => verificationKey(state.keys, kid), {
        issuer,
      })
      const owner = byId(payload.sub ?? '')
      if (owner !== undefined) return jsonAnswer(200, presentUser(owner))
    } catch {
      return failed(call, 403, 'bad_jwt', 'invalid JWT')
    }
    return failed(call, 403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }

  function administer(call: OutgoingCall, id: string, body: unknown): Answer {
    const { authorization, apikey } = call.headers
    const needsBearer = !options.serviceKey.startsWith('sb_secret_')
    const isAdmin =
      authorization === `Bearer ${options.serviceKey}` ||
      (authorization === undefined && !needsBearer)
    if (apikey !== options.serviceKey || !isAdmin)
      return failed(call, 403, 'not_admin', 'User not allowed')
    const index = state.users.findIndex((candidate) => candidate.id === id)
    const owner = state.users[index]
    if (owner === undefined) return failed(call, 404, 'user_not_found', 'User not found')
    options.changed()
    if (call.method === 'DELETE') {
      const isSoft = z.object({ should_soft_delete: z.literal(true) }).safeParse(body).success
      for (const [key, token] of Object.entries(state.refreshTokens))
        if (token.userId === id) delete state.refreshTokens[key]
      for (const [key, link] of Object.entries(state.links))
        if (link.userId === id) delete state.links[key]
      if (isSoft) owner.email = null
      else state.users.splice(index, 1)
      return jsonAnswer(200, {})
    }
    const ban = Ban.safeParse(body)
    if (!ban.success) return failed(call, 400, 'validation_failed', 'Only ban_duration is emulated')
    const hours =
      ban.data.ban_duration === 'none'
        ? null
        : Math.min(Number.parseInt(ban.data.ban_duration, 10), BAN_HOURS_MAX)
    owner.bannedUntil =
      hours === null ? null : new Date(options.now().getTime() + hours * 3_600_000).toISOString()
    return jsonAnswer(200, presentUser(owner))
  }

  return {
    host: new URL(options.url).hostname,
    user,
    token: (email, claims, header) => accessToken(user(email), randomUUID(), claims, header),
    magicLink,
    mailLink,
    mailLinksTo(url) {
      siteUrl = url.replace(/\/$/, '')
    },
    rotateKeys() {
      state.keys.push(createSigningKey())
      options.changed()
    },
    snapshot: () => state,
    async answer(call) {
      const route = `${call.method} ${call.url.pathname.replace(/^\/auth\/v1/, '')}`
      if (route === 'GET /.well-known/jwks.json') {
        return jsonAnswer(
          200,
          options.jwtSecret === undefined ? publicKeys(state.keys) : { keys: [] },
          {
            'cache-control': 'public, max-age=600',
          },
        )
      }
      if (route === 'GET /.well-known/openid-configuration') {
        return jsonAnswer(200, {
          issuer,
          jwks_uri: `${issuer}/.well-known/jwks.json`,
          id_token_signing_alg_values_supported: ['ES256'],
        })
      }
      const { apikey } = call.headers
      if (apikey === undefined) return jsonAnswer(401, { message: 'No API key found in request' })
      if (apikey !== options.publishableKey && apikey !== options.serviceKey)
        return jsonAnswer(401, { message: 'Invalid API key' })
      const body = parseJson((await call.body(BODY_BYTES_MAX)).toString('utf8'))
      const admin = /^(?:PUT|DELETE) \/admin\/users\/([\w-]{1,64})$/.exec(route)
      if (admin?.[1] !== undefined) return administer(call, admin[1], body)
      switch (route) {
        case 'POST /otp':
          return sendLink(call, body)
        case 'POST /verify':
          return verify(call, body)
        case 'POST /token':
          return refresh(call, body)
        case 'GET /user':
          return currentUser(call)
        case 'GET /health':
          return jsonAnswer(200, {
            name: 'GoTrue',
            version: 'sample',
            description: 'The sample identity provider',
          })
        default:
          return failed(call, 404, 'not_found', `${route} is not emulated`)
      }
    },
  }
}

/** Supabase Auth stores only digests of the secrets in sign-in links. */
function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function presentUser(owner: User): unknown {
  return {
    id: owner.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: owner.email,
    email_confirmed_at: owner.createdAt,
    last_sign_in_at: owner.lastSignInAt,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email: owner.email, email_verified: true },
    identities: [],
    created_at: owner.createdAt,
    updated_at: owner.lastSignInAt ?? owner.createdAt,
    is_anonymous: false,
    ...(owner.bannedUntil === null ? {} : { banned_until: owner.bannedUntil }),
  }
}

/**
 * Returns an error response. The request header X-Supabase-Api-Version selects its format: from
 * version 2024-01-01 on, `code` contains an error code as text. Without a date in this header,
 * `code` contains the HTTP status as a number.
 */
function failed(call: OutgoingCall, status: number, code: string, message: string): Answer {
  const version = String(call.headers['x-supabase-api-version'] ?? '')
  const isNew = /^\d{4}-\d\d-\d\d$/.test(version) && version >= '2024-01-01'
  return jsonAnswer(
    status,
    isNew ? { code, message } : { code: status, error_code: code, msg: message },
    {
      'x-sb-error-code': code,
    },
  )
}
