import { useMutation } from '@tanstack/react-query'
import { CircleDashed, FileSignature, Mail, Phone } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useReason } from '#features/hiring/talent/web/reasons.ts'
import { type Agreement, SIDES, viewContract } from '../contract.ts'
import { mayPropose, mayTip } from '../rules.extras.ts'
import { mayLetGo, mayStep, mayWithdraw, standingOf } from '../rules.ts'
import { BuyerNote } from './BuyerNote.tsx'
import { ContractBadge } from './ContractBadge.tsx'
import { DepositCard } from './DepositCard.tsx'
import { NextStep } from './NextStep.tsx'
import { PaymentCards } from './PaymentCard.tsx'
import { TermsText } from './TermsText.tsx'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

// Who only reads doesn't fetch what a form needs.
const ExtrasCard = later(async () => (await import('./ExtrasCard.tsx')).ExtrasCard)
const AnswerDialog = later(async () => (await import('./AnswerDialog.tsx')).AnswerDialog)
const PapersCard = later(async () => (await import('./PapersCard.tsx')).PapersCard)
const WithdrawDialog = later(async () => (await import('./WithdrawDialog.tsx')).WithdrawDialog)
const SignForm = later(async () => (await import('./SignForm.tsx')).SignForm)

/** Whether the reader may still propose something beyond it, or give a tip. */
const maySayMore = ({ can_act, side, state, terms }: Agreement): boolean =>
  can_act &&
  (mayPropose(state, terms.event.ends_at, new Date()) ||
    (side === 'hunter' && mayTip(state, terms.event.ends_at, new Date())))

/** One agreement: its terms, who has signed, what this person can do now. */
export function AgreementView({
  agreement,
  refreshes,
  heading,
  level = 3,
}: {
  agreement: Agreement
  refreshes: readonly Endpoint[]
  /** The other party, as the page calls them. */
  heading: ReactNode
  /** Of its heading among the page's. */
  level?: 2 | 3
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const Part = level === 2 ? 'h3' : 'h4'
  const { t } = useTexts(spoken)
  const { date, time, nameOf } = useFormat()
  const reasonOf = useReason()
  const [asking, setAsking] = useState<'revise' | 'reject' | 'amend' | 'withdraw' | null>(null)
  const { mutate: view } = useMutation(tell(viewContract, { refreshes }))
  const { id, state, terms, signatures, contact } = agreement
  useEffect(() => {
    if (state === 'sent') view({ params: { id } })
  }, [state, id, view])
  return (
    <article className="flex flex-col gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <Heading className="title-card">{heading}</Heading>
          <p className="text-ink-2 first-letter:uppercase">
            {date(terms.event.starts_at, terms.event.zone, 'full')},{' '}
            {time(terms.event.starts_at, terms.event.zone)}–{time(terms.event.ends_at, terms.event.zone)}
          </p>
        </div>
        <ContractBadge agreement={agreement} />
      </header>
      <NextStep agreement={agreement} />
      {agreement.reason && (
        <p className="rounded-control bg-surface-2 px-4 py-3">
          {reasonOf(agreement.reason)}
          {agreement.said && <span className="block text-ink-2">“{agreement.said}”</span>}
        </p>
      )}
      {agreement.replaced_by && (
        <p className="rounded-control bg-surface-2 px-4 py-3">
          {t('contracts.replaced_by', { number: agreement.replaced_by.number })}
        </p>
      )}
      <TermsText agreement={agreement} as={Part} />
      <ul aria-label={t('contracts.signatures')} className="grid gap-3 sm:grid-cols-2">
        {SIDES.map((side) => {
          const signature = signatures.find((one) => one.side === side)
          return (
            <li key={side} className="rounded-control bg-surface-2 px-4 py-3">
              <p className="text-sm text-ink-2">{t(`contracts.sides.${side}`)}</p>
              {signature ? (
                <>
                  <p className="flex items-center gap-2 font-display text-xl wide-75 italic">
                    <FileSignature aria-hidden className="size-5 shrink-0 text-ok" />
                    {signature.typed_name ??
                      (signatures.length < SIDES.length ? t('contracts.name_later') : nameOf(null))}
                  </p>
                  <p className="text-sm text-ink-2">
                    {t('contracts.signed_at', {
                      date: date(signature.signed_at, terms.event.zone),
                      time: time(signature.signed_at, terms.event.zone),
                    })}
                  </p>
                </>
              ) : (
                <p className="flex items-center gap-2 font-semibold text-ink-2">
                  <CircleDashed aria-hidden className="size-5 shrink-0" />
                  {t('contracts.not_signed')}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {agreement.can_sign && agreement.side === 'hunter' && <BuyerNote agreement={agreement} />}
      {agreement.can_sign && (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <SignForm agreement={agreement} refreshes={refreshes} as={Part} />
        </Suspense>
      )}
      {(mayStep('void', state) ||
        state === 'completed' ||
        agreement.deposit ||
        agreement.deposit_outcome) && <DepositCard agreement={agreement} refreshes={refreshes} as={Part} />}
      <PaymentCards agreement={agreement} refreshes={refreshes} as={Part} />
      {(agreement.extras.length > 0 || maySayMore(agreement)) && (
        <Suspense fallback={<Skeleton className="h-44" />}>
          <ExtrasCard agreement={agreement} refreshes={refreshes} as={Part} />
        </Suspense>
      )}
      {agreement.can_act && mayLetGo(standingOf(agreement), agreement.deposit_due_at, new Date()) && (
        <div className="flex flex-col items-start gap-3 rounded-card border border-line p-5">
          <p className="text-ink-2">{t('contracts.let_go.text')}</p>
          <Button variant="danger" onPress={() => setAsking('reject')}>
            {t('contracts.let_go.open')}
          </Button>
        </div>
      )}
      {contact && (
        <section className="rounded-card border border-line p-5">
          <Part className="font-semibold">{t('contracts.contact', { name: contact.name })}</Part>
          <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
            <a className="inline-flex items-center gap-2 text-accent" href={`mailto:${contact.email}`}>
              <Mail aria-hidden className="size-4.5" />
              {contact.email}
            </a>
            {contact.phone && (
              <a className="inline-flex items-center gap-2 text-accent" href={`tel:${contact.phone}`}>
                <Phone aria-hidden className="size-4.5" />
                {contact.phone}
              </a>
            )}
          </p>
        </section>
      )}
      {/* Fetched by itself: below what is paid, so that its coming moves no button from under a press. */}
      {((agreement.can_act && signatures.length === SIDES.length) || agreement.version > 1) && (
        <Suspense fallback={<Skeleton className="h-75 sm:h-51" />}>
          <PapersCard
            agreement={agreement}
            refreshes={refreshes}
            as={Part}
            onAmend={() => setAsking('amend')}
          />
        </Suspense>
      )}
      {agreement.can_sign && mayStep('revise', state) && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onPress={() => setAsking('revise')}>
            {t('contracts.revise.open')}
          </Button>
          <Button variant="danger" onPress={() => setAsking('reject')}>
            {t('contracts.reject.open')}
          </Button>
        </div>
      )}
      {agreement.can_act &&
        agreement.side === 'artist' &&
        mayWithdraw(state, terms.event.ends_at, new Date()) && (
          <Button variant="danger" className="self-start" onPress={() => setAsking('withdraw')}>
            {t('contracts.withdraw.open')}
          </Button>
        )}
      <Suspense fallback={null}>
        {asking === 'withdraw' && (
          <WithdrawDialog agreement={agreement} refreshes={refreshes} onClose={() => setAsking(null)} />
        )}
        {asking && asking !== 'withdraw' && (
          <AnswerDialog
            agreement={agreement}
            what={asking}
            refreshes={refreshes}
            onClose={() => setAsking(null)}
          />
        )}
      </Suspense>
    </article>
  )
}
