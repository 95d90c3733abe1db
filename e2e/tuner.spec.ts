import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { wavOf } from '#features/files/sounds.fixture.ts'
import { withDevices } from './devices.ts'
import { appIsThere, browserOf, newPerson, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { wordsOf } from './words.ts'

/* The tuner, whose microphone is a file with a note, and the metronome beside it. */

const es = wordsOf('es')
const p = (key: string, values = {}) => es.t(`functionality:tools.${key}`, values)

/** A string's A2, eight cents too low. */
const FLAT_A2 = 110 * 2 ** (-8 / 1200)
const RATE = 48_000
const played = Float32Array.from({ length: 4 * RATE }, (_, n) =>
  [0.3, 0.2, 0.1].reduce(
    (sum, by, i) => sum + by * Math.sin((2 * Math.PI * FLAT_A2 * (i + 1) * n) / RATE),
    0,
  ),
)

test('a student tunes a string and keeps time', async ({ baseURL, request }) => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'tarima-note-')), 'a2.wav')
  writeFileSync(file, wavOf(played, RATE))
  const browser = await withDevices(`--use-file-for-fake-audio-capture=${file}`)
  const { token } = await newPerson(request, 'STUDENT')
  const context = await browserOf(browser, token, { language: 'es', width: 390, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const errors = watchForErrors(page)

  await test.step('a microphone that isn’t let is said', async () => {
    await page.goto('/student/progress')
    await appIsThere(page)
    await page.getByRole('link', { name: es.t('functionality:progress.tuner') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(p('title'))
    // As a browser answers for whoever said no.
    await page.evaluate(() => {
      const { mediaDevices } = navigator
      const asked = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async () => {
        mediaDevices.getUserMedia = asked
        throw new DOMException('Permission denied', 'NotAllowedError')
      }
    })
    await page.getByRole('button', { name: p('tuner.start') }).click()
    await expect(page.getByText(p('microphone.denied'))).toBeVisible()
    await soundBothWays(page, 'crosswise')
  })

  await test.step('once it is, the note is heard to the cent', async () => {
    await page.getByRole('button', { name: p('tuner.start') }).press('Enter')
    await expect(page.locator('[data-note]')).toHaveText('La 2')
    await expect(page.getByText(p('tuner.cents', { cents: '-8' }))).toBeVisible()
    await expect(page.getByText(p('tuner.low'))).toBeVisible()
    await page.getByLabel(p('tuner.a4')).fill('438')
    await page.getByLabel(p('tuner.a4')).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: `La 2 ${p('tuner.in_tune')}` })).toBeVisible()
    await soundBothWays(page)
    await page.getByRole('button', { name: p('tuner.stop') }).click()
    await expect(page.locator('[data-note]')).toHaveText('–')
  })

  await test.step('the metronome beats, also at another tempo', async () => {
    await page.getByRole('button', { name: p('metronome.start') }).click()
    const lit = page.locator('[data-beat=now]')
    await expect(lit).toHaveCount(1)
    await page.getByLabel(p('metronome.tempo')).fill('240')
    await page.getByRole('button', { name: p('metronome.faster') }).click()
    const tempo = page.getByLabel(p('metronome.tempo'))
    await expect(tempo).toHaveValue('241')
    // An emptied field stays so until another tempo stands there; what can't be beaten goes with the next that can.
    await tempo.fill('')
    await expect(tempo).toHaveValue('')
    await tempo.pressSequentially('120')
    await expect(tempo).toHaveValue('120')
    await tempo.fill('3000')
    await expect(tempo).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: p('metronome.faster') }).click()
    await page.getByRole('button', { name: p('metronome.slower') }).click()
    await expect(tempo).toHaveValue('120')
    await expect(lit).toHaveCount(1)
    await page.getByRole('button', { name: p('metronome.stop') }).click()
    await expect(lit).toHaveCount(0)
  })

  await test.step('who comes from elsewhere in the app may be heard too', async () => {
    await page.goto('/calendar')
    await appIsThere(page)
    await page.evaluate(() => {
      history.pushState(null, '', '/tuner')
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    })
    await page.getByRole('button', { name: p('tuner.start') }).click()
    await expect(page.locator('[data-note]')).toHaveText('La 2')
  })
  expect(errors).toEqual([])
  await browser.close()
})
