import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createInstance, type Resource } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { OwnTexts } from '#core/web/texts.ts'
import { SignInPage } from '#features/accounts/web/SignInPage.tsx'

/**
 * Draws the sign-in page ahead of time, as markup without React: its few moving parts are signin.ts.
 * @param resources every text, by language and namespace
 * @returns what goes into the head and what goes into the body
 */
export async function renderSignIn(
  language: 'es' | 'en',
  resources: Resource,
): Promise<{ head: string; body: string }> {
  const i18n = createInstance()
  await i18n.init({
    lng: language,
    fallbackLng: 'es',
    ns: ['common', 'auth'],
    defaultNS: 'common',
    resources,
    interpolation: { escapeValue: false },
  })
  const body = renderToStaticMarkup(
    <OwnTexts value={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <StaticRouter location="/signin">
          <SignInPage />
        </StaticRouter>
      </QueryClientProvider>
    </OwnTexts>,
  )
  const head = renderToStaticMarkup(<title>{`${i18n.t('titles.signin')} · ${i18n.t('app.name')}`}</title>)
  return { head, body }
}
