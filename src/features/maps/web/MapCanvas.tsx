import 'leaflet/dist/leaflet.css'
import * as leaflet from 'leaflet'
import { useEffect, useId, useRef, useState } from 'react'
import { PLACES } from '#core/contract/places.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { MapTiles } from '../contract.ts'
import { HEIGHT, type Point, pointOf, ZOOM } from '../rules.ts'
import { mapTexts } from './texts.ts'

const spoken = texts(mapTexts)

/** Drawn where no pictures come: squares as on graph paper. */
const PAPER = {
  backgroundColor: 'var(--surface-2)',
  backgroundImage:
    'linear-gradient(var(--line) 1px, transparent 1px), linear-gradient(90deg, var(--line) 1px, transparent 1px)',
  backgroundSize: '24px 24px',
}

/** The map: a click picks, and so does Enter for the point in the middle. */
export function MapCanvas({
  tiles,
  point,
  around,
  onPick,
}: {
  tiles: MapTiles
  point: Point | null
  around: Point
  onPick: (point: Point) => void
}) {
  const { t } = useTexts(spoken)
  const help = useId()
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<leaflet.Map>(null)
  const pin = useRef<leaflet.CircleMarker>(null)
  const [hasNoTiles, setNoTiles] = useState(false)
  const pick = useRef(onPick)
  pick.current = onPick
  const start = useRef(point ?? around)
  const label = t('map.label')

  useEffect(() => {
    if (!box.current) return
    const opened = leaflet.map(box.current, {
      center: [start.current.lat, start.current.lng],
      zoom: ZOOM,
      // The page scrolls past the map; two fingers and the buttons zoom.
      scrollWheelZoom: false,
    })
    opened.attributionControl.setPrefix(false)
    const layer = leaflet.tileLayer(tiles.url, {
      maxZoom: 19,
      ...(tiles.key ? { key: tiles.key } : {}),
      ...(tiles.attribution ? { attribution: tiles.attribution } : {}),
    })
    let hasSome = false
    layer.on('tileload', () => {
      hasSome = true
    })
    layer.on('tileerror', () => {
      if (hasSome || !opened.hasLayer(layer)) return
      opened.removeLayer(layer)
      setNoTiles(true)
      // Without pictures the towns say where one is.
      for (const { city, lat, lng } of PLACES)
        leaflet
          .circleMarker([lat, lng], { radius: 3, color: 'var(--ink-3)', interactive: false })
          .bindTooltip(city, { permanent: true, direction: 'right' })
          .addTo(opened)
    })
    layer.addTo(opened)
    opened.on('click', ({ latlng }) => pick.current(pointOf(latlng.lat, latlng.lng)))
    map.current = opened
    return () => {
      opened.remove()
      map.current = null
      pin.current = null
    }
  }, [tiles])

  const [lat, lng] = [point?.lat, point?.lng]
  useEffect(() => {
    const opened = map.current
    if (!opened || lat === undefined || lng === undefined) return
    pin.current ??= leaflet
      .circleMarker([lat, lng], {
        radius: 10,
        weight: 4,
        color: 'var(--surface)',
        fillColor: 'var(--primary)',
        fillOpacity: 1,
        interactive: false,
      })
      .addTo(opened)
    pin.current.setLatLng([lat, lng]).bringToFront()
    if (!opened.getBounds().pad(-0.1).contains([lat, lng])) opened.setView([lat, lng])
  }, [lat, lng])

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div
        // Leaflet draws in here and makes it reachable by Tab; the arrows and + − are its own.
        className="group relative isolate overflow-hidden rounded-card border border-line has-focus-visible:outline-3 has-focus-visible:outline-focus"
        style={{ height: HEIGHT }}
      >
        <div
          ref={box}
          role="application"
          aria-label={label}
          aria-describedby={help}
          data-map
          data-no-tiles={hasNoTiles || undefined}
          onKeyDown={(event) => {
            const centre = map.current?.getCenter()
            if (event.key !== 'Enter' || event.target !== event.currentTarget || !centre) return
            event.preventDefault()
            onPick(pointOf(centre.lat, centre.lng))
          }}
          className="size-full outline-none"
          style={hasNoTiles ? PAPER : { backgroundColor: 'var(--surface-2)' }}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-1/2 z-[1000] hidden size-7 -translate-1/2 rounded-full border-2 border-ink group-has-focus-visible:block"
        />
      </div>
      {hasNoTiles && (
        <p role="status" className="text-sm text-ink-2">
          {t('map.no_tiles')}
        </p>
      )}
      <p id={help} className="text-sm text-ink-2">
        {t('map.keys')}
      </p>
    </div>
  )
}
