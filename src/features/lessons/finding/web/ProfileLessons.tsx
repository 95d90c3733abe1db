import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { handedOn } from '#features/accounts/web/next.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { OfferPrices } from '../../web/OfferPrices.tsx'
import { bookingTexts, findingTexts } from '../../web/texts.ts'
import { useOfferWords } from '../../web/useOfferWords.ts'
import { listOffers } from '../contract.ts'
import { StartPicker } from './StartPicker.tsx'

const spoken = texts(findingTexts, bookingTexts)

/** On a public profile: the lessons that somebody gives, what they cost, and a week of free starts on the reader's clock. */
export function ProfileLessons({ project_id }: { project_id: number }) {
  const { t } = useTexts(spoken)
  const account = useSession((session) => session.user?.accountType)
  const offers = useQuery(ask(listOffers, { query: { project: project_id } }))
  const words = useOfferWords()
  const [shown, setShown] = useState<number | null>(null)
  const list = offers.data?.results ?? []
  if (list.length === 0) return null
  const first = shown ?? list[0]?.service_id ?? 0
  return (
    <Card title={t('lessons.profile.title')}>
      <ul className="grid divide-y divide-line">
        {list.map((offer) => (
          <li key={offer.service_id} className="grid gap-2 py-4 first:pt-0">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <div className="min-w-0">
                <h3 className="font-semibold wrap-anywhere">{offer.title}</h3>
                <p className="text-sm text-ink-2">{words(offer)}</p>
              </div>
              {account === 'STUDENT' && (
                <LinkButton to={`/student/book/${offer.service_id}`}>{t('lessons.find.book')}</LinkButton>
              )}
              {account === undefined && (
                <LinkButton
                  to={`/signup?kind=student&${handedOn(`/student/book/${offer.service_id}`).slice(1)}`}
                  variant="secondary"
                >
                  {t('lessons.profile.sign_up')}
                </LinkButton>
              )}
            </div>
            <OfferPrices offer={offer} />
            {list.length > 1 && offer.service_id !== first && (
              <button
                type="button"
                className="min-h-11 cursor-pointer justify-self-start font-medium text-accent"
                onClick={() => setShown(offer.service_id)}
              >
                {t('lessons.profile.show_starts')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <h3 className="mt-2 mb-3 font-semibold">{t('lessons.profile.starts')}</h3>
      <StartPicker key={first} service_id={first} chosen={null} />
    </Card>
  )
}
