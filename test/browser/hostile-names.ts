/** Loads a picture and runs a script if a page takes the name for markup. */
export const MARKUP = '<img src=x onerror=alert(1)>'
/** U+202E reverses the end of the name, so that it looks like the name of a picture. */
export const SPOOFED = `${MARKUP}\u202egnp.exe`
export const LONG = 'x'.repeat(10_000)
