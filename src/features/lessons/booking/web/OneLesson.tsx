import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import { subject } from '#core/contract/subject.ts'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { TextBox } from '#core/web/ui/TextBox.tsx'
import { RecordingsOfLesson } from '../../recordings/web/RecordingList.tsx'
import { isSure } from '../../rules.ts'
import { ownZone } from '../../web/ownZone.ts'
import { oneLessonTexts } from '../../web/texts.ts'
import { saveSheet } from '../contract.teaching.ts'
import { type Lesson, readLesson } from '../contract.ts'
import { LessonCard } from './LessonCard.tsx'
import { LESSON_PAGES, useLessonNews } from './refreshes.ts'
import { Substitutes } from './Substitutes.tsx'

const spoken = texts(oneLessonTexts)

/** What later features show of a lesson: what the two say of it, and to each other. */
export interface LessonFollowing {
  Talk?: ComponentType<{ lesson_id: number }>
  After?: ComponentType<{ lesson_id: number }>
}

/** /calendar?lesson=ID: one lesson, with what may be done, its payment and its sheet. */
export function OneLesson({ id, Talk, After }: LessonFollowing & { id: number }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const lesson = useQuery(ask(readLesson, { params: { id } }))
  useLessonNews()
  return (
    <div className="page-width flex flex-col gap-6">
      <Loaded
        query={lesson}
        waiting={<Skeleton className="h-96 rounded-card" />}
        failed={t('lessons.one.failed')}
      >
        {(data) => (
          <>
            <PageHeader
              title={t('lessons.with_title', {
                name: nameOf(data.side === 'student' ? data.teacher.name : data.student.name),
              })}
              actions={
                <LinkButton
                  to={data.side === 'student' ? '/calendar' : '/calendar?view=lessons'}
                  variant="secondary"
                >
                  {t('lessons.one.back')}
                </LinkButton>
              }
            />
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <div className="flex min-w-0 flex-col gap-5">
                <LessonCard lesson={data} zone={ownZone()} as="h2" isAlone />
                <Substitutes lesson_id={id} />
                {After && (
                  <Suspense fallback={null}>
                    {/* Another once it was had: it is asked for what follows anew. */}
                    <After key={data.state} lesson_id={id} />
                  </Suspense>
                )}
              </div>
              <div className="flex min-w-0 flex-col gap-5">
                {data.side === 'teacher' ? <Sheet key={data.id} lesson={data} /> : <Notes lesson={data} />}
                {/* Whatever became of the lesson or its room: what there is can be heard and deleted. */}
                <RecordingsOfLesson lesson_id={id} />
                {Talk && (
                  <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
                    <Talk lesson_id={id} />
                  </Suspense>
                )}
              </div>
            </div>
            <p className="text-ink-2">
              {t('lessons.one.problem')}{' '}
              <LinkButton to={`/tickets/new?about=${subject('lesson', id)}`} variant="quiet">
                {t('lessons.one.report')}
              </LinkButton>
            </p>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** What was noted for both; by whom, where that isn't clear. */
function NotesOf({ of, text }: { of: string | null; text: string }) {
  return (
    <div>
      {of && <p className="text-sm font-medium text-ink-2">{of}</p>}
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </div>
  )
}

function Notes({ lesson: { notes_before, notes_shared, teacher } }: { lesson: Lesson }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  return (
    <Card title={t('lessons.sheet.notes')}>
      <div className="flex flex-col gap-4">
        {notes_before && (
          <NotesOf
            of={t('lessons.sheet.before', { name: nameOf(notes_before.name) })}
            text={notes_before.text}
          />
        )}
        {notes_shared ? (
          <NotesOf
            of={notes_before && t('lessons.sheet.of', { name: nameOf(teacher.name) })}
            text={notes_shared}
          />
        ) : (
          <p className="text-ink-2">
            {notes_before
              ? t('lessons.sheet.none_of', { name: nameOf(teacher.name) })
              : t('lessons.sheet.none')}
          </p>
        )}
      </div>
    </Card>
  )
}

const FIELDS = ['notes_shared', 'notes_private'] as const

function Sheet({ lesson }: { lesson: Lesson }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  // Only a place that they change is said: one that was kept with the lesson meanwhile stays.
  const [place, setPlace] = useState(lesson.own_place)
  const [sheet, setSheet] = useState({
    link: lesson.own_link,
    place: lesson.own_place,
    notes_shared: lesson.notes_shared,
    notes_private: lesson.notes_private,
  })
  const save = useMutation(tell(saveSheet, { refreshes: LESSON_PAGES }))
  return (
    <Card title={t('lessons.sheet.title')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(
            {
              params: { id: lesson.id },
              body: { ...sheet, place: sheet.place === place ? undefined : sheet.place },
            },
            {
              onSuccess: (saved) => {
                setPlace(saved.own_place)
                toast.success(t('lessons.sheet.saved'))
              },
            },
          )
        }}
      >
        {lesson.modality === 'in_person' ? (
          <TextBox
            label={t('lessons.sheet.place')}
            description={t(lesson.usual_place ? 'lessons.sheet.place_usual' : 'lessons.sheet.place_help')}
            placeholder={lesson.usual_place}
            rows={2}
            maxLength={300}
            value={sheet.place}
            onChange={(place) => setSheet({ ...sheet, place })}
          />
        ) : (
          <PlainField label={t('lessons.sheet.link')} description={t('lessons.sheet.link_help')}>
            {({ className, ...control }) => (
              <input
                {...control}
                className={className}
                type="url"
                maxLength={300}
                value={sheet.link}
                onChange={({ target }) => setSheet({ ...sheet, link: target.value })}
              />
            )}
          </PlainField>
        )}
        {lesson.notes_before && (
          <NotesOf
            of={t('lessons.sheet.before_you', { name: nameOf(lesson.notes_before.name) })}
            text={lesson.notes_before.text}
          />
        )}
        {FIELDS.map((name) => (
          <TextBox
            key={name}
            label={t(`lessons.sheet.${name}`)}
            rows={5}
            maxLength={4000}
            value={sheet[name]}
            onChange={(text) => setSheet({ ...sheet, [name]: text })}
            // Once it is certain both read all of it.
            shared={name === 'notes_shared' && !isSure(lesson.state)}
          />
        ))}
        <FormError>{save.error?.message}</FormError>
        <Button type="submit" isPending={save.isPending} className="self-start">
          {t('lessons.sheet.save')}
        </Button>
      </form>
    </Card>
  )
}
