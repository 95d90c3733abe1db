import { MapPin, Star } from 'lucide-react'
import { Link } from 'react-router'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { pictureUrl } from '#features/files/contract.ts'
import type { LessonModality } from '../../contract.ts'
import { OfferPrices } from '../../web/OfferPrices.tsx'
import { ownZone } from '../../web/ownZone.ts'
import { findingTexts, lessonTexts } from '../../web/texts.ts'
import { useOfferWords } from '../../web/useOfferWords.ts'
import type { FoundTeacher } from '../contract.ts'

const spoken = texts(lessonTexts, findingTexts)

/** Somebody who was found, with the lesson by which they were, and the way to book it. */
export function TeacherCard({
  teacher,
  modality,
}: {
  teacher: FoundTeacher
  /** How the lesson was looked for: it is booked so. */
  modality?: LessonModality | undefined
}) {
  const { t } = useTexts(spoken)
  const { date, number, time, nameOf } = useFormat()
  const words = useOfferWords()
  const { offer } = teacher
  const name = nameOf(teacher.name)
  const zone = ownZone()
  return (
    <li className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start gap-4">
        <Avatar name={name} src={pictureUrl(teacher.image, 'small')} size="lg" />
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="text-lg font-semibold wrap-anywhere">
            <Link to={`/profile/musician/${teacher.project_id}`} className="hover:text-accent">
              {name}
            </Link>
          </h3>
          <p className="font-medium wrap-anywhere">{offer.title}</p>
          <p className="text-sm text-ink-2">{words(offer)}</p>
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
            {teacher.city && (
              <span className="inline-flex items-center gap-1">
                <MapPin aria-hidden className="size-4" />
                {teacher.city}
              </span>
            )}
            {teacher.rating !== null && (
              <span className="inline-flex items-center gap-1">
                <Star aria-hidden className="size-4 fill-current" />
                {t('lessons.find.rating', {
                  rating: number(teacher.rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
                  count: teacher.rating_count,
                })}
              </span>
            )}
          </p>
        </div>
        <LinkButton
          to={`/student/book/${offer.service_id}${modality ? `?modality=${modality}` : ''}`}
          aria-label={t('lessons.find.book_with', { name })}
        >
          {t('lessons.find.book')}
        </LinkButton>
      </div>
      <OfferPrices offer={offer} />
      {teacher.starts.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-ink-2">{t('lessons.find.starts')}</span>
          {teacher.starts.map((start) => (
            <Badge key={start} tone="ok">
              {t('lessons.when', { date: date(start, zone, 'day'), time: time(start, zone) })}
            </Badge>
          ))}
        </p>
      )}
    </li>
  )
}
