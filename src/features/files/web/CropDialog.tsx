import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Slider } from '#core/web/ui/aria/Slider.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { type Crop, clamped, drawnAt, type Pair, squareOf, ZOOM_MAX } from './crop.ts'
import { fileTexts } from './texts.ts'

const spoken = texts(fileTexts)

/** Side of the window one looks through, pixels. */
const VIEW = 280
/** Side of what is sent at most, pixels. */
const SIDE = 1280
const STEP = 12
/** What the arrow keys move. */
const SHIFTS = new Map<string, Pair>([
  ['ArrowLeft', { x: STEP, y: 0 }],
  ['ArrowRight', { x: -STEP, y: 0 }],
  ['ArrowUp', { x: 0, y: STEP }],
  ['ArrowDown', { x: 0, y: -STEP }],
])
const ZOOMS = new Map([
  ['+', 0.1],
  ['-', -0.1],
])

/** Cuts a square out of a picture: by dragging, with the slider, or with the arrow keys. */
export function CropDialog({
  file,
  onCancel,
  onDone,
  onUnreadable,
}: {
  file: File
  onCancel: () => void
  onDone: (square: Blob) => void
  /** The browser can't open it. */
  onUnreadable: () => void
}) {
  const { t } = useTexts(spoken)
  const image = useRef<HTMLImageElement>(null)
  const [url, setUrl] = useState<string>()
  const [size, setSize] = useState<Pair | null>(null)
  const [crop, setCrop] = useState<Crop>({ zoom: 1, offset: { x: 0, y: 0 } })
  const grip = useRef<{ id: number; from: Pair; offset: Pair } | null>(null)

  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const move = (change: (crop: Crop) => Crop) => {
    if (size) setCrop((now) => clamped(change(now), size, VIEW))
  }
  const shift = (x: number, y: number) =>
    move(({ zoom, offset }) => ({ zoom, offset: { x: offset.x + x, y: offset.y + y } }))

  const onKeyDown = (event: KeyboardEvent) => {
    const by = SHIFTS.get(event.key)
    const zoom = ZOOMS.get(event.key)
    if (!by && !zoom) return
    event.preventDefault()
    if (by) shift(by.x, by.y)
    if (zoom) move((now) => ({ ...now, zoom: now.zoom + zoom }))
  }
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { id: event.pointerId, from: { x: event.clientX, y: event.clientY }, offset: crop.offset }
  }
  const onPointerMove = (event: PointerEvent) => {
    const held = grip.current
    if (!held || held.id !== event.pointerId) return
    const offset = {
      x: held.offset.x + event.clientX - held.from.x,
      y: held.offset.y + event.clientY - held.from.y,
    }
    move(({ zoom }) => ({ zoom, offset }))
  }
  const letGo = () => {
    grip.current = null
  }

  const finish = () => {
    if (!image.current || !size) return
    const { left, top, side } = squareOf(crop, size, VIEW)
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = Math.round(Math.min(SIDE, side))
    const context = canvas.getContext('2d')
    if (!context) return onUnreadable()
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image.current, left, top, side, side, 0, 0, canvas.width, canvas.height)
    canvas.toBlob((blob) => (blob ? onDone(blob) : onUnreadable()), 'image/jpeg', 0.92)
  }

  return (
    <Dialog
      title={t('files.crop.title')}
      closeLabel={t('files.crop.cancel')}
      isOpen
      onOpenChange={(open) => {
        if (!open) onCancel()
      }}
      maxWidth={380}
      isDismissable={false}
      footer={
        <>
          <Button variant="secondary" onPress={onCancel}>
            {t('files.crop.cancel')}
          </Button>
          <Button onPress={finish} isDisabled={!size}>
            {t('files.crop.use')}
          </Button>
        </>
      }
    >
      <p id="crop-help" className="mb-3 text-sm text-ink-2">
        {t('files.crop.help')}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields; this is one thing moved as a whole */}
      <div
        role="group"
        aria-label={t('files.crop.window')}
        aria-describedby="crop-help"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        className="relative mx-auto cursor-move touch-none overflow-hidden rounded-card bg-surface-2 select-none"
        style={{ width: VIEW, height: VIEW }}
      >
        {url && (
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            onLoad={({ currentTarget }) =>
              setSize({ x: currentTarget.naturalWidth, y: currentTarget.naturalHeight })
            }
            onError={onUnreadable}
            className="absolute max-w-none"
            style={size ? drawnAt(crop, size, VIEW) : { opacity: 0 }}
          />
        )}
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 grid grid-cols-3 grid-rows-3 [&>i]:border [&>i]:border-white/25"
        >
          {Array.from({ length: 9 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a grid
            <i key={i} />
          ))}
        </span>
      </div>
      <Slider
        label={t('files.crop.zoom')}
        value={crop.zoom}
        onChange={(zoom) => move((now) => ({ ...now, zoom }))}
        minValue={1}
        maxValue={ZOOM_MAX}
        step={0.05}
        formatOptions={{ style: 'percent' }}
        className="mt-4"
      />
    </Dialog>
  )
}
