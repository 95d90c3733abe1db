import i18next from 'i18next'
import { beforeAll, expect, test, vi } from 'vitest'
import { fetchParts } from './parts.ts'

const fetched = vi.hoisted(() => [] as string[])
vi.mock('./EventSheet.tsx', () => {
  fetched.push('sheet')
  return { EventSheet: () => null }
})
vi.mock('./DayCard.tsx', () => {
  fetched.push('day')
  return { DayCard: () => null }
})

beforeAll(() => i18next.init({ lng: 'en' }))

test('a page that is stored days ahead has what is shown on the day alone', async () => {
  await fetchParts()
  expect(fetched.sort()).toEqual(['day', 'sheet'])
})
