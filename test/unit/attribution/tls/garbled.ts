const STEPS_MAX = 4

export interface SeededRandom {
  /** Integer from 0 to `below` - 1. */
  next(below: number): number
  /** A copy with a few bytes changed, removed, inserted, repeated or cut off. */
  garble(bytes: Uint8Array): Buffer
}

/** Linear congruential generator, so that a failure comes again with the same seed. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const step = (bytes: Buffer): Buffer => {
    const at = next(bytes.length + 1)
    const head = bytes.subarray(0, at)
    const tail = bytes.subarray(at)
    switch (next(6)) {
      case 0:
        return Buffer.concat([head, Buffer.of(next(256)), tail])
      case 1:
        return Buffer.concat([head, tail.subarray(1 + next(8))])
      case 2:
        return Buffer.concat([head, head.subarray(-next(300)), tail])
      case 3:
        return next(4) === 0 ? Buffer.from(head) : bytes
      default:
        return Buffer.concat([head, Buffer.of(next(256)), tail.subarray(1)])
    }
  }
  return {
    next,
    garble(bytes) {
      let garbled = Buffer.from(bytes)
      for (let steps = 1 + next(STEPS_MAX); steps > 0; steps -= 1)
        garbled = Buffer.from(step(garbled))
      return garbled
    },
  }
}
