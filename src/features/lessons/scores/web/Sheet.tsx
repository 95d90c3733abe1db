import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import type { Pdf } from './pdf.ts'
import { MIDDLE, movedBy, type Spot } from './place.ts'
import { scoreTexts } from './texts.ts'
import type { Mark } from './usePlace.ts'

const spoken = texts(scoreTexts)

/** How large a page is: whole on the screen, as wide as there is room, or wider than that. */
const ZOOMS = ['whole', 1, 1.5, 2] as const
const WIDE = 1
/** Screens from this width on show a page whole at first, CSS pixels. */
const ROOMY = 700
/** Of the window's height a whole page has this. */
const WHOLE_SHARE = 0.78

/** One page of a score: turned by buttons and keys, larger and smaller, and pointed at by mouse, finger or keys. */
export function Sheet({
  pdf,
  title,
  name,
  page,
  mark,
  onTurn,
  onPoint,
}: {
  pdf: Pdf
  title: string
  /** The other's. */
  name: string
  page: number
  /** Where the other points. */
  mark: Mark | null
  onTurn: (page: number) => void
  onPoint: (spot: Spot) => void
}) {
  const { t } = useTexts(spoken)
  const frame = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const pointing = useRef<number | null>(null)
  const [room, setRoom] = useState(0)
  const [zoom, setZoom] = useState<number | null>(null)
  const [isBroken, setBroken] = useState(false)
  /** Where keys point; null while they turn pages. */
  const [own, setOwn] = useState<Spot | null>(null)
  const ownMark = useRef<HTMLSpanElement>(null)
  const hint = useId()
  const { numPages: pages } = pdf
  const step = zoom ?? (room >= ROOMY ? 0 : WIDE)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const watch = new ResizeObserver(() => setRoom(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const element = canvas.current
    if (!element || room === 0) return
    const ending = new AbortController()
    const size = ZOOMS[step] ?? 1
    const look =
      size === 'whole'
        ? { width: room, most: Math.max(320, innerHeight * WHOLE_SHARE) }
        : { width: room * size, most: Number.POSITIVE_INFINITY }
    void import('./pdf.ts')
      .then(({ draw }) => draw(pdf, page, element, { ...look, signal: ending.signal }))
      .then(() => setBroken(false))
      .catch(() => {
        if (!ending.signal.aborted) setBroken(true)
      })
    return () => ending.abort()
  }, [pdf, page, room, step])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is read from its top
  useEffect(() => {
    // Newer browsers answer with a promise, which is nothing to clean up.
    frame.current?.scrollTo({ top: 0 })
  }, [page])
  // Of a page that is larger than its room, what is pointed at is seen.
  useEffect(() => {
    if (own) ownMark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [own])
  useEffect(
    () => () => {
      if (pointing.current !== null) cancelAnimationFrame(pointing.current)
    },
    [],
  )

  const turn = (by: number) => {
    const to = page + by
    if (to >= 1 && to <= pages) onTurn(to)
  }
  const point = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    tell({ x: (clientX - left) / width, y: (clientY - top) / height })
  }
  /** Once a picture, however often the mouse or a key says something. */
  const tell = (spot: Spot) => {
    if (pointing.current !== null) cancelAnimationFrame(pointing.current)
    pointing.current = requestAnimationFrame(() => {
      pointing.current = null
      if (spot.x >= 0 && spot.x <= 1 && spot.y >= 0 && spot.y <= 1) onPoint(spot)
    })
  }
  const pointByKeys = (spot: Spot) => {
    setOwn(spot)
    tell(spot)
  }
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    const moved = own && movedBy(key, own)
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 }[key]
    if (moved) pointByKeys(moved)
    else if (key === 'Enter') pointByKeys(own ?? MIDDLE)
    else if (key === 'Escape' && own) setOwn(null)
    // Of a page that is wider than its room the arrows show the rest.
    else if (by !== undefined && !(step > WIDE && key.startsWith('Arrow'))) turn(by)
    else return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          isIconOnly
          icon={<ChevronLeft aria-hidden />}
          aria-label={t('scores.before')}
          aria-disabled={page <= 1 || undefined}
          onPress={() => turn(-1)}
        />
        <p role="status" className="min-w-28 text-center tabular-nums">
          {t('scores.page_of', { page, pages })}
        </p>
        <Button
          variant="secondary"
          isIconOnly
          icon={<ChevronRight aria-hidden />}
          aria-label={t('scores.next')}
          aria-disabled={page >= pages || undefined}
          onPress={() => turn(1)}
        />
        <span className="ml-auto flex gap-2">
          <Button
            variant="quiet"
            isIconOnly
            icon={<ZoomOut aria-hidden />}
            aria-label={t('scores.smaller')}
            aria-disabled={step === 0 || undefined}
            onPress={() => setZoom(Math.max(0, step - 1))}
          />
          <Button
            variant="quiet"
            isIconOnly
            icon={<ZoomIn aria-hidden />}
            aria-label={t('scores.larger')}
            aria-disabled={step === ZOOMS.length - 1 || undefined}
            onPress={() => setZoom(Math.min(ZOOMS.length - 1, step + 1))}
          />
        </span>
      </div>
      {isBroken && <FormError>{t('scores.damaged')}</FormError>}
      <section
        ref={frame}
        aria-label={t('scores.sheet', { page, name: title })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard, and pages turn by keys
        tabIndex={0}
        aria-describedby={hint}
        onKeyDown={onKey}
        onBlur={() => setOwn(null)}
        className="max-h-[85vh] overflow-auto rounded-control bg-surface-2"
      >
        <div
          className="relative mx-auto w-fit bg-white"
          onPointerMove={(event) => event.pointerType !== 'touch' && point(event)}
          onPointerDown={point}
        >
          <canvas ref={canvas} role="img" aria-label={t('scores.sheet', { page, name: title })} />
          {mark && (
            <span
              aria-hidden
              data-mark={mark.isOn ? 'on' : 'off'}
              style={{ left: `${mark.x * 100}%`, top: `${mark.y * 100}%` }}
              className={clsx(
                'pointer-events-none absolute size-7 -translate-1/2 rounded-full border-4 border-[#c2185b] bg-[#c2185b]/25 transition-opacity duration-700 motion-reduce:transition-none',
                !mark.isOn && 'opacity-0',
              )}
            />
          )}
          {own && (
            <span
              ref={ownMark}
              aria-hidden
              data-own
              style={{ left: `${own.x * 100}%`, top: `${own.y * 100}%` }}
              className="pointer-events-none absolute size-7 -translate-1/2 rounded-full border-4 border-dashed border-[#1a1a2e]"
            />
          )}
        </div>
      </section>
      <p id={hint} role="status" className="text-sm text-ink-2">
        {t(own ? 'scores.pointing' : 'scores.hint', { name })}
      </p>
    </div>
  )
}
