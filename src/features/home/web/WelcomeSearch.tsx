import { CalendarDays, MapPin, Search, Sparkles } from 'lucide-react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { placeOf } from '#core/contract/places.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { EventType } from '#features/services/contract.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { searchOf } from './searchAddress.ts'
import { welcomeTexts } from './texts.ts'

const spoken = texts(welcomeTexts, serviceTerms)

const EVENT_TYPES = [
  'wedding',
  'corporate',
  'birthday',
  'quinceanera',
  'restaurant_bar',
  'festival',
  'religious',
  'cultural',
  'school',
  'private_party',
  'other',
] as const satisfies readonly EventType[]

const CITIES = [
  'Ciudad de Guatemala',
  'Antigua Guatemala',
  'Quetzaltenango',
  'San Salvador',
  'Santa Ana',
  'Tegucigalpa',
  'San Pedro Sula',
  'Copán Ruinas',
  'La Ceiba',
  'Managua',
  'León',
  'Granada',
  'San José',
  'Alajuela',
  'Ciudad de Panamá',
]

const inputClass =
  'w-full min-w-0 appearance-none bg-transparent font-semibold text-ink outline-none! placeholder:font-semibold placeholder:text-ink-3'

function Part({
  icon,
  label,
  problem,
  children,
}: {
  icon: ReactNode
  label: string
  /** What is wrong with the answer. */
  problem?: string | null
  children: (field: { id: string; 'aria-invalid'?: boolean; 'aria-describedby'?: string }) => ReactNode
}) {
  const id = useId()
  const said = `${id}-problem`
  return (
    <label
      htmlFor={id}
      className="flex min-h-14 min-w-0 flex-1 cursor-pointer items-center gap-3 rounded-control px-3 focus-within:outline-3 focus-within:-outline-offset-2 focus-within:outline-focus hover:bg-surface-2"
    >
      <span className="text-accent [&>svg]:size-5">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block text-xs font-medium text-ink-2">{label}</span>
        {children(problem ? { id, 'aria-invalid': true, 'aria-describedby': said } : { id })}
        {problem && (
          <span id={said} className="block pb-1 text-xs font-medium text-bad">
            {problem}
          </span>
        )}
      </span>
    </label>
  )
}

/** What, where and when: the answers go into the address, and who can play comes under the hero. */
export function WelcomeSearch({ today }: { today: string }) {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const [asked] = useSearchParams()
  const [type, city, date] = ['event_type', 'city', 'date'].map((name) => asked.get(name) ?? '')

  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void navigate(`/welcome?${searchOf(event.currentTarget, asked)}`, { preventScrollReset: true })
  }

  return (
    <search aria-label={t('welcome.search.label')}>
      <form
        // Going back is another search: the fields say so.
        key={`${type} ${city} ${date}`}
        action="/welcome"
        onSubmit={search}
        className="scheme-light flex flex-col gap-1 rounded-card bg-surface p-2 text-ink sm:flex-row sm:items-stretch"
      >
        <Part icon={<Sparkles aria-hidden />} label={t('welcome.search.what')}>
          {(field) => (
            <select
              {...field}
              name="event_type"
              defaultValue={type}
              className={`${inputClass} cursor-pointer truncate`}
            >
              <option value="">{t('welcome.search.any')}</option>
              {EVENT_TYPES.map((type) => (
                <option key={type} value={type}>
                  {t(`business:terms.event_types.${type}`)}
                </option>
              ))}
            </select>
          )}
        </Part>
        <Part
          icon={<MapPin aria-hidden />}
          label={t('welcome.search.where')}
          problem={city && !placeOf(city) ? t('welcome.search.where_unknown') : null}
        >
          {(field) => (
            <input
              {...field}
              name="city"
              defaultValue={city}
              list="welcome-cities"
              maxLength={80}
              autoComplete="address-level2"
              placeholder={t('welcome.search.where_hint')}
              className={`${inputClass} [&::-webkit-calendar-picker-indicator]:hidden!`}
            />
          )}
        </Part>
        <datalist id="welcome-cities">
          {CITIES.map((city) => (
            <option key={city} value={city} />
          ))}
        </datalist>
        <Part
          icon={<CalendarDays aria-hidden />}
          label={t('welcome.search.when')}
          problem={date && date < today ? t('welcome.search.when_past') : null}
        >
          {(field) => (
            <input
              {...field}
              name="date"
              type="date"
              defaultValue={date}
              min={today}
              onClick={(event) => event.currentTarget.showPicker?.()}
              className={`${inputClass} [&::-webkit-calendar-picker-indicator]:hidden`}
            />
          )}
        </Part>
        <button
          type="submit"
          className="flex min-h-14 shrink-0 items-center justify-center gap-2 rounded-control bg-foco-400 px-6 font-semibold text-noche-950 transition-colors hover:bg-foco-300"
        >
          <Search aria-hidden className="size-5" />
          {t('welcome.search.submit')}
        </button>
      </form>
    </search>
  )
}
