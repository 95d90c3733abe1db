/** How often the page asks for what came since, milliseconds. */
export const POLL_MS = 60_000
