import { printableLines } from '../../shared/platform/printable.ts'

/** Prints to the terminal. The names in the figures are text of strangers. */
export const print = (text: string): void => console.log(printableLines(text))
