import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MoneySlider } from '#core/web/ui/aria/MoneySlider.tsx'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'

const root = path.resolve(import.meta.dirname, '../..')
const components = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }))

test('a tape × only marks the spot where somebody stands: what is done or included has a tick', () => {
  const crossed = components.filter(({ source }) =>
    [...source.matchAll(/<TapeMark\b([^>]*)/g)].some(
      ([, props = '']) => !/shape="(check|l)"|'l'}/.test(props),
    ),
  )
  expect(crossed.map(({ file }) => path.basename(file)).sort()).toEqual(['EmptyState.tsx', 'StagePage.tsx'])
  expect(components.filter(({ source }) => /shape=(\{[^}]*'x'|"x")/.test(source))).toEqual([])
})

test('names and titles wrap: only a chosen value in a control, and a column’s month, are cut', () => {
  const cut = components.filter(({ source }) => /\btruncate\b|text-ellipsis/.test(source))
  expect(cut.map(({ file }) => path.basename(file)).sort()).toEqual([
    'LevelMeter.tsx',
    'Select.tsx',
    'SelectBox.tsx',
    'WelcomeSearch.tsx',
  ])
})

test('the words of a choice and of a button wrap on a phone instead of being cut at its edge', () => {
  expect(buttonStyle()).not.toMatch(/(^|[ "])(whitespace-nowrap|truncate)/)
  const html = renderToStaticMarkup(
    <SegmentedControl
      label="E-mail"
      options={[{ value: 'daily', label: 'Resumen diario' }]}
      value="daily"
      onChange={() => {}}
    />,
  )
  expect(html).not.toMatch(/(^|[ "])whitespace-nowrap/)
})

test('values of which none is chosen are each drawn as something to press; once one is, it alone stands out', () => {
  const drawn = (value: 'online' | 'in_person' | null) => {
    const options = (['online', 'in_person'] as const).map((one) => ({ value: one, label: one }))
    const html = renderToStaticMarkup(
      <SegmentedControl label="Cómo" isRequired options={options} value={value} onChange={() => {}} />,
    )
    expect(html).toContain('aria-required="true"')
    return [...html.matchAll(/<label class="([^"]*)"/g)].map(([, look = '']) =>
      /(^| )bg-surface( |$)/.test(look),
    )
  }
  expect(drawn(null)).toEqual([true, true])
  expect(drawn('online')).toEqual([true, false])
})

test('a chart names each colour that carries a meaning', () => {
  const html = renderToStaticMarkup(
    <LevelMeter
      label="Gasto"
      legend={{ other: 'Meses pasados', current: 'Este mes', expected: 'Ya acordado' }}
      columns={[{ label: 'ene', value: 1, valueText: '$1' }]}
    />,
  )
  for (const meaning of ['Meses pasados', 'Este mes', 'Ya acordado']) expect(html).toContain(meaning)
})

test('a chart whose columns differ in colour says what the colours mean', () => {
  const meters = components.flatMap(({ file, source }) =>
    [...source.matchAll(/<LevelMeter\b[\s\S]*?\n\s*\/>/g)].map(([meter]) => ({
      file: path.basename(file),
      meter,
    })),
  )
  // One of them is the present one, a part is only expected, or two stand side by side.
  const mixed = meters.filter(({ meter }) => /isCurrent: (?!true\b)|expected:|against:/.test(meter))
  expect(mixed.map(({ file }) => file).sort()).toEqual([
    'MoneyCharts.tsx',
    'MusicHomePage.tsx',
    'ResultsMoments.tsx',
    'TalentHunterHomePage.tsx',
    'TempoChart.tsx',
    'WeeksCard.tsx',
  ])
  expect(mixed.filter(({ meter }) => !meter.includes('legend='))).toEqual([])
})

test('the brand’s red says what something is, never how it stands', () => {
  const red = components.filter(({ source }) => /<Badge\b[^>]*'accent'|<Badge\b[^>]*"accent"/.test(source))
  expect(red.map(({ file }) => path.basename(file)).sort()).toEqual([
    'CompareBudgets.tsx',
    'InstrumentsPage.tsx',
    'MemberLine.tsx',
    'PlanMoment.tsx',
  ])
})

test('a slider of money says money, and not its cents', () => {
  const html = renderToStaticMarkup(
    <MoneySlider
      label="Presupuesto"
      currency="USD"
      value={[0, 35_000]}
      maxValue={500_000}
      step={5_000}
      onChange={() => {}}
    />,
  )
  expect(html).toContain('$350')
  expect(html).not.toMatch(/35[,.]?000/)
})
