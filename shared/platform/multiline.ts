const BREAK = /\n\s*/gu

/** Removes the line breaks and the indentation of the source from a text, such as a pattern. */
export const lines = ({ raw }: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: raw.map((part) => part.replace(BREAK, '')) }, ...values)

export const words = ({ raw }: TemplateStringsArray): string[] =>
  (raw[0] ?? '').trim().split(/\s+/u)
