import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { QueryChanges } from '#core/web/address.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { controlClass } from '#core/web/ui/fieldStyle.ts'
import { SORTS, type Sort } from '#features/directory/contract.ts'
import type { AskedEvent } from '#features/directory/rules.event.ts'
import { directoryTexts } from '#features/directory/web/texts.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { GENRES } from '#features/services/contract.ts'
import { SORT_FIELD } from './searchAddress.ts'
import { searchTexts } from './texts.ts'

const spoken = texts(searchTexts, directoryTexts, projectTerms)

const GUESTS_MAX = 100_000

const HALF_HOURS = Array.from(
  { length: 48 },
  (_, n) => `${String(n >> 1).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
)

/**
 * The rest of what a search may say: hours, genre, guests, order. What is typed counts once it is whole: on leaving the
 * field or with Enter. No react-aria here, so that the landing's results stay light.
 */
export function SearchRefine({
  event,
  sort,
  hasPlace,
  onChange,
}: {
  event: AskedEvent & { from: string; to: string }
  sort: Sort
  /** Distances are known. */
  hasPlace: boolean
  /** What was changed, and what is said besides where nothing is said of it yet. */
  onChange: (changes: QueryChanges, absent?: QueryChanges) => void
}) {
  const { t } = useTexts(spoken)
  const guests = useRef<HTMLInputElement>(null)
  // The address may come to say another number; who is just writing one keeps theirs.
  useEffect(() => {
    if (guests.current && guests.current !== document.activeElement)
      guests.current.value = String(event.guests ?? '')
  }, [event.guests])
  const commit = (form: HTMLFormElement) => {
    const guests = String(new FormData(form).get('guests') ?? '')
    // A wrong answer says so at its field, and the last good one stays.
    if (form.reportValidity() && guests !== String(event.guests ?? '')) onChange({ guests })
  }
  // Prices are for a length: both ends are said as soon as one of them is.
  const hour = (end: 'from' | 'to') => (
    <Select
      value={event[end]}
      options={[...new Set([...HALF_HOURS, event[end]])].sort().map((time) => [time, time])}
      label={t(`directory.${end}`)}
      onChange={(time) => onChange({ [end]: time }, { from: event.from, to: event.to })}
    />
  )
  return (
    <form
      aria-label={t('found.refine')}
      onSubmit={(submit) => {
        submit.preventDefault()
        commit(submit.currentTarget)
      }}
      className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-[7rem_7rem_1fr_1fr_1fr]"
    >
      {hour('from')}
      {hour('to')}
      <Field label={t('found.guests')}>
        {(id) => (
          <input
            id={id}
            name="guests"
            type="number"
            inputMode="numeric"
            min={1}
            max={GUESTS_MAX}
            step={1}
            placeholder={t('found.guests_hint')}
            ref={guests}
            defaultValue={event.guests ?? ''}
            onBlur={({ currentTarget }) => currentTarget.form && commit(currentTarget.form)}
            className={controlClass}
          />
        )}
      </Field>
      <Select
        value={event.genre ?? ''}
        options={[
          ['', t('directory.any')],
          ...GENRES.map((genre) => [genre, t(`business:terms.genres.${genre}`)] as const),
        ]}
        label={t('directory.genre')}
        onChange={(genre) => onChange({ genre })}
      />
      <Select
        value={sort}
        options={SORTS.filter((one) => one !== 'distance' || hasPlace || sort === one).map((one) => [
          one,
          t(`directory.sorts.${one}`),
        ])}
        label={t('directory.sort')}
        onChange={(chosen) => onChange({ [SORT_FIELD]: chosen })}
        className="max-sm:col-span-2"
      />
      <button type="submit" hidden>
        {t('found.refine')}
      </button>
    </form>
  )
}

function Select({
  label,
  value,
  options,
  onChange,
  className,
}: {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
  className?: string
}) {
  return (
    <Field label={label} {...(className ? { className } : {})}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className={`${controlClass} cursor-pointer bg-surface!`}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function Field({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
