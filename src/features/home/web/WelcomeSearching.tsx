import { texts, useTexts } from '#core/web/texts.ts'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { welcomeTexts } from './texts.ts'

const spoken = texts(welcomeTexts)

/** A search on its way. The page that is drawn ahead of time has it too, and shows it until the app is there. */
export function WelcomeSearching({ isHidden = false }: { isHidden?: boolean }) {
  const { t } = useTexts(spoken)
  return (
    <section data-searching hidden={isHidden} className="page-width px-5 pt-10 sm:pt-14">
      <p role="status" data-going className="font-semibold">
        {t('welcome.searching')}
      </p>
      <p data-failed role="alert" hidden className="font-semibold">
        {t('welcome.search_failed')}{' '}
        <button
          type="button"
          data-retry
          className="min-h-11 cursor-pointer text-accent underline underline-offset-4"
        >
          {t('boundary.retry')}
        </button>
      </p>
      <div className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-72 rounded-card!" />
        ))}
      </div>
    </section>
  )
}
