import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { ask } from '#core/web/ask.ts'
import { type ProjectMedia, readProjectMedia } from '../contract.ts'

/** Something in the player: a sound, and whose it is. */
export interface Track {
  id: number
  url: string
  title: string
  seconds: number
  levels: readonly number[] | null
  project_id: number
  artist: string
}

interface Playing {
  tracks: readonly Track[]
  /** Which of them is heard. */
  at: number
  /** Whether it is meant to sound; what it waits for is the player's. */
  isOn: boolean
  /** Counts what was begun, so that the same sound can be begun anew. */
  begun: number
  begin(tracks: readonly Track[], at: number): void
  turn(isOn: boolean): void
  go(at: number): void
  close(): void
}

/** What is being heard, whatever page is open. */
export const usePlaying = create<Playing>()((set) => ({
  tracks: [],
  at: 0,
  isOn: false,
  begun: 0,
  begin: (tracks, at) => set(({ begun }) => ({ tracks, at, isOn: true, begun: begun + 1 })),
  turn: (isOn) => set({ isOn }),
  go: (at) => set(({ begun }) => ({ at, isOn: true, begun: begun + 1 })),
  close: () => set({ tracks: [], at: 0, isOn: false }),
}))

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

/** Minutes and seconds, as a player shows them: 3:07. */
export const clockOf = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
