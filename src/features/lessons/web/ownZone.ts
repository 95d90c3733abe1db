/** Whoever looks at a page of lessons reads its times on their own clock. */
export { ownZone } from '#core/web/ownZone.ts'
