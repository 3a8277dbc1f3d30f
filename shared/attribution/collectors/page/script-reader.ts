import type { LeftOut } from './page-document.ts'
import type { PageLimits } from './page-limits.ts'

const STRUCTURED_BLOCKS_MAX = 20
const CODE_LENGTH_MAX = 512 * 1024

export class ScriptReader {
  code = ''
  readonly structuredData: string[] = []
  private current: { structured: boolean; isCut: boolean; parts: string[] } | null = null
  private codeLength = 0

  constructor(
    private readonly limits: PageLimits,
    private readonly leaveOut: (limit: LeftOut) => void,
  ) {}

  open(type = ''): void {
    this.current = { structured: /ld\+json/iu.test(type), isCut: false, parts: [] }
  }

  text(text: string): void {
    const script = this.current
    if (script === null) return
    if (script.structured) script.isCut ||= !this.limits.take('structuredData', text.length)
    else script.isCut ||= this.codeLength + text.length > CODE_LENGTH_MAX * 2
    if (script.isCut) return
    if (!script.structured) this.codeLength += text.length
    script.parts.push(text)
  }

  close(): void {
    if (this.current === null) return
    const { structured, isCut, parts } = this.current
    this.current = null
    if (structured) {
      // JSON that was cut off cannot be parsed, so it is not kept.
      const isKept = !isCut && this.structuredData.length < STRUCTURED_BLOCKS_MAX
      if (isKept) this.structuredData.push(parts.join(''))
      else this.leaveOut('structured_data')
      return
    }
    const isKept = this.code.length < CODE_LENGTH_MAX
    if (isKept) this.code += `${parts.join('')}\n`
    if (isCut || !isKept) this.leaveOut('scripts')
  }
}
