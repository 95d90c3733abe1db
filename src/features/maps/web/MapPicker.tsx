import { MapPin } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { later } from '#core/web/ui/later.tsx'
import { nearestTown, writePoint } from '../rules.ts'
import { MapLoading } from './MapLoading.tsx'
import type { MapPanelProps } from './MapPanel.tsx'
import { mapTexts } from './texts.ts'

const spoken = texts(mapTexts)

const MapPanel = later(async () => (await import('./MapPanel.tsx')).MapPanel)

export interface MapPickerProps extends MapPanelProps {
  /** What people call the place; stands beside the point. */
  address?: string | null
}

/** A place on the map, beside what it is called. The map itself is fetched when it is opened. */
export function MapPicker({ point, address, ...props }: MapPickerProps) {
  const { t } = useTexts(spoken)
  const { number } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const town = point && nearestTown(point)
  const words = point
    ? [
        address?.trim(),
        town &&
          (town.km < 1
            ? t('map.in_town', { city: town.place.city })
            : t('map.near', { km: number(Math.round(town.km)), city: town.place.city })),
        t('map.at'),
      ]
    : [t('map.none')]
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          size="sm"
          icon={<MapPin aria-hidden />}
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'map.close' : 'map.open')}
        </Button>
        <p
          aria-live="polite"
          // In figures for tests alone: people read where it is.
          data-map-point={point ? writePoint(point) : ''}
          className="min-w-0 text-sm break-words text-ink-2"
        >
          {words.filter(Boolean).join(' · ')}
        </p>
      </div>
      {isOpen && (
        <Suspense fallback={<MapLoading />}>
          <MapPanel {...props} point={point} />
        </Suspense>
      )}
    </div>
  )
}
