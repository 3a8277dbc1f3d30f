import { remember } from './recent-entries.ts'

/**
 * The bucket gets `refill` tokens every `intervalMs`, up to `capacity`.
 * With `refill` = 0, it gives `capacity` tokens once and never more. With `refill` = `capacity`, it
 * gives `capacity` tokens in each interval.
 */
export interface BucketRule {
  capacity: number
  refill: number
  intervalMs: number
}

/** `filledAt`: time of the last refill in milliseconds. Tokens below 0 were spent in advance. */
export interface BucketState {
  tokens: number
  filledAt: number
}

export type Taken = { allowed: true } | { allowed: false; retryAfterMs: number }

export const fullBucket = ({ capacity }: BucketRule): BucketState => ({
  tokens: capacity,
  filledAt: 0,
})

// Adds the refills since `filledAt`. While the bucket is full, no interval runs: an interval starts
// when the first token is taken.
function refilled(state: BucketState, rule: BucketRule, now: number): BucketState {
  const refills = Math.max(0, Math.floor((now - state.filledAt) / rule.intervalMs))
  const tokens = state.tokens + refills * rule.refill
  return tokens >= rule.capacity
    ? { tokens: rule.capacity, filledAt: now }
    : { tokens, filledAt: state.filledAt + refills * rule.intervalMs }
}

export function takeTokens(
  state: BucketState,
  rule: BucketRule,
  now: number,
  amount = 1,
): { state: BucketState; taken: Taken } {
  const current = refilled(state, rule, now)
  const missing = amount - current.tokens
  if (missing <= 0) return { state: spent(current, amount), taken: { allowed: true } }
  const refillsMs = Math.ceil(missing / rule.refill) * rule.intervalMs
  return {
    state: current,
    taken: { allowed: false, retryAfterMs: Math.max(1, current.filledAt + refillsMs - now) },
  }
}

const spent = (state: BucketState, amount: number): BucketState => ({
  ...state,
  tokens: state.tokens - amount,
})

/** All times are milliseconds, measured by the same clock. */
export interface TokenBucket {
  take(now: number, amount?: number): Taken
  /** Takes tokens even if the bucket has too few. Later tokens pay for the missing ones. */
  spend(now: number, amount?: number): void
  giveBack(amount?: number): void
  empty(now: number): void
  left(now: number): number
  /** Milliseconds until the bucket has a token again, or 0 if it has one. */
  retryAfterMs(now: number): number
}

export function tokenBucket(rule: BucketRule, stored = fullBucket(rule)): TokenBucket {
  const update = (state: BucketState) => Object.assign(stored, state)
  return {
    take(now, amount) {
      const { state, taken } = takeTokens(stored, rule, now, amount)
      update(state)
      return taken
    },
    spend(now, amount = 1) {
      update(spent(refilled(stored, rule, now), amount))
    },
    giveBack(amount = 1) {
      stored.tokens = Math.min(rule.capacity, stored.tokens + amount)
    },
    empty(now) {
      update({ ...refilled(stored, rule, now), tokens: 0 })
    },
    left: (now) => refilled(stored, rule, now).tokens,
    retryAfterMs(now) {
      const { taken } = takeTokens(stored, rule, now)
      return taken.allowed ? 0 : taken.retryAfterMs
    },
  }
}

/** Buckets by key. The bucket that was not used for the longest time is forgotten first. */
export function tokenBuckets(keysMax: number): (key: string, rule: BucketRule) => TokenBucket {
  const states = new Map<string, BucketState>()
  return (key, rule) => {
    const state = states.get(key) ?? fullBucket(rule)
    remember(states, key, state, keysMax)
    return tokenBucket(rule, state)
  }
}
