import { addDays, DAY, DEFAULT_ZONE, HOUR, wallClock } from '#core/contract/time.ts'
import type { App } from '#core/server/app.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { documentPart } from '#features/files/rules.ts'
import { addRemark, giveAssignment, stepAssignment } from '#features/lessons/assignments/contract.ts'
import { assignment_files } from '#features/lessons/table.assignments.ts'
import type { Calls } from '../scenes/calls.ts'
import { melodyOf } from './melodies.ts'

/** What the teacher says of places in the recording, seconds from its beginning. */
const PLACES = [
  [2, 'Muy buena entrada: el pulso es parejo y cada nota suena limpia.'],
  [6, 'Aquí se acelera. Tócalo tres veces con el metrónomo a 84 antes de volver al tempo.'],
  [11, 'Deja sonar la última nota del compás completo; apoya el anular un poco antes.'],
] as const

/**
 * What the demo student's teacher gave them to do: a piece that was turned in with a recording, of which the teacher said
 * what could be better and where, and exercises for the days ahead.
 */
export async function makeAssignments(
  app: App,
  student_id: number,
  { student, teacher }: { student: Calls; teacher: Calls },
): Promise<void> {
  const real = app.clock.now().getTime()
  const begun = Date.now()
  const today = wallClock(new Date(real), DEFAULT_ZONE).day
  const params = { id: student_id }
  try {
    app.clock.set(new Date(real - 6 * DAY))
    const { id } = await teacher(giveAssignment, {
      params,
      body: {
        title: 'Luna de Xelajú, la primera parte en una sola toma',
        text: 'Grábala de principio a fin, sin cortar, con metrónomo a 92. Si te equivocas, sigue: quiero oír cómo retomas.',
        due: addDays(today, -1),
      },
    })
    app.clock.set(new Date(real - 2 * DAY))
    const bytes = melodyOf(1, 'guitar', 3)
    const key = newKey()
    const at = app.clock.now().toISOString()
    const [take] = await app.db
      .insert(assignment_files)
      .values({
        ...{
          assignment_id: id,
          user_id: student_id,
          side: 'student',
          key,
          format: 'wav',
          bytes: bytes.length,
        },
        ...{ name: 'Luna de Xelajú, segunda toma.wav', stored_at: at, created_at: at },
      })
      .returning({ id: assignment_files.id })
    if (!take) throw new Error('no recording')
    await storeOf(app.config).put(key, new Map([[documentPart('wav'), bytes]]))
    await student(addRemark, {
      params: { id },
      body: { text: 'Me costó el cambio del final, pero salió sin parar.' },
    })
    await student(stepAssignment, { params: { id }, body: { step: 'turn_in' } })
    app.clock.set(new Date(real - DAY))
    for (const [seconds, text] of PLACES)
      await teacher(addRemark, { params: { id }, body: { text, file_id: take.id, at_ms: seconds * 1000 } })
    await teacher(stepAssignment, { params: { id }, body: { step: 'accept' } })
    app.clock.set(new Date(real - 20 * HOUR))
    await teacher(giveAssignment, {
      params,
      body: {
        title: 'Escala de sol en dos octavas, y los cambios de sol a do',
        text: 'Diez minutos al día: la escala subiendo y bajando a 70, y dos compases por acorde sin mirar la mano. Grábame el último día.',
        due: addDays(today, 4),
      },
    })
  } finally {
    app.clock.set(new Date(real + Date.now() - begun))
  }
}
