import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { encodePicture } from './pictures.ts'

it('encodes a picture in every size and format, and never copies it on the event loop', async () => {
  const bytes = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#7a4' } })
    .jpeg()
    .toBuffer()
  const copied = vi.spyOn(globalThis, 'structuredClone')
  const { width, height, parts } = await encodePicture(bytes, {
    sizes: { small: 60, large: 400 },
    pixels_max: 1_000_000,
    side_min: 10,
  })

  expect(copied).not.toHaveBeenCalled()
  copied.mockRestore()
  expect({ width, height }).toEqual({ width: 400, height: 200 })
  const sizes: Record<string, unknown> = {}
  for (const [name, part] of parts) {
    const { width, height, format } = await sharp(part).metadata()
    sizes[name] = `${format} ${width}×${height}`
  }
  expect(sizes).toEqual({
    'small.avif': 'heif 60×30',
    'small.webp': 'webp 60×30',
    'small.jpeg': 'jpeg 60×30',
    'large.avif': 'heif 400×200',
    'large.webp': 'webp 400×200',
    'large.jpeg': 'jpeg 400×200',
  })
})
