import { createInstance, type Resource } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { BUILD_ORIGIN } from '#core/contract/origin.ts'
import { Origin } from '#core/web/origin.ts'
import { OwnTexts } from '#core/web/texts.ts'
import { PublicHead } from '#core/web/ui/PublicHead.tsx'
import { FeaturedSlot } from '#features/home/web/FeaturedSlot.tsx'
import { WelcomePage } from '#features/home/web/WelcomePage.tsx'

/**
 * Draws the landing ahead of time, as markup without React: its few moving parts are landing.ts.
 * @param resources every text, by language and namespace
 * @returns what goes into the head and what goes into the body
 */
export async function renderLanding(
  language: 'es' | 'en',
  resources: Resource,
): Promise<{ head: string; body: string }> {
  const i18n = createInstance()
  await i18n.init({
    lng: language,
    fallbackLng: 'es',
    ns: ['common', 'business'],
    defaultNS: 'common',
    resources,
    interpolation: { escapeValue: false },
  })
  const markup = renderToStaticMarkup(
    <OwnTexts value={i18n}>
      <StaticRouter location="/welcome">
        <WelcomePage featured={<FeaturedSlot />} />
      </StaticRouter>
    </OwnTexts>,
  )
  const head = renderToStaticMarkup(
    <Origin value={BUILD_ORIGIN}>
      <OwnTexts value={i18n}>
        <PublicHead
          title={i18n.t('welcome.title')}
          description={i18n.t('welcome.description')}
          path="/welcome"
          image="/og/welcome.jpg"
          data={{ '@type': 'Organization', name: i18n.t('app.name'), url: `${BUILD_ORIGIN}/welcome` }}
        />
      </OwnTexts>
    </Origin>,
  )
  // React puts a page's own <meta> in front of its markup; the head has it already.
  return { head, body: markup.replace(/^(<(meta|title)[^>]*>(.*?<\/title>)?)+/, '') }
}
