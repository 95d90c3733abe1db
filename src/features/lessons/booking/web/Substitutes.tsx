import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MINUTE } from '#core/contract/time.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { LessonTime } from '../../web/LessonTime.tsx'
import { ownZone } from '../../web/ownZone.ts'
import { lessonTexts } from '../../web/texts.ts'
import {
  answerLessonSubstitute,
  type LessonSubstitution,
  withdrawLessonSubstitute,
} from '../contract.substitutes.ts'
import { LESSON_PAGES } from './refreshes.ts'
import { SubstituteFacts } from './SubstituteFacts.tsx'
import { substituteTexts } from './texts.ts'
import { useSubstitutes } from './useSubstitutes.ts'

const spoken = texts(substituteTexts, lessonTexts, instrumentNames, serviceTerms)

/**
 * Lessons that another teacher is to give instead, as each of the three sees them; nothing where there are none.
 * @param lesson_id of that lesson alone
 */
export const Substitutes = ({ lesson_id }: { lesson_id?: number }) => (
  <SubstituteList list={useSubstitutes(lesson_id)} />
)

/** The same of what was asked already. */
export function SubstituteList({ list }: { list: ReturnType<typeof useSubstitutes> }) {
  const { t } = useTexts(spoken)
  return (
    <Loaded query={list} waiting={null} failed={t('instead.failed')}>
      {({ results }) =>
        results.length > 0 && (
          <Card title={t('instead.title')}>
            <ul className="flex flex-col gap-4">
              {results.map((one) => (
                <li key={one.id}>
                  <Substitute one={one} />
                </li>
              ))}
            </ul>
          </Card>
        )
      }
    </Loaded>
  )
}

function Substitute({ one }: { one: LessonSubstitution }) {
  const { t } = useTexts(spoken)
  const { date, nameOf, time } = useFormat()
  const zone = ownZone()
  const answer = useMutation(
    tell(answerLessonSubstitute, {
      refreshes: LESSON_PAGES,
      onTold: (_, { body }) => toast.success(t(`instead.done.${body?.accept ? 'accept' : 'decline'}`)),
    }),
  )
  const withdraw = useMutation(
    tell(withdrawLessonSubstitute, {
      refreshes: LESSON_PAGES,
      onTold: () => toast.success(t('instead.done.withdraw')),
    }),
  )
  const params = { id: one.id }
  const names = {
    teacher: nameOf(one.teacher.name),
    substitute: nameOf(one.substitute.name),
    student: nameOf(one.student.name),
  }
  const other = one.role === 'teacher' ? names.substitute : names.student
  const go = (step: LessonSubstitution['may'][number]) =>
    step === 'withdraw'
      ? withdraw.mutate({ params })
      : answer.mutate({ params, body: { accept: step === 'accept' } })
  const isOpen = one.state === 'asked' || one.state === 'offered'
  const isOn = isOpen || one.state === 'accepted'
  const isMine = one.role === (one.state === 'asked' ? 'substitute' : 'student')
  return (
    <div className="flex flex-col gap-3">
      <p>
        {t(`instead.says.${one.role}_${one.state}` as 'instead.says.student_offered', {
          ...names,
          count: one.lessons.length,
        })}
      </p>
      <ol className="flex flex-col gap-2">
        {one.lessons.map(({ id, starts_at, ends_at, notes_private }) => (
          <li key={id}>
            <LessonTime starts_at={starts_at} zone={zone} other={one.zone} />
            <span className="text-sm text-ink-2">
              {' · '}
              {t('lessons.minutes', { count: (Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE })}
            </span>
            {notes_private && (
              <span className="block text-sm whitespace-pre-line text-ink-2 wrap-anywhere">
                {t('instead.own_notes', { text: notes_private })}
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="text-ink-2">
        {[
          t(`business:terms.instruments.${one.instrument}`),
          t(`business:terms.levels.${one.level}`),
          t(`business:terms.modalities.${one.modality}`),
          one.minor && t('instead.minor'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {one.role !== 'substitute' && (
        <Link
          to={`/profile/musician/${one.substitute.project_id}`}
          className="block min-h-11 rounded-control border border-line p-3 hover:border-accent"
        >
          <SubstituteFacts substitute={one.substitute} />
        </Link>
      )}
      {one.reason && <p className="text-ink-2 wrap-anywhere">{t('instead.because', { text: one.reason })}</p>}
      {isOn && <Money one={one} names={names} />}
      {isOpen && (
        <p className="text-sm text-ink-2">
          {t(isMine ? 'instead.until_you' : 'instead.until', {
            date: date(one.reply_by, zone, 'full'),
            time: time(one.reply_by, zone),
          })}
        </p>
      )}
      <FormError>{answer.error?.message ?? withdraw.error?.message}</FormError>
      {one.may.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {one.may.map((step) => (
            <Button
              key={step}
              variant={step === 'accept' ? 'primary' : 'secondary'}
              isPending={answer.isPending || withdraw.isPending}
              aria-label={t('instead.of', {
                step: t(`instead.steps.${step}`),
                name: one.role === 'student' ? names.substitute : other,
              })}
              onPress={() => go(step)}
            >
              {t(`instead.steps.${step}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** What who gives the lessons earns, and what is in the other's hand of it; nothing for who learns, or where they are free. */
function Money({
  one: { role, earns, passes, of_package, by_card, currency, lessons },
  names,
}: {
  one: LessonSubstitution
  names: { teacher: string; substitute: string }
}) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  if (role === 'student' || !earns || !(passes || by_card)) return null
  const passed = { ...names, amount: money(passes ?? 0, currency), count: lessons.length }
  return (
    <p className="text-sm text-ink-2">
      {t(role === 'substitute' ? 'instead.you_earn' : 'instead.earns', { amount: money(earns, currency) })}{' '}
      {by_card
        ? t(`instead.by_card.${role}`, names)
        : of_package
          ? t(`instead.passes.${role}_package`, passed)
          : t(`instead.passes.${role}_single`, passed)}
    </p>
  )
}
