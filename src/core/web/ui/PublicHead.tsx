import { useContext } from 'react'
import { inLanguage, LANGUAGES, type Language } from '#core/contract/language.ts'
import { Origin } from '../origin.ts'
import { texts, useTexts } from '../texts.ts'
import { DocumentTitle } from './DocumentTitle.tsx'

const spoken = texts()

/**
 * What search engines and whoever is sent a link read of a public page: its title, what it is about, its address in
 * either language, a picture, and the same as data (schema.org). React puts these tags into the head.
 */
export function PublicHead({
  title,
  description,
  path,
  image,
  type = 'website',
  data,
}: {
  title: string
  description: string
  /** From the root, without a language, e.g. `/profile/musician/7`. */
  path: string
  /** The address of a picture of 1200 by 630 pixels. */
  image?: string
  /** As the Open Graph protocol names it. */
  type?: 'website' | 'profile'
  /** As schema.org names it. */
  data?: object
}) {
  const { t, i18n } = useTexts(spoken)
  const origin = useContext(Origin)
  const language = i18n.language as Language
  const here = origin + inLanguage(path, language)
  return (
    <>
      <DocumentTitle title={title} />
      <meta name="description" content={description} />
      <link rel="canonical" href={here} />
      {LANGUAGES.map((one) => (
        <link key={one} rel="alternate" hrefLang={one} href={origin + inLanguage(path, one)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + path} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={here} />
      <meta property="og:site_name" content={t('app.name')} />
      <meta property="og:locale" content={language === 'en' ? 'en_US' : 'es_GT'} />
      {image && <meta property="og:image" content={origin + inLanguage(image, language)} />}
      {image && <meta property="og:image:width" content="1200" />}
      {image && <meta property="og:image:height" content="630" />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {data && (
        // React writes it so that nothing in it ends the script.
        <script type="application/ld+json">
          {JSON.stringify({ '@context': 'https://schema.org', ...data })}
        </script>
      )}
    </>
  )
}
