import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { RecordLine } from './RecordLine.tsx'

inSpanish()

const said = async (replies: number) =>
  textOf(await drawn(<RecordLine of={{ reliability: 0.8, promises: 5, reply_minutes: 1, replies }} />))

test('how somebody replies says by how many answers, and a share as every text writes it', async () => {
  expect(await said(1)).toBe('Cumplió el 80 % de 5 compromisos Responde en 1 minuto según 1 respuesta')
  expect(await said(3)).toContain('Responde en 1 minuto según la mediana de 3 respuestas')
})
