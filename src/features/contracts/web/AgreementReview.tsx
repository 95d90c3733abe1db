import { ArrowRight, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { ArtistLink } from '#features/hiring/web/ArtistLink.tsx'
import type { Agreement } from '../contract.ts'
import { AgreementView } from './AgreementView.tsx'
import { reviewOf } from './review.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

/**
 * Agreements that wait for the hunter's signature, one after the other: each is read and signed by itself, and the next
 * comes up when it is. One that isn't to be signed now is put last.
 */
export function AgreementReview({
  order,
  agreements,
  refreshes,
  onEnd,
}: {
  order: Order
  agreements: readonly Agreement[]
  refreshes: readonly Endpoint[]
  /** They are all signed, or the rest is left for later. */
  onEnd: () => void
}) {
  const { t } = useTexts(spoken)
  const [later, setLater] = useState<readonly number[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const { current, place, left } = reviewOf(agreements, later)
  const id = current?.id
  useEffect(() => {
    if (id === undefined) return onEnd()
    // Whoever comes to the next one begins at its top, by keyboard and screen reader too.
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [id, onEnd])
  if (!current) return null
  const { artist } = current.terms
  return (
    <section aria-labelledby="review-title" className="flex scroll-mt-20 flex-col gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="review-title" ref={heading} tabIndex={-1} className="title-card text-2xl outline-none">
            {t('contracts.review.title', { place, of: agreements.length })}
          </h2>
          <p className="mt-1 text-ink-2">{t('contracts.review.text')}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {left > 1 && (
            <Button
              variant="secondary"
              icon={<ArrowRight aria-hidden />}
              onPress={() => setLater([...later.filter((one) => one !== current.id), current.id])}
            >
              {t('contracts.review.later')}
            </Button>
          )}
          <Button variant="quiet" icon={<X aria-hidden />} onPress={onEnd}>
            {t('contracts.review.end')}
          </Button>
        </div>
      </header>
      <Card>
        <AgreementView
          key={current.id}
          agreement={current}
          refreshes={refreshes}
          heading={<ArtistLink project_id={artist.project_id} name={artist.name} order={order} />}
        />
      </Card>
    </section>
  )
}
