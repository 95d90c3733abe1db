import { Circle, Download, RotateCcw, Square } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { MINUTE } from '#core/contract/time.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { ProgressBar } from '#core/web/ui/ProgressBar.tsx'
import { clockOf } from '#features/media/web/player.ts'
import { ANSWERS_MS, RECORDS_MS } from '../../room/rules.recording.ts'
import type { Seen } from '../../room/web/meeting.ts'
import type { Notes } from '../../room/web/notes.ts'
import { KEPT_DAYS } from '../contract.ts'
import { RecordingList } from './RecordingList.tsx'
import { kindHere } from './recorder.ts'
import { recordingTexts } from './texts.ts'
import { useRecording } from './useRecording.ts'

const spoken = texts(recordingTexts)

/**
 * Recording a lesson in its room: asked for, answered, going on, kept. It stays when the room is left: what isn't kept yet is
 * here.
 */
export function RecordingCard({
  lesson_id,
  name,
  seen,
  peer,
  audio,
  look,
  notes,
}: {
  lesson_id: number
  /** The other's. */
  name: string
  seen: Seen | null
  /** This page, as it is in the room. */
  peer: string | null
  audio: MediaStreamTrack | null
  look: () => void
  notes: Notes
}) {
  const { t } = useTexts(spoken)
  const onKept = useCallback(() => toast.success(t('recordings.saved')), [t])
  const { now, isConnected, unsent, isEmpty, lost, ...it } = useRecording({
    ...{ lesson_id, seen, audio, look, notes, onKept },
    unwritten: t('recordings.unwritten'),
  })
  const isAsked = now?.state === 'asked'
  const isOn = now?.state === 'agreed'
  const unanswered = useUnanswered(isAsked && now.mine, isOn, seen !== null)
  const canHere = kindHere() !== null
  return (
    <Card title={t('recordings.title')}>
      {/* Once, when it begins: the clock isn't read out. */}
      <p role="status" className="sr-only">
        {isOn ? t('recordings.began') : ''}
      </p>
      <div className="flex flex-col items-start gap-3">
        {isOn ? (
          <Running onStop={it.stop} isPending={it.isPending} />
        ) : isAsked && now.mine ? (
          <>
            <p role="status">{t('recordings.waiting', { name })}</p>
            <Button
              variant="secondary"
              isPending={it.isPending}
              onPress={() => {
                unanswered.forget()
                it.stop()
              }}
            >
              {t('recordings.withdraw')}
            </Button>
          </>
        ) : (
          <>
            <p className="text-ink-2">
              {t('recordings.about', { minutes: Math.round(RECORDS_MS / MINUTE), days: KEPT_DAYS })}
            </p>
            {seen && (
              <Button
                variant="secondary"
                icon={<Circle aria-hidden />}
                isDisabled={!isConnected || !canHere || unsent !== null}
                isPending={it.isPending}
                onPress={() => peer && it.ask(peer)}
              >
                {t('recordings.ask')}
              </Button>
            )}
            {seen && !isConnected && <p className="text-sm text-ink-2">{t('recordings.alone')}</p>}
            {!canHere && <p className="text-sm text-ink-2">{t('recordings.unsupported', { name })}</p>}
            {unanswered.as && <p role="status">{t(`recordings.${unanswered.as}`, { name })}</p>}
            {isEmpty && <p role="status">{t('recordings.nothing')}</p>}
          </>
        )}
        <FormError>{it.error}</FormError>
        {unsent && unsent.share !== null && (
          <ProgressBar
            label={t(unsent.share < 1 ? 'recordings.sending' : 'recordings.checking')}
            value={Math.round(unsent.share * 100)}
            className="w-full"
          />
        )}
        {lost && (
          <>
            <FormError>{lost}</FormError>
            <p>{t('recordings.lost')}</p>
          </>
        )}
        {unsent?.error && (
          <>
            <FormError>{unsent.error}</FormError>
            <p>{t('recordings.failed')}</p>
            <div className="flex flex-wrap gap-3">
              <Button icon={<RotateCcw aria-hidden />} onPress={it.retry}>
                {t('recordings.retry')}
              </Button>
              <Button variant="secondary" icon={<Download aria-hidden />} onPress={it.download}>
                {t('recordings.download')}
              </Button>
            </div>
          </>
        )}
        <RecordingList lesson_id={lesson_id} />
      </div>
      <ConfirmDialog
        title={t('recordings.consent.title')}
        confirmLabel={t('recordings.consent.yes')}
        cancelLabel={t('recordings.consent.no')}
        isOpen={isAsked && !now.mine}
        // Whatever closes it without a yes is a no.
        onOpenChange={(isOpen) => !isOpen && it.answer('no')}
        isPending={it.isPending}
        onConfirm={() => it.answer('yes')}
      >
        <p>{t('recordings.consent.text', { name })}</p>
        <ul className="mt-3 flex list-disc flex-col gap-1 pl-5">
          <li>{t('recordings.consent.who')}</li>
          <li>{t('recordings.consent.where', { days: KEPT_DAYS })}</li>
          <li>{t('recordings.consent.stop')}</li>
        </ul>
        <FormError className="mt-3">{it.unanswered}</FormError>
      </ConfirmDialog>
    </Card>
  )
}

/** That it is being recorded, for how long this page has seen it, and how to stop it: the same on both sides. */
function Running({ onStop, isPending }: { onStop: () => void; isPending: boolean }) {
  const { t } = useTexts(spoken)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const since = performance.now()
    const ticking = setInterval(() => setSeconds((performance.now() - since) / 1000), 500)
    return () => clearInterval(ticking)
  }, [])
  return (
    <>
      <p className="flex items-center gap-2 font-semibold text-bad tabular-nums" data-recording>
        <Circle aria-hidden className="size-4 fill-current" />
        {t('recordings.running', { at: clockOf(seconds) })}
      </p>
      <Button variant="danger" icon={<Square aria-hidden />} isPending={isPending} onPress={onStop}>
        {t('recordings.stop')}
      </Button>
    </>
  )
}

/** Less than the time for an answer, as the server counts it and this page sees it end. */
const ABOUT_MS = ANSWERS_MS - 10_000

/**
 * How what was asked here was over without a yes: refused, or nobody answered in time.
 * @returns as null before, after a yes, and for who took it back or left
 */
function useUnanswered(isAsking: boolean, isOn: boolean, isHere: boolean) {
  const [as, setAs] = useState<'refused' | 'no_answer' | null>(null)
  const since = useRef<number | null>(null)
  useEffect(() => {
    if (isAsking) {
      since.current = performance.now()
      setAs(null)
      return
    }
    const asked = since.current
    since.current = null
    if (asked === null || isOn || !isHere) return
    setAs(performance.now() - asked < ABOUT_MS ? 'refused' : 'no_answer')
  }, [isAsking, isOn, isHere])
  return {
    as,
    forget: () => {
      since.current = null
    },
  }
}
