import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')

/** [light, dark] of a token, as hex. */
function token(name: string): [string, string] {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]+), (#[0-9a-f]+)\\)`).exec(css)
  if (!found?.[1] || !found[2]) throw new Error(`no token ${name}`)
  return [found[1], found[2]]
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? [...hex.slice(1)].map((c) => c + c).join('') : hex.slice(1)
  const [r = 0, g = 0, b = 0] = [0, 2, 4]
    .map((i) => Number.parseInt(full.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

const GROUNDS = ['bg', 'surface', 'surface-2']

describe.each([
  ['Ensayo', 0],
  ['Función', 1],
] as const)('the tokens of %s', (_name, theme) => {
  test.each(['ink', 'ink-2', 'accent'])('%s can be read on every ground', (ink) => {
    for (const ground of GROUNDS)
      expect(contrast(token(ink)[theme], token(ground)[theme]), ground).toBeGreaterThanOrEqual(4.5)
  })

  test('the faintest ink can be read on page and surface', () => {
    for (const ground of ['bg', 'surface'])
      expect(contrast(token('ink-3')[theme], token(ground)[theme]), ground).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['ok', 'warn', 'bad', 'accent'])('%s can be read on its tint', (tone) => {
    expect(contrast(token(tone)[theme], token(`${tone}-tint`)[theme])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['primary', 'primary-hover'])('a button can be read on %s', (fill) => {
    expect(contrast(token('on-primary')[theme], token(fill)[theme])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['line-strong', 'focus', 'graph-ok', 'graph-bad', 'graph-quiet'])(
    '%s stands out as a shape',
    (shape) => {
      for (const ground of ['bg', 'surface'])
        expect(contrast(token(shape)[theme], token(ground)[theme]), ground).toBeGreaterThanOrEqual(3)
    },
  )
})
