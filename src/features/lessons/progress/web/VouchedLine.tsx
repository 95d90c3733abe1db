import { BadgeCheck } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import type { Vouched } from '../contract.ts'
import { progressTexts } from './texts.ts'

const spoken = texts(progressTexts)

/**
 * Under what is reached or ready: which teacher stands for it and since when; to one who could, how; and to the student that
 * nobody does yet.
 */
export function VouchedLine({
  vouched,
  title,
  zone,
  as,
  isPending,
  onConfirm,
}: {
  vouched: Vouched
  title: string
  zone: string
  as: 'student' | 'teacher'
  isPending: boolean
  onConfirm: () => void
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  if (vouched)
    return (
      <p className="flex items-start gap-1.5 text-sm text-ok">
        <BadgeCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          {t('progress.vouched.by', { teacher: vouched.teacher, date: date(vouched.at, zone, 'long') })}
        </span>
      </p>
    )
  if (as === 'student') return <p className="text-sm text-ink-2">{t('progress.vouched.waiting')}</p>
  return (
    <div>
      <Button
        variant="secondary"
        size="sm"
        icon={<BadgeCheck aria-hidden />}
        aria-label={t('progress.vouched.confirm_of', { title })}
        isPending={isPending}
        onPress={onConfirm}
      >
        {t('progress.vouched.confirm')}
      </Button>
    </div>
  )
}
