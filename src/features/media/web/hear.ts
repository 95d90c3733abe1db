import type { QueryClient } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { type ProjectMedia, readProjectMedia } from '../contract.ts'
import { type Track, usePlaying } from './player.ts'

/** What of a project can be heard, as the player takes it. */
export const tracksOf = (
  project: { id: number; name: string },
  { sounds }: Pick<ProjectMedia, 'sounds'>,
): Track[] => sounds.map((sound) => ({ ...sound, project_id: project.id, artist: project.name }))

/** Begins to play what there is of somebody. @returns false where there is nothing, or it can't be had */
export async function hear(client: QueryClient, project: { id: number; name: string }): Promise<boolean> {
  try {
    const media = await client.fetchQuery({
      ...ask(readProjectMedia, { params: { id: project.id } }),
      staleTime: 60_000,
    })
    if (media.sounds.length > 0) usePlaying.getState().begin(tracksOf(project, media), 0)
    return media.sounds.length > 0
  } catch {
    return false
  }
}
