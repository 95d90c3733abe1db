import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { fetched, later } from '#core/web/ui/later.tsx'
import { usePlaying } from './player.ts'

const Player = later(async () => (await import('./Player.tsx')).Player)

/** Where the player is, whatever page is open; fetched when something is heard for the first time. */
export function PlayerSlot() {
  const isThere = usePlaying(({ tracks }) => tracks.length > 0)
  const client = useQueryClient()
  useEffect(() => {
    // Pressed on the landing before there was an app (landing.ts).
    const { hear: pressed } = document.documentElement.dataset
    if (!pressed) return
    delete document.documentElement.dataset.hear
    const project = JSON.parse(pressed) as { id: number; name: string }
    // What can't be fetched isn't heard; it can be pressed again.
    void fetched(() => import('./hear.ts'))
      .then(({ hear }) => hear(client, project))
      .catch(() => {})
  }, [client])
  return isThere ? (
    <Suspense fallback={null}>
      <Player />
    </Suspense>
  ) : null
}
