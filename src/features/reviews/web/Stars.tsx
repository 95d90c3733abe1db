import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { reviewTexts } from './texts.ts'

const spoken = texts(reviewTexts)

/** A mark of 1 to 5 as stars with its number; screen readers hear "4.5 out of 5". */
export function Stars({ mark, className }: { mark: number; className?: string }) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const said = number(mark, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <span className={clsx('inline-flex items-center gap-1.5', className)}>
      <span aria-hidden className="inline-flex text-warn">
        {[1, 2, 3, 4, 5].map((at) => (
          <Star key={at} className={clsx('size-4', at <= Math.floor(mark + 0.5) && 'fill-current')} />
        ))}
      </span>
      <span aria-hidden className="font-semibold tabular-nums">
        {said}
      </span>
      <span className="sr-only">{t('reviews.stars', { mark: said })}</span>
    </span>
  )
}
