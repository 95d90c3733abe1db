import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { PublicHead } from '#core/web/ui/PublicHead.tsx'
import { TERMS_SINCE, TERMS_VERSION } from '#features/accounts/contract.terms.ts'
import { PublicFrame } from '#features/directory/web/PublicFrame.tsx'
import { readWays } from '#features/payments/contract.ts'
import { Prose } from './Prose.tsx'
import { legalTexts } from './texts.ts'

const spoken = texts(legalTexts)

const TERMS = ['what', 'who', 'yours', 'agreements', 'money', 'promise', 'leave', 'changes'] as const
const PRIVACY = ['kept', 'seen', 'others', 'browser', 'long', 'rights'] as const

/** What is said besides where cards are taken, beneath the section that it belongs to. */
function useCards() {
  const { t } = useTexts(spoken)
  const isTaken = useQuery(ask(readWays)).data?.card === true
  return (of: 'terms' | 'privacy', is: boolean) => (is && isTaken ? `\n${t(`legal.cards.${of}`)}` : '')
}

/** /terms: by which rules the product is used. */
export function TermsPage() {
  const { t } = useTexts(spoken)
  const cards = useCards()
  return (
    <LegalPage
      of="terms"
      sections={TERMS.map((one) => ({
        id: one,
        title: t(`legal.terms.sections.${one}.title`),
        text: t(`legal.terms.sections.${one}.text`) + cards('terms', one === 'money'),
      }))}
    />
  )
}

/** /privacy: what is kept of people, what for, and how they take it along or have it deleted. */
export function PrivacyPage() {
  const { t } = useTexts(spoken)
  const cards = useCards()
  return (
    <LegalPage
      of="privacy"
      sections={PRIVACY.map((one) => ({
        id: one,
        title: t(`legal.privacy.sections.${one}.title`),
        text: t(`legal.privacy.sections.${one}.text`) + cards('privacy', one === 'others'),
      }))}
    />
  )
}

function LegalPage({
  of,
  sections,
}: {
  of: 'terms' | 'privacy'
  sections: readonly { id: string; title: string; text: string }[]
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const since = date(`${TERMS_SINCE}T12:00:00Z`, 'UTC', 'long')
  return (
    <PublicFrame>
      <PublicHead
        title={`${t(`legal.${of}.title`)} · ${t('common:app.name')}`}
        description={t(`legal.${of}.description`)}
        path={`/${of}`}
      />
      <article className="mx-auto flex w-full max-w-160 flex-col gap-8">
        <div>
          <PageHeader
            title={t(`legal.${of}.title`)}
            eyebrow={t('legal.version', { version: TERMS_VERSION, date: since })}
          />
          <p className="mt-3 text-lg text-ink-2">{t(`legal.${of}.lead`)}</p>
        </div>
        {sections.map(({ id, title, text }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className="title-card mb-2">
              {title}
            </h2>
            <Prose>{text}</Prose>
          </section>
        ))}
      </article>
    </PublicFrame>
  )
}
