const BREAK = /\n\s*/gu

/** A text, such as a pattern, without the line breaks and indentation of its source. */
export const lines = ({ raw }: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: raw.map((part) => part.replace(BREAK, '')) }, ...values)

export const words = ({ raw }: TemplateStringsArray): string[] =>
  (raw[0] ?? '').trim().split(/\s+/u)
