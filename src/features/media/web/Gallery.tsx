import { useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { LazyImage } from '#core/web/ui/LazyImage.tsx'
import { later } from '#core/web/ui/later.tsx'
import { OnceOpen } from '#core/web/ui/OnceOpen.tsx'
import { pictureUrl } from '#features/files/contract.ts'
import type { GalleryPicture } from '../contract.ts'
import { mediaTexts } from './texts.ts'

const spoken = texts(mediaTexts)

const Viewer = later(async () => (await import('./Viewer.tsx')).Viewer)

/** Height of a row of photos, pixels: each is as wide as it needs to be for that. */
const ROW = 176

/** Photos side by side in their own proportions; pressed, one is seen large. */
export function Gallery({ pictures, name }: { pictures: readonly GalleryPicture[]; name: string }) {
  const { t } = useTexts(spoken)
  const [at, setAt] = useState<number | null>(null)
  const opened = useRef<HTMLButtonElement | null>(null)
  return (
    <>
      <ul className="flex flex-wrap gap-2 after:grow-[999] after:content-['']">
        {pictures.map(({ id, url, width, height, title }, n) => {
          const ratio = Math.min(3, Math.max(0.5, width / height))
          return (
            <li key={id} style={{ flexGrow: ratio, flexBasis: ratio * ROW }} className="min-w-0">
              <button
                type="button"
                onClick={({ currentTarget }) => {
                  opened.current = currentTarget
                  setAt(n)
                }}
                aria-label={
                  title
                    ? t('media.pictures.open', { title })
                    : t('media.pictures.open_nth', { n: n + 1, count: pictures.length })
                }
                className="block w-full cursor-zoom-in overflow-hidden rounded-control"
              >
                <span className="block" style={{ aspectRatio: ratio }}>
                  <LazyImage
                    src={pictureUrl(url, 'medium') ?? url}
                    alt={title}
                    width={width}
                    height={height}
                    className="size-full"
                  />
                </span>
              </button>
              {title && <p className="mt-1 line-clamp-2 text-sm text-ink-2 wrap-anywhere">{title}</p>}
            </li>
          )
        })}
      </ul>
      <OnceOpen isOpen={at !== null}>
        {at !== null && (
          <Viewer
            pictures={pictures}
            name={name}
            at={at}
            onMove={setAt}
            onClose={() => {
              setAt(null)
              opened.current?.focus()
            }}
          />
        )}
      </OnceOpen>
    </>
  )
}
