import { create } from 'zustand'

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

/** Minutes and seconds, as a player shows them: 3:07. */
export const clockOf = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
