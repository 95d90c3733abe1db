import { useQuery } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { readMapTiles } from '../contract.ts'
import { DEFAULT_CENTRE, type Point, pointOf, readPoint, writePoint } from '../rules.ts'
import { MapCanvas } from './MapCanvas.tsx'
import { MapLoading } from './MapLoading.tsx'
import { mapTexts } from './texts.ts'

const spoken = texts(mapTexts)

/** How long the browser may look for where somebody is. */
const LOCATE_MS = 15_000

export interface MapPanelProps {
  point: Point | null
  onPick: (point: Point) => void
  /** Where the map opens while there is no point. */
  around?: Point | null
  /** Leave out the typed coordinates, where the form has fields for them. */
  hideCoordinates?: boolean
}

/** The open picker: one's own location, the map, and the point in figures. */
export function MapPanel({ point, onPick, around, hideCoordinates }: MapPanelProps) {
  const { t } = useTexts(spoken)
  const tiles = useQuery({ ...ask(readMapTiles), staleTime: Number.POSITIVE_INFINITY })
  const [problem, setProblem] = useState<'denied' | 'unsupported' | null>(null)
  const [isLocating, setLocating] = useState(false)

  const locate = () => {
    setProblem(null)
    if (!('geolocation' in navigator) || !navigator.geolocation) {
      setProblem('unsupported')
      return
    }
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        onPick(pointOf(coords.latitude, coords.longitude))
      },
      () => {
        setLocating(false)
        setProblem('denied')
      },
      { enableHighAccuracy: true, timeout: LOCATE_MS },
    )
  }

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          icon={<LocateFixed aria-hidden />}
          isPending={isLocating}
          onPress={locate}
        >
          {t('map.use_mine')}
        </Button>
        <p role="status" className="text-sm text-ink-2">
          {isLocating ? t('map.locating') : ''}
        </p>
      </div>
      <FormError closeLabel={t('map.dismiss')} onClose={() => setProblem(null)}>
        {problem && t(`map.${problem}`)}
      </FormError>
      <Loaded query={tiles} waiting={<MapLoading />} failed={t('map.error')}>
        {(data) => <MapCanvas tiles={data} point={point} around={around ?? DEFAULT_CENTRE} onPick={onPick} />}
      </Loaded>
      {!hideCoordinates && (
        // Another point is another text; what is being typed stays until then.
        <Coordinates key={point ? writePoint(point) : ''} point={point} onPick={onPick} />
      )}
    </div>
  )
}

function Coordinates({ point, onPick }: Pick<MapPanelProps, 'point' | 'onPick'>) {
  const { t } = useTexts(spoken)
  const [text, setText] = useState(point ? writePoint(point) : '')
  const [isWrong, setWrong] = useState(false)
  const take = () => {
    const read = readPoint(text)
    setWrong(text.trim() !== '' && !read)
    if (read && (read.lat !== point?.lat || read.lng !== point.lng)) onPick(read)
  }
  return (
    <TextField
      label={t('map.coordinates')}
      description={t('map.coordinates_hint')}
      errorMessage={isWrong ? t('map.coordinates_error') : undefined}
      value={text}
      onChange={(next) => {
        setText(next)
        setWrong(false)
      }}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Not the form's business.
        event.preventDefault()
        take()
      }}
      maxLength={60}
      className="max-w-sm"
    />
  )
}
