import { ApiError } from '#core/web/ask.ts'

/** What was recorded and isn't kept yet: it stays in this page until it is, or may not be. */
export interface Unsent {
  id: number
  file: Blob
  /** Share that has been sent, 0 to 1; null while nothing is being sent. */
  share: number | null
  error: string | null
}

/**
 * Whether what a page recorded may stay with it after that fault, to be sent again: where the server wasn't reached, couldn't,
 * or has to be asked later, or once one of the others is deleted. Whatever else it refuses nobody keeps, here neither: a voice
 * is kept by permission or not at all.
 */
export const mayStay = ({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean =>
  status === 0 || status === 429 || status >= 500 || code === 'lessons.recordings_full'

/**
 * Sends what was recorded, and says how far it is.
 * @param at.write makes of it what is sent; null where nothing was heard
 * @param at.unwritten what is said where that can't be done here
 * @param at.see what is left of it in this page; null: nothing
 * @param at.lost why it may not be kept, where it may not
 * @param at.isGone whether nobody sees the page any more that would offer it
 * @param at.save hands it to the browser, as a file
 */
export async function sendRecorded(
  id: number,
  file: Blob,
  at: {
    write: (file: Blob) => Promise<Blob | null>
    unwritten: string
    keep: (whole: Blob, see: (share: number) => void) => Promise<unknown>
    see: (unsent: Unsent | null) => void
    lost: (why: string) => void
    empty: () => void
    kept: () => void
    isGone: () => boolean
    save: (file: Blob) => void
  },
): Promise<void> {
  const stays = (what: Blob, error: string) => {
    at.see({ id, file: what, share: null, error })
    if (at.isGone()) at.save(what)
  }
  at.see({ id, file, share: 0, error: null })
  let whole: Blob | null
  try {
    whole = await at.write(file)
  } catch {
    stays(file, at.unwritten)
    return
  }
  if (!whole) {
    at.see(null)
    at.empty()
    return
  }
  const sound = whole
  try {
    await at.keep(sound, (share) => at.see({ id, file: sound, share, error: null }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (mayStay(error)) stays(sound, error.message)
    else {
      at.see(null)
      at.lost(error.message)
    }
    return
  }
  at.see(null)
  at.kept()
}
