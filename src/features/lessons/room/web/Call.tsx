import { Circle, Mic, MicOff, PhoneOff, RotateCcw, Settings2, Video, VideoOff, Volume2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { DeviceFields } from './DeviceFields.tsx'
import type { MeetingState, Seen } from './meeting.ts'
import { Picture } from './Picture.tsx'
import { roomTexts } from './texts.ts'
import type { Media } from './useMedia.ts'

const spoken = texts(roomTexts)

const TONES = {
  waiting: 'neutral',
  connecting: 'warn',
  connected: 'ok',
  lost: 'warn',
  failed: 'bad',
} as const satisfies Record<MeetingState, string>

/** The two who are in a room: pictures, what is on, and how they are connected. */
export function Call({
  seen,
  media,
  name,
  link,
  onAgain,
  onLeave,
}: {
  seen: Seen
  media: Media
  /** The other's. */
  name: string
  link: string
  onAgain: () => void
  onLeave: () => void
}) {
  const { t } = useTexts(spoken)
  const [isSetting, setSetting] = useState(false)
  /** Lets the other be heard, where the browser wants a press for it. */
  const [hear, setHear] = useState<(() => void) | null>(null)
  const { state, stream, said } = seen
  const own = useMemo(() => (media.video ? new MediaStream([media.video]) : null), [media.video])
  const isConnected = state === 'connected' || state === 'lost'
  return (
    <div className="flex flex-col gap-4">
      <div className="stage relative overflow-hidden rounded-card">
        <Picture
          stream={stream}
          label={t('room.call.theirs', { name })}
          isDark={!isConnected || !said.camera}
          onRefused={(again) => setHear(() => again)}
          className="aspect-[4/3] max-h-[58vh] w-full sm:aspect-video"
        />
        <div className="absolute right-3 bottom-3 w-28 overflow-hidden rounded-control border border-noche-200 sm:w-48">
          <Picture
            stream={own}
            label={t('room.call.own')}
            isOwn
            isDark={!media.video}
            className="aspect-video"
          />
        </div>
        <div role="status" data-state={state} className="absolute top-3 left-3 flex flex-wrap gap-2 pr-3">
          <Badge tone={TONES[state]}>{t(`room.states.${state}`, { name })}</Badge>
          {isConnected && !said.microphone && (
            <Badge icon={<MicOff aria-hidden />}>{t('room.call.muted', { name })}</Badge>
          )}
          {seen.recording?.state === 'agreed' && (
            <Badge tone="bad" icon={<Circle aria-hidden className="fill-current" />}>
              {t('room.call.recorded')}
            </Badge>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          aria-pressed={media.isMuted}
          isDisabled={!media.audio}
          icon={media.isMuted || !media.audio ? <MicOff aria-hidden /> : <Mic aria-hidden />}
          onPress={() => media.setMuted(!media.isMuted)}
        >
          {t(media.isMuted ? 'room.call.unmute' : 'room.call.mute')}
        </Button>
        <Button
          variant="secondary"
          aria-pressed={!media.video}
          icon={media.video ? <Video aria-hidden /> : <VideoOff aria-hidden />}
          onPress={() => media.setDark(media.video !== null)}
        >
          {t(media.video ? 'room.call.dark' : 'room.call.light')}
        </Button>
        <Button
          variant="secondary"
          aria-expanded={isSetting}
          icon={<Settings2 aria-hidden />}
          onPress={() => setSetting(!isSetting)}
        >
          {t('room.call.settings')}
        </Button>
        {hear && (
          <Button
            icon={<Volume2 aria-hidden />}
            onPress={() => {
              setHear(null)
              hear()
            }}
          >
            {t('room.call.hear')}
          </Button>
        )}
        <Button variant="danger" icon={<PhoneOff aria-hidden />} onPress={onLeave}>
          {t('room.call.leave')}
        </Button>
      </div>
      {isSetting && (
        <Card title={t('room.devices.title')}>
          <DeviceFields media={media} />
        </Card>
      )}
      {state === 'failed' && (
        <Card title={t('room.failed.title')}>
          <p>{t('room.failed.text', { name })}</p>
          <ul className="my-3 list-disc pl-5">
            {link && (
              <li>
                <a href={link} target="_blank" rel="noreferrer" className="font-medium text-accent">
                  {t('room.failed.link')}
                </a>
              </li>
            )}
            <li>{t('room.failed.network')}</li>
            <li>{t('room.failed.write')}</li>
          </ul>
          <Button icon={<RotateCcw aria-hidden />} onPress={onAgain}>
            {t('room.failed.again')}
          </Button>
        </Card>
      )}
    </div>
  )
}
