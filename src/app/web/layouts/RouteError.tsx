import { useEffect } from 'react'
import { useNavigate, useRevalidator, useRouteError } from 'react-router'
import { readText, storeText } from '#core/web/storage.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { type NotHere, Unfetched } from '#core/web/ui/later.tsx'
import { appTexts } from '../texts.ts'

const spoken = texts(appTexts)

/** Loads the newest build in place of a page whose file is gone with an older one. */
function useNewestBuild(error: unknown) {
  const stale = error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)
  useEffect(() => {
    if (!stale || readText('session', 'reloaded')) return
    // Once: a browser that can't remember it would load for ever.
    if (storeText('session', 'reloaded', '1')) location.reload()
  }, [stale])
}

/** In place of a page whose file can't be fetched. */
export function PageUnfetched(missing: NotHere) {
  useNewestBuild(missing.error)
  return (
    <div className="page-width p-5">
      <Unfetched {...missing} />
    </div>
  )
}

/** A page that broke: the rest of the house stands, and trying again is one press away. */
export function RouteError() {
  const error = useRouteError()
  const { t } = useTexts(spoken)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  useNewestBuild(error)
  return (
    <main className="page-width grid min-h-[60dvh] place-items-center p-5">
      <ErrorState
        title={t('boundary.title')}
        retryLabel={t('boundary.retry')}
        onRetry={() => {
          void navigate('.', { replace: true })
          void revalidate()
        }}
      >
        {t('boundary.text')}
      </ErrorState>
    </main>
  )
}
