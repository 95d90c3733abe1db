import { texts, useTexts } from '#core/web/texts.ts'
import { waveform } from '#core/web/ui/waveform.ts'
import { welcomeTexts } from './texts.ts'

const spoken = texts(welcomeTexts)

// Minutes give a moment its width, energy its height.
const MOMENTS = [
  { key: 'ceremony', from: '17:00', minutes: 60, energy: 1, ink: 'text-cabina-400' },
  { key: 'cocktail', from: '18:00', minutes: 75, energy: 2, ink: 'text-cabina-400' },
  { key: 'dinner', from: '19:15', minutes: 90, energy: 3, ink: 'text-foco-400' },
  { key: 'dance', from: '20:45', minutes: 120, energy: 5, ink: 'text-telon-400' },
  { key: 'closing', from: '22:45', minutes: 75, energy: 4, ink: 'text-foco-400' },
] as const

/** A sound plan as an example: time runs to the right, energy is height. On phones each moment is a row. */
export function PlanExample() {
  const { t } = useTexts(spoken)
  return (
    <section aria-labelledby="plan-title" className="page-width px-5 py-6">
      <div className="stage overflow-hidden rounded-card">
        <div className="grid gap-x-12 gap-y-4 p-6 sm:p-10 lg:grid-cols-[1fr_1.1fr] lg:items-end">
          <h2 id="plan-title" className="title-section">
            {t('welcome.plan.title')}
          </h2>
          <p className="max-w-[56ch] text-ink-2">{t('welcome.plan.text')}</p>
        </div>
        <p className="flex flex-wrap justify-between gap-x-6 px-6 text-sm text-ink-2 sm:px-10">
          <span className="font-semibold text-foco-400">{t('welcome.plan.example')}</span>
          {t('welcome.plan.legend')}
        </p>
        <ol className="flex flex-col gap-3 px-6 pt-5 pb-8 sm:flex-row sm:items-end sm:gap-1.5 sm:px-10 sm:pt-2 sm:pb-10">
          {MOMENTS.map(({ key, from, minutes, energy, ink }) => (
            <li
              key={key}
              className="flex items-center gap-4 sm:min-w-0 sm:flex-col sm:items-stretch sm:gap-0"
              style={{ flexGrow: minutes, flexBasis: 0 }}
            >
              <span aria-hidden className="w-24 shrink-0 sm:w-auto">
                <Moment name={key} bars={Math.round(minutes / 5)} energy={energy} className={ink} />
              </span>
              <span className="min-w-0 flex-1 border-noche-700 sm:mt-0 sm:border-t-2 sm:pt-3">
                <span className="text-sm text-ink-2 tabular-nums">{from}</span>
                <span className="font-display wide-104 block text-[1.1rem] leading-tight">
                  {t(`welcome.plan.moments.${key}.name`)}
                </span>
                <span className="block text-sm text-ink-2">{t(`welcome.plan.moments.${key}.sound`)}</span>
                <span className="sr-only">{t('welcome.plan.energy', { n: energy })}</span>
              </span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Moment({
  name,
  bars,
  energy,
  className,
}: {
  name: string
  bars: number
  energy: number
  className: string
}) {
  return (
    <span className={`flex h-11 items-end gap-[3px] sm:h-52 sm:gap-1 ${className}`}>
      {waveform(name, bars).map((height, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar's place is its identity
          key={i}
          className="min-w-0 flex-1 rounded-t-full bg-current max-sm:nth-[3n]:hidden"
          style={{
            height: `${Math.round(energy * 19 * (0.55 + 0.45 * height))}%`,
            opacity: Math.round(62 + height * 38) / 100,
          }}
        />
      ))}
    </span>
  )
}
