import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { ProgressBar } from '#core/web/ui/ProgressBar.tsx'
import { lessonTexts, oneLessonTexts } from '../../web/texts.ts'
import { refundPackage } from '../contract.teaching.ts'
import { cancelPackage, type LessonPackage } from '../contract.ts'
import { PaymentBox } from './PaymentBox.tsx'
import { LESSON_PAGES } from './refreshes.ts'

const spoken = texts(lessonTexts, oneLessonTexts)

/** Lessons that were bought together: what is left, until when, and what is to be paid. @param isSought it is brought into sight */
export function PackageCard({ pack, isSought = false }: { pack: LessonPackage; isSought?: boolean }) {
  const { t } = useTexts(spoken)
  const { date, nameOf } = useFormat()
  const [isGoing, setGoing] = useState(false)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isSought) card.current?.scrollIntoView({ block: 'center' })
  }, [isSought])
  const isStudent = pack.side === 'student'
  const drop = useMutation(
    tell(isStudent ? cancelPackage : refundPackage, {
      refreshes: LESSON_PAGES,
      onTold: () => setGoing(false),
    }),
  )
  const other = nameOf(isStudent ? pack.teacher.name : pack.student.name)
  const canDrop = isStudent
    ? pack.state === 'ordered' && pack.payments.every(({ state }) => state === 'due' || state === 'failed')
    : pack.state === 'active'
  return (
    <article ref={card} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="font-semibold wrap-anywhere">
          {t('lessons.package.title', { count: pack.size, name: other })}
        </h3>
        <Badge tone={pack.state === 'active' ? 'ok' : pack.state === 'ordered' ? 'warn' : 'neutral'}>
          {t(`lessons.package.states.${pack.state}`)}
        </Badge>
      </div>
      {pack.state === 'active' && (
        <>
          <p>
            <span className="text-lg font-semibold tabular-nums">
              {t('lessons.package.left', { count: pack.left })}
            </span>{' '}
            <span className="text-ink-2">
              {t('lessons.package.until', { date: date(pack.expires_at ?? pack.pay_by, undefined, 'long') })}
            </span>
          </p>
          <ProgressBar
            label={t('lessons.package.used', { count: pack.spent })}
            value={pack.spent}
            max={pack.left + pack.spent + pack.expired}
          />
        </>
      )}
      {pack.payments
        .filter(({ state }) => state !== 'released' && state !== 'cancelled' && state !== 'refunded')
        .map((payment) => (
          <PaymentBox
            key={`${payment.is_refund} ${payment.due_at}`}
            of="package"
            id={pack.id}
            side={pack.side}
            payment={payment}
            pay_to={pack.pay_to}
            student={nameOf(pack.student.name)}
          />
        ))}
      <div className="flex flex-wrap gap-3">
        {isStudent && pack.state === 'active' && pack.left > 0 && (
          <LinkButton to={`/student/book/${pack.service_id}?package=${pack.id}`}>
            {t('lessons.package.book')}
          </LinkButton>
        )}
        {canDrop && (
          <Button variant="quiet" onPress={() => setGoing(true)}>
            {t(isStudent ? 'lessons.package.cancel' : 'lessons.package.refund')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        title={t(isStudent ? 'lessons.package.cancel' : 'lessons.package.refund')}
        confirmLabel={t(isStudent ? 'lessons.package.cancel' : 'lessons.package.refund')}
        cancelLabel={t('lessons.back')}
        isOpen={isGoing}
        onOpenChange={setGoing}
        isPending={drop.isPending}
        isDangerous
        onConfirm={() => drop.mutate({ params: { id: pack.id } })}
      >
        {isStudent
          ? t('lessons.package.cancel_text')
          : t('lessons.package.refund_text', { count: pack.left })}
        <FormError className="mt-3">{drop.error?.message}</FormError>
      </ConfirmDialog>
    </article>
  )
}
