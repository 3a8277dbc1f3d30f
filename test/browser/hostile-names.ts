/** If a page takes this name for markup, it loads a picture and runs a script. */
export const MARKUP = '<img src=x onerror=alert(1)>'
/** U+202E reverses the end of the name, so that it looks like the name of a picture file. */
export const SPOOFED = `${MARKUP}\u202egnp.exe`
export const LONG = 'x'.repeat(10_000)
