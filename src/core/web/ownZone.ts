import { zoneOrDefault } from '#core/contract/time.ts'
import { zoneToKeep } from '#core/contract/zones.ts'

/** Where this browser's clock is; where it doesn't say it by a name that the server knows, as everybody who said nothing. */
export function ownZone(): string {
  // Some say nothing, or how far their clock is from Greenwich.
  return zoneOrDefault(zoneToKeep(String(Intl.DateTimeFormat().resolvedOptions().timeZone)))
}
