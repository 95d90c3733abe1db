import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { pictureUrl } from '#features/files/contract.ts'
import type { GalleryPicture } from '../contract.ts'
import { mediaTexts } from './texts.ts'

const spoken = texts(mediaTexts)

/** So far a finger moves for another photo, pixels. */
const SWIPE = 48

/** One photo large, and from there to the others: by buttons, arrows and swiping; Escape goes back. */
export function Viewer({
  pictures,
  name,
  at,
  onMove,
  onClose,
}: {
  pictures: readonly GalleryPicture[]
  name: string
  at: number
  onMove: (to: number) => void
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const dialog = useRef<HTMLDialogElement>(null)
  const begun = useRef<number | null>(null)
  useEffect(() => {
    const its = dialog.current
    its?.showModal()
    return () => its?.close()
  }, [])
  const picture = pictures[at]
  if (!picture) return null
  const count = pictures.length
  // First: while it is open, nothing beneath it takes the keyboard.
  const close = () => {
    dialog.current?.close()
    onClose()
  }
  const move = (by: number) => onMove((at + by + count) % count)
  const button =
    'grid size-12 shrink-0 place-items-center rounded-full bg-noche-950/70 text-white hover:bg-noche-800 [&>svg]:size-6'
  return (
    <dialog
      ref={dialog}
      aria-label={t('media.viewer.label', { name })}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') move(1)
        if (key === 'ArrowLeft') move(-1)
      }}
      className="stage m-0 h-dvh max-h-none w-screen max-w-none bg-noche-950 p-0 text-white backdrop:bg-noche-950"
    >
      <figure className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="flex items-center justify-between gap-3 p-3">
          <span className="pl-2 tabular-nums" aria-live="polite">
            {t('media.viewer.at', { n: at + 1, count })}
          </span>
          <button type="button" className={button} aria-label={t('media.viewer.close')} onClick={close}>
            <X aria-hidden />
          </button>
        </div>
        <div
          className="relative flex min-h-0 touch-pan-y items-center justify-center px-2 sm:px-20"
          onPointerDown={({ clientX, isPrimary }) => {
            begun.current = isPrimary ? clientX : null
          }}
          onPointerUp={({ clientX }) => {
            const way = begun.current === null ? 0 : clientX - begun.current
            begun.current = null
            if (Math.abs(way) >= SWIPE && count > 1) move(way < 0 ? 1 : -1)
          }}
        >
          <img
            key={picture.id}
            src={pictureUrl(picture.url, 'large') ?? picture.url}
            alt={picture.title || t('media.pictures.alt', { n: at + 1, name })}
            width={picture.width}
            height={picture.height}
            draggable={false}
            className="max-h-full w-auto max-w-full rounded-control object-contain select-none"
          />
          {count > 1 && (
            <>
              <button
                type="button"
                className={`${button} absolute top-1/2 left-3 -translate-y-1/2`}
                aria-label={t('media.viewer.previous')}
                onClick={() => move(-1)}
              >
                <ChevronLeft aria-hidden />
              </button>
              <button
                type="button"
                className={`${button} absolute top-1/2 right-3 -translate-y-1/2`}
                aria-label={t('media.viewer.next')}
                onClick={() => move(1)}
              >
                <ChevronRight aria-hidden />
              </button>
            </>
          )}
        </div>
        <figcaption className="min-h-14 p-4 text-center text-pretty wrap-anywhere">
          {picture.title}
        </figcaption>
      </figure>
    </dialog>
  )
}
