/** Shortest and longest name of an operator that the API accepts. */
export const ENTITY_CHARACTERS = { min: 2, max: 255 } as const

export const hasEntityLength = ({ length }: string): boolean =>
  length >= ENTITY_CHARACTERS.min && length <= ENTITY_CHARACTERS.max
