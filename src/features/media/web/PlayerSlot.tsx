import { Suspense } from 'react'
import { later } from '#core/web/ui/later.tsx'
import { usePlaying } from './player.ts'

const Player = later(async () => (await import('./Player.tsx')).Player)

/** Where the player is, whatever page is open; fetched when something is heard for the first time. */
export function PlayerSlot() {
  const isThere = usePlaying(({ tracks }) => tracks.length > 0)
  return isThere ? (
    <Suspense fallback={null}>
      <Player />
    </Suspense>
  ) : null
}
