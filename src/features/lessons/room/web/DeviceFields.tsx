import { texts, useTexts } from '#core/web/texts.ts'
import { FormError } from '#core/web/ui/FormError.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import type { Device } from '../../web/devices.ts'
import { roomTexts } from './texts.ts'
import type { Media } from './useMedia.ts'

const spoken = texts(roomTexts)

/** Which microphone and camera, and whether a microphone hears music; why there is none. */
export function DeviceFields({ media }: { media: Media }) {
  const { t } = useTexts(spoken)
  const lists: readonly (readonly [Device, readonly MediaDeviceInfo[]])[] = [
    ['microphone', media.microphones],
    ['camera', media.cameras],
  ]
  return (
    <div className="flex flex-col gap-4">
      {lists.map(([kind, found]) => (
        <div key={kind} className="flex flex-col gap-2">
          {found.length > 1 && (
            <SelectBox
              label={t(`room.devices.${kind}`)}
              value={media[kind] ?? found[0]?.deviceId ?? null}
              onChange={(id) => media.choose(kind, id)}
              options={found.map(({ deviceId, label }, n) => ({
                value: deviceId,
                label: label || t('room.devices.nameless', { count: n + 1 }),
              }))}
            />
          )}
          <FormError>{media.refused[kind] && t(`room.refused.${kind}.${media.refused[kind]}`)}</FormError>
        </div>
      ))}
      <Switch value={media.isMusic} onChange={media.setMusic} description={t('room.devices.music_help')}>
        {t('room.devices.music')}
      </Switch>
    </div>
  )
}
