import { useMutation } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { acceptExtra, endExtra } from '../contract.extras.ts'
import type { Agreement, AgreementExtra, ExtraKind } from '../contract.ts'
import { isOpenExtra, letsGo, MOST_OF_A_KIND, mayPropose, mayTip } from '../rules.extras.ts'
import { PaymentSteps } from './PaymentCard.tsx'
import { contractExtraTexts, contractTexts } from './texts.ts'

const spoken = texts(contractTexts, contractExtraTexts)
const ExtraForm = later(async () => (await import('./ExtraForm.tsx')).ExtraForm)

interface Props {
  agreement: Agreement
  refreshes: readonly Endpoint[]
}

/** What is paid beyond an agreement: extras that one side proposes and the other accepts, and the buyer's tips. */
export function ExtrasCard({ as: Part, ...props }: Props & { as: 'h3' | 'h4' }) {
  const { t } = useTexts(spoken)
  const [form, setForm] = useState<ExtraKind | null>(null)
  const { side, can_act, state, terms, extras } = props.agreement
  const now = new Date()
  const hasRoom = (kind: ExtraKind) => {
    const those = extras.filter((one) => one.kind === kind)
    return (
      those.length < MOST_OF_A_KIND &&
      !those.some((one) => isOpenExtra(one.state, one.payment?.state ?? null))
    )
  }
  const mayAsk = can_act && mayPropose(state, terms.event.ends_at, now) && hasRoom('extra')
  const mayGive = can_act && side === 'hunter' && mayTip(state, terms.event.ends_at, now) && hasRoom('tip')
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line p-5">
      <Part className="flex items-center gap-2 font-semibold">
        <Gift aria-hidden className="size-5 text-ink-3" />
        {t('contracts.extras.title')}
      </Part>
      <p className="max-w-reading text-sm text-ink-2">{t(`contracts.extras.text_${side}`)}</p>
      {extras.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {extras.map((extra) => (
            <li key={extra.id} className="flex flex-col gap-2 py-3">
              <Extra {...props} extra={extra} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {mayAsk && form === null && (
          <Button variant="secondary" onPress={() => setForm('extra')}>
            {t('contracts.extras.propose.open')}
          </Button>
        )}
        {mayGive && form === null && (
          <Button variant="secondary" onPress={() => setForm('tip')}>
            {t('contracts.extras.tip.open')}
          </Button>
        )}
      </div>
      <Suspense fallback={<Skeleton className="h-44 max-w-lg" />}>
        {/* What is being written stays when the other side was quicker: the server says what no longer goes. */}
        {form && <ExtraForm {...props} kind={form} onClose={() => setForm(null)} />}
      </Suspense>
    </section>
  )
}

function Extra({ agreement, refreshes, extra }: Props & { extra: AgreementExtra }) {
  const { t } = useTexts(spoken)
  const { money, date, time } = useFormat()
  const { side, can_act, terms } = agreement
  const { kind, title, amount, payout, currency, state, proposed_by, reply_by, payment } = extra
  const { zone } = terms.event
  const own = proposed_by === side
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">
          {t(`contracts.beyond.title_${kind}`, { amount: money(amount, currency) })}
        </span>
        {kind === 'extra' && (
          <span className="text-sm text-ink-2">
            {t(`contracts.extras.states.${state === 'proposed' && !own ? 'proposed_mine' : state}`)}
          </span>
        )}
      </p>
      {title && <p>{kind === 'tip' ? `“${title}”` : title}</p>}
      <p className="text-sm text-ink-2">
        {[
          kind === 'extra' && t(`contracts.extras.by_${own ? 'you' : proposed_by}`),
          kind === 'tip'
            ? t(`contracts.extras.no_fee_${side}`)
            : side === 'artist' && t('contracts.extras.gets', { amount: money(payout, currency) }),
        ]
          .filter((one) => one !== false)
          .join(' · ')}
      </p>
      {state === 'proposed' && reply_by && (
        <p className="text-sm">
          {t(`contracts.extras.reply_by_${own ? 'theirs' : 'mine'}`, {
            date: `${date(reply_by, zone, 'day')}, ${time(reply_by, zone)}`,
          })}
        </p>
      )}
      {payment && payment.state !== 'cancelled' && (
        <PaymentSteps agreement={agreement} refreshes={refreshes} kind={kind} payment={payment} />
      )}
      {can_act && <Answers agreement={agreement} refreshes={refreshes} extra={extra} />}
    </>
  )
}

/** What the reader may still say of it; nothing once it is over, or somebody says that it was paid. */
function Answers({ agreement, refreshes, extra }: Props & { extra: AgreementExtra }) {
  const { t } = useTexts(spoken)
  const [isAsking, setAsking] = useState(false)
  const { side } = agreement
  const { kind, state, proposed_by, payment } = extra
  const params = { id: agreement.id, extra: extra.id }
  const accept = useMutation(
    tell(acceptExtra, { refreshes, onTold: () => toast.success(t('contracts.extras.accepted')) }),
  )
  const end = useMutation(
    tell(endExtra, {
      refreshes,
      onTold: () => {
        toast.success(t('contracts.extras.ended'))
        setAsking(false)
      },
    }),
  )
  const isUnpaid = payment?.state === 'due' || payment?.state === 'failed'
  const how =
    state === 'proposed'
      ? proposed_by === side
        ? 'withdraw'
        : 'decline'
      : state === 'agreed' && isUnpaid && letsGo(kind) === side
        ? kind === 'tip'
          ? 'tip'
          : 'let_go'
        : null
  if (!how) return null
  return (
    <div className="flex flex-wrap gap-3">
      {how === 'decline' && (
        <Button isPending={accept.isPending} onPress={() => accept.mutate({ params })}>
          {t('contracts.extras.accept')}
        </Button>
      )}
      <Button variant="secondary" onPress={() => setAsking(true)}>
        {t(`contracts.extras.end.${how}.open`)}
      </Button>
      <FormError>{accept.error?.message}</FormError>
      <ConfirmDialog
        title={t(`contracts.extras.end.${how}.title`)}
        confirmLabel={t(`contracts.extras.end.${how}.send`)}
        cancelLabel={t('contracts.back')}
        isOpen={isAsking}
        onOpenChange={setAsking}
        isPending={end.isPending}
        isDangerous
        onConfirm={() => end.mutate({ params })}
      >
        <p>{t(`contracts.extras.end.${how}.text`)}</p>
        <FormError className="mt-3">{end.error?.message}</FormError>
      </ConfirmDialog>
    </div>
  )
}
