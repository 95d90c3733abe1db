import { DoorOpen, Video } from 'lucide-react'
import { useMemo } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { DeviceFields } from './DeviceFields.tsx'
import { Picture } from './Picture.tsx'
import { roomTexts } from './texts.ts'
import type { Media } from './useMedia.ts'

const spoken = texts(roomTexts)

/** Before somebody comes in: how they are seen, and with what they are heard. */
export function Lobby({
  media,
  isEntering,
  error,
  onEnter,
}: {
  media: Media
  isEntering: boolean
  error: string | undefined
  onEnter: () => void
}) {
  const { t } = useTexts(spoken)
  const own = useMemo(() => (media.video ? new MediaStream([media.video]) : null), [media.video])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <Picture
        stream={own}
        label={t('room.call.own')}
        isOwn
        isDark={!media.video}
        className="aspect-video rounded-card"
      />
      <Card title={t('room.lobby.title')}>
        <div className="flex flex-col gap-4">
          {media.isReady ? (
            <DeviceFields media={media} />
          ) : (
            <p className="text-ink-2">{t('room.lobby.text')}</p>
          )}
          <FormError>{error}</FormError>
          <div className="flex flex-wrap gap-3">
            {media.isReady ? (
              <Button icon={<DoorOpen aria-hidden />} isPending={isEntering} onPress={onEnter}>
                {t('room.lobby.enter')}
              </Button>
            ) : (
              <Button icon={<Video aria-hidden />} onPress={media.ask}>
                {t('room.lobby.ask')}
              </Button>
            )}
          </div>
          <p className="text-sm text-ink-2">{t('room.lobby.private')}</p>
        </div>
      </Card>
    </div>
  )
}
