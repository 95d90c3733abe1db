import { Copy, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { ChipGroup } from '#core/web/ui/aria/ChipGroup.tsx'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Menu } from '#core/web/ui/Menu.tsx'
import { Popover } from '#core/web/ui/Popover.tsx'
import { type BlockState, WeekGrid } from '#core/web/ui/WeekGrid.tsx'
import { DAY_PARTS, PRESET_NAMES, type WeeklyRule } from '../contract.ts'
import { copyDay, openPart, PRESETS, playsPart, sortedRules, togglePart } from '../rules.ts'
import { availabilityTexts } from './texts.ts'
import { useWeekdays } from './weekdays.ts'

const spoken = texts(availabilityTexts)

/** A time after the day's last one that is still free, two hours long. */
function nextTime(rules: readonly WeeklyRule[], weekday: number): WeeklyRule {
  const last = sortedRules(rules.filter((rule) => rule.weekday === weekday)).at(-1)
  const hour = last && last.to > last.from ? Math.min(Number(last.to.slice(0, 2)) + 1, 22) : 18
  const two = (n: number) => `${String(n % 24).padStart(2, '0')}:00`
  return { weekday, from: two(hour), to: two(hour + 2) }
}

/** What is wrong with a rule, by its place in the list. */
type FaultOf = (at: number, field: 'from' | 'to') => string | undefined

/** The week by blocks and, day by day, by hours. */
export function WeekEditor({
  rules,
  faultOf,
  isDisabled,
  onChange,
}: {
  rules: readonly WeeklyRule[]
  faultOf: FaultOf
  isDisabled: boolean
  onChange: (rules: WeeklyRule[]) => void
}) {
  const { t } = useTexts(spoken)
  const days = useWeekdays()
  const states = DAY_PARTS.map((part) =>
    days.map(({ weekday }): BlockState => (playsPart(rules, weekday, part) ? 'free' : 'off')),
  )
  return (
    <div className="flex flex-col gap-6">
      <WeekGrid
        label={t('week.grid')}
        days={days}
        parts={DAY_PARTS.map((part) => t(`parts.${part}`))}
        states={states}
        legend={{ free: t('states.free'), booked: t('states.booked'), off: t('states.off') }}
        {...(isDisabled
          ? {}
          : {
              onToggle: (part: number, day: number) => {
                const name = DAY_PARTS[part]
                if (name) onChange(togglePart(rules, day + 1, name))
              },
            })}
      />
      <ul className="flex flex-col divide-y divide-line border-t border-line">
        {days.map((day) => (
          <DayRow
            key={day.weekday}
            day={day}
            days={days}
            rules={rules}
            faultOf={faultOf}
            isDisabled={isDisabled}
            onChange={onChange}
          />
        ))}
      </ul>
    </div>
  )
}

function DayRow({
  day: { weekday, long },
  days,
  rules,
  faultOf,
  isDisabled,
  onChange,
}: {
  day: { weekday: number; long: string }
  days: readonly { weekday: number; long: string }[]
  rules: readonly WeeklyRule[]
  faultOf: FaultOf
  isDisabled: boolean
  onChange: (rules: WeeklyRule[]) => void
}) {
  const { t } = useTexts(spoken)
  const own = rules.flatMap((rule, at) => (rule.weekday === weekday ? [{ rule, at }] : []))
  const change = (at: number, part: Partial<WeeklyRule>) =>
    onChange(rules.map((rule, n) => (n === at ? { ...rule, ...part } : rule)))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 py-3 last:pb-0 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto]">
      <h3 className="pt-2.5 font-semibold capitalize sm:pt-2">{long}</h3>
      {own.length === 0 ? (
        <p className="text-ink-3 max-sm:order-last max-sm:col-span-2 sm:pt-2">{t('week.closed')}</p>
      ) : (
        <ul className="flex flex-col gap-2 max-sm:order-last max-sm:col-span-2">
          {own.map(({ rule, at }, n) => (
            <li key={at} className="flex items-start gap-x-2">
              <TimeField
                label={t('week.from_of', { day: long, n: n + 1 })}
                hideLabel
                isDisabled={isDisabled}
                className="min-w-0 flex-1 sm:max-w-32"
                value={rule.from}
                onChange={(from) => from && change(at, { from })}
                errorMessage={faultOf(at, 'from')}
              />
              <span aria-hidden className="pt-2 text-ink-3">
                –
              </span>
              <TimeField
                label={t('week.to_of', { day: long, n: n + 1 })}
                hideLabel
                isDisabled={isDisabled}
                className="min-w-0 flex-1 sm:max-w-32"
                value={rule.to}
                onChange={(to) => to && change(at, { to })}
                {...(rule.to <= rule.from && rule.to !== '00:00' ? { description: t('week.next_day') } : {})}
                errorMessage={faultOf(at, 'to')}
              />
              {!isDisabled && (
                <Button
                  variant="quiet"
                  isIconOnly
                  aria-label={t('week.remove', { day: long, n: n + 1 })}
                  icon={<X aria-hidden />}
                  onPress={() => onChange(rules.filter((_, other) => other !== at))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isDisabled && (
        <div className="flex w-[5.75rem] sm:w-[5.25rem]">
          <Menu
            label={t('week.add_to', { day: long })}
            trigger={
              <Button
                variant="quiet"
                isIconOnly
                icon={<Plus aria-hidden />}
                aria-label={t('week.add_to', { day: long })}
              />
            }
            actions={[
              ...PRESET_NAMES.map((preset) => ({
                id: preset,
                label: t(`presets.${preset}`),
                onAction: () =>
                  onChange(
                    preset === 'all_day'
                      ? sortedRules([
                          ...rules.filter((rule) => rule.weekday !== weekday),
                          { weekday, ...PRESETS.all_day },
                        ])
                      : openPart(rules, weekday, preset),
                  ),
              })),
              {
                id: 'free',
                label: t('presets.free'),
                onAction: () => onChange(sortedRules([...rules, nextTime(rules, weekday)])),
              },
            ]}
          />
          {own.length > 0 && (
            <CopyDay
              day={long}
              days={days.filter((other) => other.weekday !== weekday)}
              onCopy={(to) => onChange(copyDay(rules, weekday, to))}
            />
          )}
        </div>
      )}
    </li>
  )
}

function CopyDay({
  day,
  days,
  onCopy,
}: {
  day: string
  days: readonly { weekday: number; long: string }[]
  onCopy: (weekdays: number[]) => void
}) {
  const { t } = useTexts(spoken)
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <Popover
      label={t('week.copy_from', { day })}
      trigger={
        <Button
          variant="quiet"
          isIconOnly
          icon={<Copy aria-hidden />}
          aria-label={t('week.copy_from', { day })}
        />
      }
      className="max-w-80 p-5"
    >
      {(close) => (
        <div className="flex flex-col items-start gap-4">
          <ChipGroup
            label={t('week.copy_days')}
            options={days.map(({ weekday, long }) => ({ value: String(weekday), label: long }))}
            value={chosen}
            onChange={setChosen}
          />
          <Button
            size="sm"
            isDisabled={chosen.length === 0}
            onPress={() => {
              onCopy(chosen.map(Number))
              setChosen([])
              close()
            }}
          >
            {t('week.copy_now')}
          </Button>
        </div>
      )}
    </Popover>
  )
}
