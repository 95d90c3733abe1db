import { useCallback, useEffect, useRef, useState } from 'react'
import { PERSONAL, readJson, storeJson } from '#core/web/storage.ts'
import type { Side } from '../../contract.ts'
import type { Notes } from '../../room/web/notes.ts'
import { changed, isNewer, NOWHERE, noteIn, type Place, placeIn, type Spot } from './place.ts'

/** How long a pointer stays after it last moved, milliseconds. */
const POINTS_MS = 1_500

/** Where this window was in the score of a lesson before it was loaded again. */
function keptOf(lesson_id: number): Place {
  const kept = readJson('session', PERSONAL.score) as { lesson_id?: unknown; place?: unknown } | null
  return (kept?.lesson_id === lesson_id && placeIn(kept.place)) || NOWHERE
}

/** A pointer as it is shown: it stays where it was while it fades. */
export interface Mark extends Spot {
  isOn: boolean
}

/**
 * What the two look at together. Whoever comes later, or comes back, is told by the other's page.
 * @returns where they are, where the other points, and how to change either
 */
export function usePlace(lesson_id: number, side: Side, notes: Notes) {
  const [place, setPlace] = useState(() => keptOf(lesson_id))
  const [mark, setMark] = useState<Mark | null>(null)
  const now = useRef(place)
  const fading = useRef<ReturnType<typeof setTimeout>>(undefined)

  const see = useCallback(
    (next: Place) => {
      now.current = next
      setPlace(next)
      setMark(null)
      storeJson('session', PERSONAL.score, { lesson_id, place: next })
    },
    [lesson_id],
  )
  useEffect(() => {
    const stop = notes.listen(
      (data) => {
        const note = noteIn(data)
        if (!note) return
        if ('place' in note) {
          if (isNewer(note.place, now.current)) see(note.place)
          return
        }
        clearTimeout(fading.current)
        setMark({ ...note.spot, isOn: true })
        fading.current = setTimeout(
          () => setMark((before) => before && { ...before, isOn: false }),
          POINTS_MS,
        )
      },
      () => notes.send({ place: now.current }),
    )
    return () => {
      stop()
      clearTimeout(fading.current)
    }
  }, [notes, see])

  return {
    place,
    mark,
    go: (to: Partial<Pick<Place, 'score' | 'page'>>) => {
      see(changed(now.current, side, to))
      notes.send({ place: now.current })
    },
    point: (spot: Spot) => notes.send({ spot }),
  }
}
