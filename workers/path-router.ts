import type { Result } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Router of Hono that remembers the handlers of each path without parameters, because a search
 * costs each request as much as all checks. Hono's RegExpRouter, which also does that, does not
 * support paths such as `/monitors/feed` beside `/monitors/{monitor_id}`.
 */
export class PathRouter<Handler> extends TrieRouter<Handler> {
  /**
   * Has an entry for each registered route without parameters and for no other, so a caller cannot
   * make it grow.
   */
  readonly #known = new Map<string, Result<Handler> | null>()

  override add(method: string, path: string, handler: Handler): void {
    super.add(method, path, handler)
    for (const key of this.#known.keys()) this.#known.set(key, null)
    if (!/[:*{?]/.test(path)) this.#known.set(keyOf(method, path), null)
  }

  override match(method: string, path: string): Result<Handler> {
    const key = keyOf(method, path)
    const known = this.#known.get(key)
    if (known !== undefined && known !== null) return known
    const found = super.match(method, path)
    if (known === null) this.#known.set(key, found)
    return found
  }
}

const keyOf = (method: string, path: string) => `${method} ${path}`
