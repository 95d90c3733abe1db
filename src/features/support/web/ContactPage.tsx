import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { PublicHead } from '#core/web/ui/PublicHead.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { PublicFrame } from '#features/directory/web/PublicFrame.tsx'
import { readContact } from '../contract.ts'
import { legalTexts } from './texts.ts'

const spoken = texts(legalTexts)

/** /contact: how to write to us, with an account and without one. */
export function ContactPage() {
  const { t } = useTexts(spoken)
  const contact = useQuery(ask(readContact))
  return (
    <PublicFrame>
      <PublicHead
        title={`${t('legal.contact.title')} · ${t('common:app.name')}`}
        description={t('legal.contact.description')}
        path="/contact"
      />
      <div className="mx-auto flex w-full max-w-160 flex-col gap-5">
        <div>
          <PageHeader title={t('legal.contact.title')} />
          <p className="mt-3 text-lg text-ink-2">{t('legal.contact.lead')}</p>
        </div>
        <Way title={t('legal.contact.help')} text={t('legal.contact.help_text')}>
          <LinkButton to="/help" variant="secondary">
            {t('legal.contact.open_help')}
          </LinkButton>
        </Way>
        <Way title={t('legal.contact.ticket')} text={t('legal.contact.ticket_text')}>
          <LinkButton to="/tickets/new" variant="secondary">
            {t('legal.contact.open_ticket')}
          </LinkButton>
        </Way>
        <Way title={t('legal.contact.mail')} text={t('legal.contact.mail_text')}>
          <Loaded
            query={contact}
            failed={t('legal.contact.mail_failed')}
            waiting={<Skeleton className="h-6 w-56" />}
          >
            {({ support_email }) => (
              <a
                href={`mailto:${support_email}`}
                className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-accent underline underline-offset-4"
              >
                {support_email}
              </a>
            )}
          </Loaded>
        </Way>
      </div>
    </PublicFrame>
  )
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="title-card">{title}</h2>
      <p className="mt-1 mb-3 text-ink-2">{text}</p>
      {children}
    </Card>
  )
}
