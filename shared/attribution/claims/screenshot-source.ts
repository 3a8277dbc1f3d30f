/** What a claim read off a picture cites when no collected text bears it out. */
export const SCREENSHOT_SOURCE = 'screenshot'
