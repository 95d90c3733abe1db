import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createInstance, type Resource } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { StaticRouter } from 'react-router'
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
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'es',
    ns: ['common', 'auth'],
    defaultNS: 'common',
    resources,
    interpolation: { escapeValue: false },
  })
  const body = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <StaticRouter location="/signin">
          <SignInPage />
        </StaticRouter>
      </QueryClientProvider>
    </I18nextProvider>,
  )
  const head = renderToStaticMarkup(<title>{`${i18n.t('titles.signin')} · ${i18n.t('app.name')}`}</title>)
  return { head, body }
}
