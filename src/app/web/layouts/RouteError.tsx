import { useEffect } from 'react'
import { useNavigate, useRevalidator, useRouteError } from 'react-router'
import { readText, storeText } from '#core/web/storage.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { appTexts } from '../texts.ts'

const spoken = texts(appTexts)

/** A page that broke: the rest of the house stands, and trying again is one press away. */
export function RouteError() {
  const error = useRouteError()
  const { t } = useTexts(spoken)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  // A page's chunk that is gone was replaced by a newer build: load that one.
  const stale = error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)
  useEffect(() => {
    if (!stale || readText('session', 'reloaded')) return
    // Once: a browser that can't remember it would load for ever.
    if (storeText('session', 'reloaded', '1')) location.reload()
  }, [stale])
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
