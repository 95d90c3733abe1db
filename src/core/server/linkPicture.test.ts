import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawLinkPicture } from './linkPicture.ts'

const STAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="687" height="630"><rect width="9" height="9"/></svg>'
const drawn = async (said: { title: string; line?: string; photo?: Buffer }) =>
  drawLinkPicture({ line: '', product: 'tarima', stage: STAGE, photo: null, ...said })
const pixels = (picture: Buffer, box: { left: number; top: number; width: number; height: number }) =>
  sharp(picture).extract(box).greyscale().raw().toBuffer()
/** Where the name stands. */
const NAME = { left: 64, top: 64, width: 400, height: 80 }

test.each([
  ['a name', 'Marimba Ñandú'],
  ['signs that mean something in markup', '<b>Vargas</b> & "Hijos"'],
  ['one word that no line holds', 'Supercalifragilisticoespialidoso'.repeat(4)],
])('%s stands light on the dark ground of 1200 by 630 pixels', async (_what, title) => {
  const picture = await drawn({ title })
  const { format, width, height } = await sharp(picture).metadata()
  expect([format, width, height]).toEqual(['jpeg', 1200, 630])
  const seen = await pixels(picture, NAME)
  expect(Math.min(...seen)).toBeLessThan(40)
  expect(Math.max(...seen)).toBeGreaterThan(180)
})

test('letters that the font has not stop nothing', async () => {
  const { width } = await sharp(await drawn({ title: '山田 🎺' })).metadata()
  expect(width).toBe(1200)
})

test('a photo stands before the stage', async () => {
  const photo = await sharp({ create: { width: 50, height: 90, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  const middle = { left: 900, top: 300, width: 20, height: 20 }
  const [without, with_] = await Promise.all([drawn({ title: 'A' }), drawn({ title: 'A', photo })])
  expect(Math.max(...(await pixels(without, middle)))).toBeLessThan(200)
  expect(Math.min(...(await pixels(with_, middle)))).toBeGreaterThan(240)
})
