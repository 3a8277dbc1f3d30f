import type { ChildProcess } from 'node:child_process'

const WORD_BYTES = 8
/**
 * Index of the pointer to the list `v8Flags` in the struct `Config` (workerd's schema
 * `workerd.capnp`).
 */
const FLAGS_POINTER = 2
/** Codes for the size of the elements in a pointer to a list: bytes, and pointers. */
const ELEMENT_BYTE = 2n
const ELEMENT_POINTER = 6n
const LIST = 1n
const FAR = 2n

/**
 * Adds flags of V8 to the configuration that Miniflare is about to write to workerd, because
 * Miniflare has no option for them. The write throws Error if the configuration already has flags.
 */
export function addV8Flags({ stdin }: Pick<ChildProcess, 'stdin'>, flags: readonly string[]): void {
  if (stdin === null) throw new Error('workerd has no standard input.')
  const write: (config: Buffer) => boolean = stdin.write.bind(stdin)
  stdin.write = (config: Buffer) => write(withV8Flags(config, flags))
}

/**
 * Returns the configuration with the flags. The list of flags becomes a new segment, and a far
 * pointer (a pointer to another segment) leads to it. Throws Error if the configuration already has
 * flags.
 * Source: Cap'n Proto encoding specification, framing of messages in a stream and encoding of
 * pointers.
 */
function withV8Flags(config: Buffer, flags: readonly string[]): Buffer {
  const segments = config.readUInt32LE(0) + 1
  const sizes = Array.from({ length: segments }, (_, segment) =>
    config.readUInt32LE(4 + 4 * segment),
  )
  const data = Buffer.from(config.subarray(headerBytes(segments)))
  const root = data.readBigUInt64LE(0)
  const contentAt = 1 + (Number(BigInt.asIntN(32, root)) >> 2)
  const dataWords = Number((root >> 32n) & 0xffffn)
  const pointers = Number(root >> 48n)
  const at = (contentAt + dataWords + FLAGS_POINTER) * WORD_BYTES
  if ((root & 3n) !== 0n || pointers <= FLAGS_POINTER || data.readBigUInt64LE(at) !== 0n)
    throw new Error('The configuration of workerd has flags of V8 or an unknown form.')
  data.writeBigUInt64LE((BigInt(segments) << 32n) | FAR, at)
  const added = segmentOf(flags)
  const header = Buffer.alloc(headerBytes(segments + 1))
  for (const [index, value] of [segments, ...sizes, added.byteLength / WORD_BYTES].entries())
    header.writeUInt32LE(value, 4 * index)
  return Buffer.concat([header, data, added])
}

/**
 * The header contains the number of segments and the size of each segment, and is padded to whole
 * words.
 */
const headerBytes = (segments: number): number => Math.ceil((1 + segments) / 2) * WORD_BYTES

/**
 * Returns the new segment: a pointer to the list, the list of pointers to the flags, and the flags
 * as texts that end with a NUL byte.
 */
function segmentOf(flags: readonly string[]): Buffer {
  const texts = flags.map((flag) =>
    Buffer.from(flag.padEnd(Math.ceil((flag.length + 1) / WORD_BYTES) * WORD_BYTES, '\0')),
  )
  const pointers = Buffer.alloc((1 + flags.length) * WORD_BYTES)
  pointers.writeBigUInt64LE(listPointer(0, ELEMENT_POINTER, flags.length), 0)
  let textAt = 1 + flags.length
  for (const [index, flag] of flags.entries()) {
    const pointerAt = 1 + index
    const pointer = listPointer(textAt - pointerAt - 1, ELEMENT_BYTE, flag.length + 1)
    pointers.writeBigUInt64LE(pointer, pointerAt * WORD_BYTES)
    textAt += (texts[index]?.byteLength ?? 0) / WORD_BYTES
  }
  return Buffer.concat([pointers, ...texts])
}

/**
 * Returns a pointer to a list. `offset` is the number of words between the pointer and the first
 * element.
 */
const listPointer = (offset: number, elementSize: bigint, elements: number): bigint =>
  (BigInt(elements) << 35n) | (elementSize << 32n) | (BigInt(offset) << 2n) | LIST
