import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import { TapeMark } from '#core/web/ui/TapeMark.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { homeOf } from '../guard.ts'
import { statusTexts } from '../texts.ts'

const spoken = texts(statusTexts)

const NAMED = ['student', 'membership'] as const

/** A page of a later version: says so, and names what will be here. */
export function ComingPage({ page }: { page: string }) {
  const { t } = useTexts(spoken)
  const user = useSession((session) => session.user)
  const key = NAMED.find((named) => named === page) ?? 'other'
  const home = homeOf(user?.accountType)
  return (
    <div className="grid gap-5">
      <StagePanel seed={page} lights={['telon', 'foco', 'cabina']} bars={30} as="div" className="min-h-80">
        <div className="flex flex-col items-start sm:py-6 sm:pl-4">
          <Badge tone="spot">{t('pages.coming.badge')}</Badge>
          <h1 className="title-section mt-4">{t(`pages.coming.${key}.title`)}</h1>
          <p className="mt-3 text-lg text-ink-2">{t('pages.coming.title')}</p>
        </div>
      </StagePanel>
      <section
        aria-labelledby="coming-what"
        className="rounded-card border border-line bg-surface p-5 sm:p-8"
      >
        <h2 id="coming-what" className="title-card">
          {t('pages.coming.what')}
        </h2>
        <ul className="mt-5 grid gap-x-8 gap-y-5 md:grid-cols-3">
          {(['one', 'two', 'three'] as const).map((item, i) => (
            <li key={item} className="flex flex-col gap-3">
              <span aria-hidden className="relative flex h-4 items-center">
                <span className="w-full rounded-full bg-line" style={{ height: [2, 4, 7][i] }} />
                <TapeMark shape="check" className="absolute right-3 size-4 text-accent" />
              </span>
              <span className="text-ink-2">{t(`pages.coming.${key}.${item}`)}</span>
            </li>
          ))}
        </ul>
        {home !== `/${page}` && (
          <LinkButton to={home} variant="secondary" className="mt-8">
            {t('pages.coming.home')}
          </LinkButton>
        )}
      </section>
    </div>
  )
}
