import type { Clock } from './app.ts'

/** A clock that can be moved: time goes on from wherever it was put. */
export function openClock(start?: Date): Clock {
  let offset = start ? start.getTime() - Date.now() : 0
  return {
    now: () => new Date(Date.now() + offset),
    move: (ms) => {
      offset += ms
    },
    set: (at) => {
      offset = at.getTime() - Date.now()
    },
    reset: () => {
      offset = 0
    },
  }
}
