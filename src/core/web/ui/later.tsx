import {
  type ComponentType,
  type ReactNode,
  use,
  useContext,
  useEffect,
  useReducer,
  useState,
  useTransition,
} from 'react'
import { OwnTexts, texts, textsAreHere, useTexts } from '#core/web/texts.ts'
import { hasStoredFiles } from '#core/web/worker.ts'
import { ErrorState } from './ErrorState.tsx'

/*
 * Parts of a page that are fetched when they are needed. One that can't be fetched says so in its own place, with another
 * try: the page around it stays, and with it what was typed there.
 */

const spoken = texts()

/** What couldn't be fetched is asked for once more after this. */
const TRY_AGAIN_MS = 1_000

/** What can be fetched before it is drawn. */
export interface Ahead {
  /** Is over when it is there, or can't be had: where it is drawn it is asked for again, and that is said. */
  fetch: () => Promise<void>
}

/** A component whose file comes when it is drawn; show it inside a `Suspense`. */
export type Later<Props> = ComponentType<Props> & Ahead & { isHere: () => boolean }

/** What is shown in place of a part that can't be fetched. */
export interface NotHere {
  error: unknown
  /** How often it was tried in this place. */
  tries: number
  onRetry: () => void
  isRetrying: boolean
}

type Got<Props> = { Content: ComponentType<Props> } | { error: unknown }

/**
 * Declares a part that is fetched when it is drawn, or ahead by `fetch`, with the words that it says.
 * @param load imports its file
 * @param Instead shown while it can't be had, unless the usual words do
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<NotHere> = Unfetched,
): Later<Props> {
  let here: ComponentType<Props> | undefined
  let under: Promise<Got<Props>> | undefined

  const get = (isDrawn: boolean): Promise<Got<Props>> => {
    under ??= fetched(load, isDrawn).then(
      (Content) => {
        here = Content
        return { Content }
      },
      (error: unknown) => ({ error }),
    )
    return under
  }
  /** What failed is no answer for the next who asks. */
  const dismiss = () => {
    if (!here) under = undefined
  }

  function Part(props: Props) {
    const isDrawn = useContext(OwnTexts) !== null
    const [tries, tryAgain] = useReducer((before: number) => before + 1, 1)
    const [isRetrying, startRetry] = useTransition()
    if (here) return shown(here, props)
    const got = use(get(isDrawn))
    if ('Content' in got) return shown(got.Content, props)
    const onRetry = () => {
      dismiss()
      startRetry(tryAgain)
    }
    return (
      <Away onGone={dismiss} onReachable={onRetry}>
        <Instead error={got.error} tries={tries} onRetry={onRetry} isRetrying={isRetrying} />
      </Away>
    )
  }
  return Object.assign(Part, {
    fetch: async () => {
      if ('error' in (await get(false))) dismiss()
    },
    isHere: () => here !== undefined,
  })
}

const shown = <Props extends object>(Content: ComponentType<Props>, props: Props): ReactNode => (
  <Content {...props} />
)

/**
 * Imports a file and waits for its words, for what isn't a component too. Without a connection it isn't begun, unless this
 * page has stored files: there are browsers that never ask again for a file that couldn't be imported once.
 */
export async function fetched<Content>(load: () => Promise<Content>, isDrawn = false): Promise<Content> {
  for (let tries = 1; ; tries++)
    try {
      if (globalThis.navigator?.onLine === false && !(await hasStoredFiles()))
        throw new Error('There is no connection')
      const content = await load()
      // A page that is drawn without a browser has its words.
      if (!isDrawn) await textsAreHere()
      return content
    } catch (error) {
      if (tries > 1) throw error
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
}

/** While a part is missing: it is asked for again once there is a connection, or it is drawn another time. */
function Away({
  onGone,
  onReachable,
  children,
}: {
  onGone: () => void
  onReachable: () => void
  children: ReactNode
}) {
  useEffect(() => onGone, [onGone])
  useEffect(() => {
    addEventListener('online', onReachable)
    return () => removeEventListener('online', onReachable)
  })
  return children
}

/** What people read in place of a part that can't be fetched. */
export function Unfetched({ tries, onRetry, isRetrying }: NotHere) {
  const { t } = useTexts(spoken)
  return (
    <ErrorState
      title={t('unfetched.title')}
      retryLabel={t('boundary.retry')}
      onRetry={onRetry}
      isRetrying={isRetrying}
    >
      {t('unfetched.text')}
      {tries > 1 && (
        <p className="mt-2">
          {t('unfetched.again')}{' '}
          <button
            type="button"
            className="min-h-11 font-semibold text-accent underline underline-offset-4"
            onClick={() => location.reload()}
          >
            {t('unfetched.reload')}
          </button>
        </p>
      )}
    </ErrorState>
  )
}

/** Somebody has touched the page: from then on what may come next is worth fetching. */
const touched = new Promise<void>((resolve) => {
  if (globalThis.document === undefined) return
  for (const event of ['pointerdown', 'keydown'])
    addEventListener(event, () => resolve(), { once: true, capture: true })
})

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })

/**
 * Parts that are named in a file of their own: that is fetched first, then each of them. A page that only fetches them
 * ahead carries no list of their files.
 */
export const listed = (load: () => Promise<readonly Ahead[]>): Ahead => ({
  fetch: async () => {
    // What isn't here by then is asked for where it is drawn.
    const parts = await fetched(load).catch(() => [])
    for (const part of parts) {
      await idle()
      await part.fetch()
    }
  },
})

/**
 * Fetches what comes next, one after the other, whenever the page has nothing else to do: a step then works without a
 * connection. It begins with the first touch, so that whoever only looks loads no more than what they see.
 * @param next the same parts in the same order at each drawing, or a list made once
 */
export function useAhead(next: readonly Ahead[]): void {
  useEffect(() => {
    let isOver = false
    void (async () => {
      await touched
      for (const part of next) {
        await idle()
        if (isOver) return
        await part.fetch()
      }
    })()
    return () => {
      isOver = true
    }
  }, [next])
}

/**
 * Fetches a part as soon as it is known that there is something for it to show.
 * @returns whether it is still on its way: who waits for it together with the rest isn't pushed away by it
 */
export function useComing(
  { fetch, isHere }: Pick<Later<object>, 'fetch' | 'isHere'>,
  isNeeded: boolean,
): boolean {
  const [isOver, setOver] = useState(isHere)
  useEffect(() => {
    // What can't be had says so where it is drawn.
    if (isNeeded) void fetch().then(() => setOver(true))
  }, [fetch, isNeeded])
  return isNeeded && !isOver
}
