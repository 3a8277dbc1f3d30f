/** Name that would load a picture and run a script if a page took it for markup. */
export const MARKUP = '<img src=x onerror=alert(1)>'
/** Name whose end is written from right to left, so that it looks like a picture. */
export const SPOOFED = `${MARKUP}\u202egnp.exe`
/** Part of a name that is too long for any line. */
export const LONG = 'x'.repeat(10_000)
