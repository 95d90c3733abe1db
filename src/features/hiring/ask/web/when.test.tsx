import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { drawn, inSpanish } from '#core/web/drawn.fixture.tsx'
import type { readAsk } from '../contract.ts'
import { OfferAnswer } from './OfferAnswer.tsx'
import { type When, WhenFields } from './WhenFields.tsx'

inSpanish()

const TURNED = 'El final debe ser después del inicio'
const DAY = '2099-12-12'

function Fields(when: When) {
  return <WhenFields control={useForm<When>({ defaultValues: when }).control} />
}

test('an end before the start is asked about while it is written, and one after midnight is not', async () => {
  expect(await drawn(<Fields day={DAY} starts="23:00" ends="21:30" />)).toContain(TURNED)
  // The day may still be missing.
  expect(await drawn(<Fields day={null} starts="23:00" ends="21:30" />)).toContain(TURNED)
  expect(await drawn(<Fields day={DAY} starts="21:00" ends="03:00" />)).not.toContain(TURNED)
  expect(await drawn(<Fields day={DAY} starts="06:00" ends="23:00" />)).toContain(
    'El evento puede durar de 30 minutos a 16 horas',
  )
  expect(await drawn(<Fields day={DAY} starts="23:00" ends={null} />)).not.toContain(TURNED)
})

test('nobody is shown a price for hours that can’t be meant', async () => {
  const service: ReplyOf<typeof readAsk>['services'][number] = {
    id: 1,
    title: 'Boleros',
    format: 'duo',
    genres: ['bolero'],
    event_types: ['wedding'],
    price: 90_000,
    price_mode: 'fixed',
    currency: 'USD',
    problem: null,
  }
  const answer = (starts: string, ends: string) =>
    drawn(
      <OfferAnswer
        offer={{
          musician: 7,
          name: 'Rosa Ixchel',
          profile_image: null,
          services: [service],
          free: true,
          reply_by: '2099-11-20T00:00:00.000Z',
        }}
        service={service}
        event={{ day: DAY, starts, ends }}
        city="Antigua Guatemala"
        isLooking={false}
      />,
    )
  expect(await answer('18:00', '23:00')).toContain('900')
  expect(await answer('23:00', '21:30')).not.toContain('900')
})
