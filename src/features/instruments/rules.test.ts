import { describe, expect, it } from 'vitest'
import { experienceOf } from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')

describe('the experience band', () => {
  it.each([
    [2026, 'graduate'],
    [2025, 'graduate'],
    [2024, 'junior'],
    [2023, 'junior'],
    [2022, 'senior'],
    [2019, 'senior'],
    [2018, 'lead'],
    [1990, 'lead'],
  ])('of somebody who plays since %i is %s', (year, band) => {
    expect(experienceOf(year, now)).toBe(band)
  })

  it('is nothing without a year, or with one to come', () => {
    expect(experienceOf(null, now)).toBeNull()
    expect(experienceOf(2027, now)).toBeNull()
  })
})
