import { texts, useTexts } from '#core/web/texts.ts'
import { TapeMark } from '#core/web/ui/TapeMark.tsx'
import { welcomeTexts } from './texts.ts'

const spoken = texts(welcomeTexts)

// Each step's line is a plank nearer to the audience: thicker than the one before.
const STEPS = [
  ['brief', 'h-[2px]', 150],
  ['plan', 'h-[4px]', 88],
  ['talent', 'h-[6px]', 138],
  ['confirm', 'h-[9px]', 76],
] as const

/** From brief to applause, in four steps on a floor that comes nearer. */
export function WelcomeSteps() {
  const { t } = useTexts(spoken)
  return (
    <section
      id="como-funciona"
      aria-labelledby="steps-title"
      className="page-width px-5 pt-16 pb-14 sm:pt-24 sm:pb-20"
    >
      <h2 id="steps-title" className="title-section">
        {t('welcome.steps.title')}
      </h2>
      <ol className="mt-8 grid gap-x-6 gap-y-10 sm:mt-10 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map(([step, line, width], i) => (
          <li key={step}>
            <span aria-hidden className="relative flex h-4 items-center">
              <span className={`w-full rounded-full bg-ink ${line}`} />
              <TapeMark shape="l" className="absolute right-3 size-4.5 text-accent" />
            </span>
            <span
              aria-hidden
              className="font-display mt-4 block text-[3.4rem] leading-none text-accent"
              style={{ fontStretch: `${width}%` }}
            >
              {i + 1}
            </span>
            <h3 className="title-card mt-4">{t(`welcome.steps.${step}.title`)}</h3>
            <p className="mt-1.5 max-w-[34ch] text-ink-2">{t(`welcome.steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
