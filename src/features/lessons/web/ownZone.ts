/** The zone of this browser: whoever looks at a page reads its times on their own clock. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
