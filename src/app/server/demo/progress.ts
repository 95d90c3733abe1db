import { randomUUID } from 'node:crypto'
import { addDays, DAY, DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import {
  addObjective,
  addPiece,
  notePractice,
  type PieceDraft,
  saveObjective,
  savePiece,
} from '#features/lessons/progress/contract.ts'
import { mondayOf } from '#features/lessons/progress/rules.ts'
import type { Calls } from '../scenes/calls.ts'
import { chance } from './random.ts'

/** How many weeks the student has practised, the one that is running last. */
const WEEKS = 13

/** Weekdays on which they practise: five a week of late; before, as it came, with one week that had too few. */
const RHYTHM: readonly (readonly number[])[] = [
  [2, 4, 6],
  [1, 3, 4, 6],
  [2, 3, 6],
  [1, 2, 4, 6],
  [1, 3, 4, 5, 6],
  [2, 4, 6, 7],
  [1, 2, 4],
  [1, 2, 4, 5, 6],
  [1, 2, 3, 4, 6],
  [1, 2, 3, 5, 6, 7],
  [1, 2, 4, 5, 6],
  [1, 2, 3, 5, 6],
  [1, 2, 3, 4, 5, 6],
]

const PRACTISED = [
  'Escalas de do y sol con metrónomo',
  'Cambios de acorde: sol, do y re, sin mirar la mano',
  'Luna de Xelajú, la primera parte despacio',
  'Arpegios de la mano derecha',
  'Estudio de Carcassi, compases 9 a 16',
  'Piano: minueto, manos juntas',
  'Lectura: dos líneas nuevas',
  'Repaso de todo lo de la clase',
  '',
] as const

interface Learned {
  piece: PieceDraft
  /** The week in which it was added, and the tempos of the weeks from then on; null where it stays. */
  week: number
  tempos: readonly (number | null)[]
}

const learned = (
  [piece, composer, status, tempo_target]: readonly [string, string, PieceDraft['status'], number | null],
  week: number,
  tempos: Learned['tempos'] = [],
): Learned => ({
  piece: { piece, composer, status, tempo_now: tempos[0] ?? null, tempo_target },
  week,
  tempos,
})

const PIECES: readonly Learned[] = [
  learned(['Romance anónimo', '', 'ready', 84], 0, [54, 58, null, 63, 66, 72, null, 76, 80, null, 84]),
  learned(['Minueto en sol', 'Christian Petzold', 'ready', 108], 0, [
    66,
    null,
    72,
    80,
    84,
    null,
    92,
    100,
    108,
  ]),
  learned(['Estudio n.º 1, op. 60', 'Matteo Carcassi', 'polishing', 100], 2, [
    ...[60, null, 66, 69, 72, null, 80, 84, null, 88, 92],
  ]),
  learned(['Luna de Xelajú', 'Paco Pérez', 'polishing', 112], 4, [72, 76, null, 84, 88, 92, null, 98, 104]),
  learned(['Lágrima', 'Francisco Tárrega', 'learning', 72], 8, [42, 46, null, 52, 56]),
  learned(['Para Elisa', 'Ludwig van Beethoven', 'learning', 66], 9, [40, null, 44, 48]),
  learned(['Ferrocarril de los Altos', 'Domingo Bethancourt', 'to_learn', 120], 11),
  learned(['Malagueña', '', 'to_learn', null], 12),
]

/**
 * Three months of the demo student’s practice, with a streak of six weeks, what they play and what they want to reach: each
 * at its time, through the calls that people make.
 */
export async function makeProgress(
  app: App,
  student_id: number,
  { student, teacher }: { student: Calls; teacher: Calls },
): Promise<void> {
  const real = app.clock.now().getTime()
  const begun = Date.now()
  const { between, pick, yes } = chance(12)
  const params = { id: student_id }
  const today = wallClock(new Date(real), DEFAULT_ZONE).day
  const piece_ids = new Map<Learned, number>()

  async function practise(day: string) {
    const minutes = 5 * between(4, 9)
    await student(notePractice, { body: { key: randomUUID(), day, minutes, what: pick(PRACTISED) } })
    // Now and then once more in the evening.
    if (yes(0.15)) await student(notePractice, { body: { key: randomUUID(), day, minutes: 15, what: '' } })
  }

  /** A piece is added in its week, and its tempo rises in those that follow. */
  async function rise(one: Learned, week: number) {
    const tempo_now = one.tempos[week - one.week] ?? null
    const known = piece_ids.get(one)
    if (week === one.week) {
      const status = one.piece.status === 'to_learn' ? one.piece.status : 'learning'
      const made = await student(addPiece, { params, body: { ...one.piece, status } })
      piece_ids.set(one, made.id)
    } else if (known && tempo_now !== null) {
      const isLast = one.tempos.length - 1 === week - one.week
      const status = isLast ? one.piece.status : 'learning'
      await student(savePiece, { params: { id: known }, body: { ...one.piece, status, tempo_now } })
    }
  }

  try {
    for (let week = 0; week < WEEKS; week++) {
      const monday = addDays(mondayOf(today), 7 * (week + 1 - WEEKS))
      const left = (Date.parse(today) - Date.parse(addDays(monday, 6))) / DAY
      app.clock.set(new Date(real - Math.max(0, left) * DAY))
      for (const weekday of RHYTHM[week] ?? []) {
        const day = addDays(monday, weekday - 1)
        // What they practise today is theirs to note.
        if (day < today) await practise(day)
      }
      for (const one of PIECES) await rise(one, week)
      if (week === 1) {
        const body = {
          title: 'Cambiar de acorde sin parar en una canción completa',
          until: null,
          reached: false,
        }
        const made = await teacher(addObjective, { params, body })
        app.clock.set(new Date(real - 30 * DAY))
        await student(saveObjective, { params: { id: made.id }, body: { ...body, reached: true } })
        // Who teaches says so too.
        app.clock.set(new Date(real - 29 * DAY))
        await teacher(saveObjective, { params: { id: made.id }, body: { ...body, reached: true } })
      }
    }
    for (const [by, title, days] of [
      [student, 'Tocar Luna de Xelajú completa en la reunión familiar', 40],
      [teacher, 'Leer a primera vista dos líneas en primera posición', 75],
      [student, 'Practicar cinco días a la semana', null],
    ] as const)
      await by(addObjective, {
        params,
        body: { title, until: days === null ? null : addDays(today, days), reached: false },
      })
  } finally {
    app.clock.set(new Date(real + Date.now() - begun))
  }
}
