import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { findBrowser } from './browser.ts'

/* Browsers whose camera and microphone are made up, and what comes from them on the other side. */

// A few pictures a second: each is packed and unpacked by both, without graphics.
const MADE_UP = ['--use-fake-device-for-media-stream=fps=5', '--use-fake-ui-for-media-stream']

/** A browser whose camera and microphone are made up, and given to whoever asks. */
export async function withDevices(...more: string[]): Promise<Browser> {
  return chromium.launch({ ...(await findBrowser()), args: [...MADE_UP, ...more] })
}

declare global {
  interface Window {
    lines?: RTCPeerConnection[]
  }
}

/** Keeps the connections that pages of a browser make from now on, so that they can be asked what they send. */
export const keepLines = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const lines: RTCPeerConnection[] = []
    window.lines = lines
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        lines.push(this)
      }
    }
  })

/** What is done to the sound that a page sends, as the browser says, and at most how many bits a second it gets. */
export const soundSent = (page: Page) =>
  page.evaluate(() => {
    const senders = window.lines?.at(-1)?.getSenders() ?? []
    const sender = senders.find(({ track }) => track?.kind === 'audio')
    const { echoCancellation, noiseSuppression, autoGainControl } = sender?.track?.getSettings() ?? {}
    const most = sender?.getParameters().encodings[0]?.maxBitrate
    return { echoCancellation, noiseSuppression, autoGainControl, most }
  })

/** How loud what comes from the other gets within some seconds, from 0 to 1. */
export const loudest = (page: Page, label: string): Promise<number> =>
  page.getByLabel(label).evaluate(async (video: HTMLVideoElement) => {
    const context = new AudioContext()
    const ear = context.createAnalyser()
    context.createMediaStreamSource(video.srcObject as MediaStream).connect(ear)
    await context.resume()
    const samples = new Float32Array(ear.fftSize)
    let most = 0
    for (let n = 0; n < 200 && most < 0.02; n++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      ear.getFloatTimeDomainData(samples)
      most = Math.max(most, ...samples.map(Math.abs))
    }
    await context.close()
    return most
  })

/** Pictures come, and go on. */
export async function moves(page: Page, label: string): Promise<void> {
  const video = page.getByLabel(label)
  const at = () => video.evaluate((one: HTMLVideoElement) => (one.videoWidth > 0 ? one.currentTime : 0))
  await expect.poll(at).toBeGreaterThan(0)
  const before = await at()
  await expect.poll(at).toBeGreaterThan(before)
}

/** How loud a recording gets in its first channel, from 0 to 1. @param bytes of its file */
export const loudestIn = (page: Page, bytes: number[]): Promise<number> =>
  page.evaluate(async (bytes) => {
    const context = new OfflineAudioContext(1, 48_000, 48_000)
    const samples = (await context.decodeAudioData(new Uint8Array(bytes).buffer)).getChannelData(0)
    return samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  }, bytes)
