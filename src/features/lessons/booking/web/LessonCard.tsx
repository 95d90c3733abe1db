import { MapPin, Video } from 'lucide-react'
import { Link } from 'react-router'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge, type Tone } from '#core/web/ui/Badge.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import type { LessonState } from '../../contract.ts'
import { SETTLED } from '../../rules.ts'
import { LessonTime } from '../../web/LessonTime.tsx'
import { lessonTexts, oneLessonTexts } from '../../web/texts.ts'
import type { Lesson } from '../contract.ts'
import { LessonActions } from './LessonActions.tsx'
import { PaymentBox } from './PaymentBox.tsx'
import { substituteTexts } from './texts.ts'

const spoken = texts(lessonTexts, oneLessonTexts, instrumentNames, serviceTerms, substituteTexts)

const TONES: Partial<Record<LessonState, Tone>> = {
  requested: 'warn',
  accepted: 'warn',
  scheduled: 'ok',
  rescheduled: 'ok',
  held: 'accent',
  confirmed: 'ok',
  reviewed: 'ok',
  no_show_student: 'bad',
  no_show_teacher: 'bad',
}

/** A lesson in a list: when, with whom, how it stands, and what may be done now. */
export function LessonCard({
  lesson,
  zone,
  as: Level = 'h3',
  isAlone = false,
}: {
  lesson: Lesson
  /** The reader's. */
  zone: string
  as?: 'h2' | 'h3'
  /** On a page of its own: it leads nowhere else. */
  isAlone?: boolean
}) {
  const { t } = useTexts(spoken)
  const { date, money, nameOf, time } = useFormat()
  const other = lesson.side === 'student' ? lesson.teacher.name : lesson.student.name
  const when = <LessonTime starts_at={lesson.starts_at} zone={zone} other={lesson.zone} />
  return (
    <article className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Level className="min-w-0">
          {isAlone ? (
            when
          ) : (
            <Link to={`/calendar?lesson=${lesson.id}`} className="hover:text-accent">
              {when}
            </Link>
          )}
        </Level>
        <Badge tone={TONES[lesson.state] ?? 'neutral'}>{t(`lessons.states.${lesson.state}`)}</Badge>
      </div>
      <p className="text-ink-2 wrap-anywhere">
        {[
          t('lessons.with', { name: nameOf(other) }),
          t(`business:terms.instruments.${lesson.instrument}`),
          t(`lessons.kinds.${lesson.kind}`),
          t(`business:terms.modalities.${lesson.modality}`),
          lesson.modality === 'in_person' && lesson.teacher.city,
          lesson.package_id !== null
            ? t('lessons.by_credit')
            : lesson.price === 0
              ? t('lessons.prices.free')
              : money(lesson.price, lesson.currency),
          lesson.handed_over && t('instead.stands_in'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {lesson.due_at && (
        <p className="text-sm text-ink-2">
          {t(`lessons.due.${lesson.state}` as 'lessons.due.requested', {
            date: date(lesson.due_at, zone, 'full'),
            time: time(lesson.due_at, zone),
          })}
        </p>
      )}
      {lesson.note && <p className="whitespace-pre-line wrap-anywhere">“{lesson.note}”</p>}
      {lesson.reason && (
        <p className="wrap-anywhere text-ink-2">{t('lessons.because', { text: lesson.reason })}</p>
      )}
      {lesson.room && (
        // A page of its own: it may use microphone and camera.
        <LinkButton
          to={`/lessons/${lesson.id}/room`}
          reloadDocument
          icon={<Video aria-hidden />}
          className="self-start"
        >
          {t('lessons.room_enter')}
        </LinkButton>
      )}
      {lesson.link && (
        <a
          href={lesson.link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center self-start font-medium text-accent"
        >
          {t(lesson.room ? 'lessons.open_link_beside' : 'lessons.open_link')}
        </a>
      )}
      <Where lesson={lesson} />
      {lesson.payments
        .filter(({ state }) => isAlone || !['released', 'cancelled', 'refunded'].includes(state))
        .map((payment) => (
          <PaymentBox
            key={`${payment.is_refund} ${payment.due_at}`}
            of="lesson"
            id={lesson.id}
            side={lesson.side}
            payment={payment}
            pay_to={lesson.pay_to}
            student={nameOf(lesson.student.name)}
          />
        ))}
      <LessonActions lesson={lesson} zone={zone} isAlone={isAlone} />
    </article>
  )
}

/** Where it is held in person; where nobody said the place, or the link, of a lesson that certainly takes place, that. */
function Where({ lesson: { side, state, modality, place, link, room, teacher } }: { lesson: Lesson }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  if (place)
    return (
      <p className="flex items-start gap-2">
        <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-2" />
        <span className="sr-only">{t('lessons.where.place')}</span>
        <span className="whitespace-pre-line wrap-anywhere">{place}</span>
      </p>
    )
  const isSaid = modality === 'in_person' ? false : room || link !== ''
  if (isSaid || !SETTLED.some((one) => one === state)) return null
  return (
    <p className={side === 'teacher' ? 'text-warn' : 'text-ink-2'}>
      {t(`lessons.where.${side}_${modality}`, { name: nameOf(teacher.name) })}
    </p>
  )
}
