import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ApiError, ask, call, keyOf, refresh, unreached } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { SaveNote } from '#features/hiring/brief/web/SaveNote.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import {
  COMMENT_MAX,
  listSurveys,
  type MusicianSurvey,
  readMusicianSurvey,
  saveMusicianSurvey,
  sendMusicianSurvey,
} from '../contract.ts'
import { unansweredByMusician } from '../rules.ts'
import { ChoiceField, chosenOf, MARKS } from './ChoiceField.tsx'
import { surveyTexts } from './texts.ts'
import { useAnswers } from './useAnswers.ts'

const spoken = texts(surveyTexts)

/** /survey/:id: how an event was for a project that played it; what was sent is shown as it was. */
export function MusicianSurveyPage() {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const words = useWords()
  const id = Number(useParams().id) || 0
  const survey = useQuery(ask(readMusicianSurvey, { params: { id } }))
  return (
    <div className="page-width flex flex-col gap-5">
      <div>
        <LinkButton to="/calendar" variant="quiet" size="sm" icon={<ArrowLeft aria-hidden />}>
          {t('survey.back_calendar')}
        </LinkButton>
      </div>
      <PageHeader
        eyebrow={survey.data ? words.title(survey.data) : t('survey.title')}
        title={t(survey.data?.sent_at ? 'survey.musician.thanks' : 'survey.musician.title')}
      />
      <Loaded query={survey} waiting={<Skeleton className="h-96" />} failed={t('survey.failed')}>
        {(data) => (
          <>
            <p className="-mt-3 text-ink-2">
              <span className="block first-letter:uppercase">{date(data.starts_at, data.zone, 'full')}</span>
              <span className="block">{t('survey.musician.as', { name: data.project_name })}</span>
            </p>
            <Questions key={data.id} survey={data} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Questions({ survey }: { survey: MusicianSurvey }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const client = useQueryClient()
  const params = { id: survey.id }
  const { answers, give, flush, state, refusal } = useAnswers(
    survey.answers,
    (before, given) => ({ ...before, ...given }),
    async (body) => {
      client.setQueryData(
        keyOf(readMusicianSurvey, { params }),
        await call(saveMusicianSurvey, { params, body }),
      )
    },
  )
  const [isChecked, setChecked] = useState(false)
  const lacking = unansweredByMusician(answers)
  const count = Object.keys(lacking).length
  const problemAt = (field: string) => (isChecked && lacking[field] ? t('validation.required') : undefined)
  const send = useMutation({
    mutationFn: async () => {
      // What was refused is said by itself; what never got there, here.
      if (!(await flush())) throw unreached()
      const sent = await call(sendMusicianSurvey, { params })
      client.setQueryData(keyOf(readMusicianSurvey, { params }), sent)
      scrollTo({ top: 0 })
      await refresh(client, [listSurveys])
    },
  })
  const failure = refusal ?? (send.error instanceof ApiError ? send.error : null)
  const isSent = survey.sent_at !== null

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        const form = event.currentTarget
        if (count === 0) send.mutate()
        else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid] input')?.focus())
      }}
    >
      <div className="flex flex-col gap-2 text-ink-2">
        <p>
          {survey.sent_at === null
            ? t('survey.musician.intro')
            : t('survey.musician.thanks_text', { date: date(survey.sent_at, survey.zone, 'long') })}
        </p>
        {!isSent && <p>{t('survey.musician.private')}</p>}
        {!isSent && <SaveNote state={state} />}
      </div>
      <Card className="flex flex-col gap-6">
        <ChoiceField
          label={t('survey.musician.mark')}
          ends={[t('survey.moments.from'), t('survey.moments.to')]}
          options={MARKS}
          columns={5}
          value={chosenOf(answers.mark)}
          onChange={(value) => give({ mark: Number(value) })}
          errorMessage={problemAt('mark')}
          isDisabled={isSent}
        />
        <ChoiceField
          label={t('survey.musician.as_agreed')}
          options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`survey.musician.${value}`) }))}
          columns={2}
          value={answers.as_agreed === null ? null : answers.as_agreed ? 'yes' : 'no'}
          onChange={(value) => give({ as_agreed: value === 'yes' })}
          errorMessage={problemAt('as_agreed')}
          isDisabled={isSent}
        />
        {isSent ? (
          answers.comment && (
            <div>
              <p className="font-semibold">{t('survey.comment.label')}</p>
              <p className="wrap-anywhere whitespace-pre-line text-ink-2">{answers.comment}</p>
            </div>
          )
        ) : (
          <TextArea
            label={`${t('survey.comment.label')} (${t('survey.optional').toLocaleLowerCase()})`}
            description={t('survey.musician.hint')}
            value={answers.comment}
            onChange={(comment) => give({ comment }, 'typed')}
            maxLength={COMMENT_MAX}
          />
        )}
      </Card>
      {!isSent && (
        <div className="flex flex-col items-start gap-3">
          <FormError>{failure?.message}</FormError>
          <Button type="submit" size="lg" isPending={send.isPending}>
            {t('survey.musician.send')}
          </Button>
          <p className="text-sm text-ink-2">{t('survey.send_hint')}</p>
        </div>
      )}
    </form>
  )
}
