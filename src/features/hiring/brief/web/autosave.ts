import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, call, refresh } from '#core/web/ask.ts'
import { i18n } from '#core/web/i18n.ts'
import { readJson, storeJson } from '#core/web/storage.ts'
import { type Ahead, fetched } from '#core/web/ui/later.tsx'
import { listOrders, type Order, readOrder, startOrder, submitBrief } from '#features/hiring/desk/contract.ts'
import { fetchOrder, patchOrder, storeOrder } from '#features/hiring/web/useOrder.ts'
import { type BriefDraft, saveBrief } from '../contract.ts'
import { type FieldPath, flat, nested, type Values } from './paths.ts'

export type SaveState = 'idle' | 'waiting' | 'saving' | 'saved' | 'retrying' | 'conflict' | 'refused'

/** The server stores no empty fields: nothing, null and an empty text are one. */
const comparable = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null))
const same = (a: unknown, b: unknown) => comparable(a) === comparable(b)

/** What isn't on the server yet outlives the tab: it is put on top again when the brief is opened. */
const storeKey = (id: number) => `brief-unsaved-${id}`
function storeUnsaved(id: number | null, values: Values) {
  if (id === null) return
  storeJson('local', storeKey(id), Object.keys(values).length > 0 ? values : null)
}
function unsavedOf(id: number | null): Values {
  if (id === null) return {}
  return (readJson('local', storeKey(id)) ?? {}) as Values
}

type Checks = typeof import('./checks.ts')
let checks: Checks | undefined
let fetching: Promise<void> | undefined

/** What finds fault with a brief comes with the first word of one; until then the server does it alone. */
export const CHECKS: Ahead = {
  fetch: () => {
    fetching ??= fetched(() => import('./checks.ts')).then(
      (found) => {
        checks = found
      },
      () => {
        // Asked for again with the next change.
        fetching = undefined
      },
    )
    return fetching
  },
}

/** A refusal's fields as paths of the brief, whatever part of the body they name. */
function pathsOf(fields: Record<string, string>): Record<FieldPath, string> {
  const paths: Record<FieldPath, string> = {}
  for (const [field, message] of Object.entries(fields)) {
    const [section = '', name = ''] = field.replace(/^brief\./, '').split('.')
    paths[`${section}.${name}` as FieldPath] ??= message
  }
  return paths
}

const WAIT = 600
const LONGEST_WAIT = 30_000

export interface Clash {
  path: FieldPath
  mine: unknown
  theirs: unknown
}

/**
 * A brief that saves itself. What is typed shows at once, goes out after a short pause and stays here until the
 * server has it: through failures (sent again, ever later), a closed tab (stored in the browser) and another tab's
 * changes (merged by field; the same field changed twice is a clash that the person decides).
 *
 * @param prefill what a link brought along; saved together with the first change
 * @param musician the project whose profile the brief starts from
 */
export function useBrief(
  order: Order | null,
  options: { prefill?: BriefDraft; musician?: number | null; onStarted: (order: Order) => void },
) {
  const client = useQueryClient()
  const [values, setValues] = useState<Values>(() => ({
    ...flat(options.prefill ?? {}),
    ...flat(order?.brief ?? {}),
    ...unsavedOf(order?.id ?? null),
  }))
  const [found, setErrors] = useState<Record<FieldPath, string>>({})
  const [areChecksHere, setChecksHere] = useState(checks !== undefined)
  const errors = useMemo(
    () => (areChecksHere && checks ? checks.problemsAt(values, found) : found),
    [values, found, areChecksHere],
  )
  const [state, setState] = useState<SaveState>('idle')
  const [clashes, setClashes] = useState<Clash[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)

  const now = useRef({
    id: order?.id ?? null,
    revision: order?.revision ?? 0,
    stage: order?.stage ?? null,
    base: flat(order?.brief ?? {}),
    unsaved: { ...(order ? {} : flat(options.prefill ?? {})), ...unsavedOf(order?.id ?? null) } as Values,
    /** What stands in a field and can't be meant: it is neither sent nor passed over. */
    wrong: new Set<FieldPath>(),
    touched: Object.keys(unsavedOf(order?.id ?? null)).length > 0,
    running: null as Promise<boolean> | null,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    wait: 1000,
    options,
  }).current
  now.options = options

  /** Shows what the server has, under what is unsaved here, under what stands in a field and can't be meant. */
  const underWrong = useCallback(() => {
    const [known, wrong] = [{ ...now.base, ...now.unsaved }, [...now.wrong]]
    setValues((old) => ({ ...known, ...Object.fromEntries(wrong.map((path) => [path, old[path]])) }))
  }, [now])

  /** Puts the server's answer under what is still unsaved here. */
  const rebase = useCallback(
    (fresh: Order) => {
      now.id = fresh.id
      now.revision = fresh.revision
      now.stage = fresh.stage
      now.base = flat(fresh.brief)
      underWrong()
    },
    [now, underWrong],
  )

  const meetOtherTab = useCallback(async () => {
    const id = now.id
    if (id === null) return false
    const before = now.base
    const fresh = await fetchOrder(client, id)
    const theirs = flat(fresh.brief)
    const found = (Object.keys(now.unsaved) as FieldPath[]).filter(
      (path) => !same(theirs[path], before[path]) && !same(theirs[path], now.unsaved[path]),
    )
    rebase(fresh)
    if (!fresh.editable) {
      now.unsaved = {}
      storeUnsaved(now.id, {})
      setState('refused')
      setRefusal(i18n.t('business:order.brief.moved_on'))
      return false
    }
    if (found.length === 0) return true
    setClashes(found.map((path) => ({ path, mine: now.unsaved[path], theirs: theirs[path] })))
    setState('conflict')
    return false
  }, [client, now, rebase])

  const sendOnce = useCallback(async (): Promise<'done' | 'again' | 'stop'> => {
    const sent = { ...now.unsaved }
    setState('saving')
    try {
      if (now.id === null) {
        const { musician } = now.options
        const started = await call(startOrder, {
          body: { brief: nested(sent), ...(musician ? { musician } : {}) },
        })
        storeOrder(client, started)
        now.id = started.id
        now.revision = started.revision
        now.stage = started.stage
        now.base = flat(started.brief)
        setValues((old) => ({ ...now.base, ...old }))
        now.options.onStarted(started)
      } else {
        const params = { id: now.id }
        const saved = await call(saveBrief, {
          params,
          body: { revision: now.revision, brief: nested(sent) },
        })
        const moved = saved.stage !== now.stage
        now.revision = saved.revision
        now.stage = saved.stage
        now.base = { ...now.base, ...sent }
        const { revision, missing, filled, stage } = saved
        patchOrder(client, now.id, { brief: nested(now.base), revision, missing, filled, stage })
        // A brief that had gone further is a draft again: buttons and timeline are another.
        if (moved) void refresh(client, [readOrder, listOrders])
      }
      for (const path of Object.keys(sent) as FieldPath[])
        if (same(now.unsaved[path], sent[path])) delete now.unsaved[path]
      storeUnsaved(now.id, now.unsaved)
      now.wait = 1000
      setRefusal(null)
      return Object.keys(now.unsaved).length > 0 ? 'again' : 'done'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409) return (await meetOtherTab()) ? 'again' : 'stop'
      if (error.status === 422 || error.status === 400) {
        const wrong = pathsOf(error.fields)
        const paths = Object.keys(wrong) as FieldPath[]
        setErrors((old) => ({ ...old, ...wrong }))
        for (const path of paths) if (same(now.unsaved[path], sent[path])) delete now.unsaved[path]
        storeUnsaved(now.id, now.unsaved)
        if (paths.length > 0 && Object.keys(now.unsaved).length > 0) return 'again'
        setState('refused')
        setRefusal(error.message)
        return 'stop'
      }
      if (error.status !== 0 && error.status !== 429 && error.status < 500) {
        setState('refused')
        setRefusal(error.message)
        return 'stop'
      }
      throw error
    }
  }, [client, meetOtherTab, now])

  /** Sends what is unsaved now. True once the server has all of it. */
  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(now.timer)
    if (now.running) return now.running.then(() => (Object.keys(now.unsaved).length > 0 ? flush() : true))
    if (Object.keys(now.unsaved).length === 0 && now.id !== null) return Promise.resolve(true)
    now.running = (async () => {
      try {
        for (;;) {
          const end = await sendOnce()
          if (end === 'stop') return false
          if (end === 'done') {
            setState('saved')
            return true
          }
        }
      } catch {
        setState('retrying')
        storeUnsaved(now.id, now.unsaved)
        now.timer = setTimeout(() => void flush(), now.wait)
        now.wait = Math.min(now.wait * 2, LONGEST_WAIT)
        return false
      } finally {
        now.running = null
      }
    })()
    return now.running
  }, [now, sendOnce])

  /** Says what is wrong with these values, and keeps that from being sent. */
  const look = useCallback(
    (written: Values) => {
      const wrong = Object.entries(written).map(
        ([path, value]) => [path as FieldPath, checks?.problemIn(path as FieldPath, value) ?? null] as const,
      )
      for (const [path, message] of wrong)
        if (message) {
          delete now.unsaved[path]
          now.wrong.add(path)
        } else now.wrong.delete(path)
      setErrors((old) => {
        const next = { ...old }
        for (const [path, message] of wrong)
          if (message) next[path] = message
          else delete next[path]
        return next
      })
      storeUnsaved(now.id, now.unsaved)
    },
    [now],
  )

  const change = useCallback(
    (changes: Values) => {
      setValues((old) => ({ ...old, ...changes }))
      now.touched = true
      for (const [path, value] of Object.entries(changes) as [FieldPath, unknown][])
        if (now.id !== null && same(now.base[path], value) && !now.running) delete now.unsaved[path]
        else now.unsaved[path] = value
      look(changes)
      clearTimeout(now.timer)
      if (Object.keys(now.unsaved).length === 0) return
      setState('waiting')
      now.timer = setTimeout(() => void flush(), WAIT)
    },
    [flush, look, now],
  )

  // What was written before the checks were here is looked at when they come.
  useEffect(() => {
    if (areChecksHere || Object.keys(values).length === 0) return
    let isOver = false
    void CHECKS.fetch().then(() => {
      if (isOver || !checks) return
      setChecksHere(true)
      if (!now.touched) return
      const had = Object.keys(now.unsaved).length
      look({ ...now.unsaved })
      if (had === 0 || Object.keys(now.unsaved).length > 0 || now.running) return
      clearTimeout(now.timer)
      setState('idle')
    })
    return () => {
      isOver = true
    }
  }, [areChecksHere, values, look, now])

  /** Decides a clash: my value goes out, or the other tab's stays. */
  const settle = useCallback(
    (isMine: boolean) => {
      if (!isMine) {
        for (const { path } of clashes) delete now.unsaved[path]
        underWrong()
        storeUnsaved(now.id, now.unsaved)
      }
      setClashes([])
      setState('saved')
      if (Object.keys(now.unsaved).length > 0) void flush()
    },
    [clashes, flush, now, underWrong],
  )

  /** Saves the rest and hands the brief in. Wrong fields come back as errors, with their first path. */
  const submit = useCallback(async (): Promise<
    { order: Order } | { wrong: FieldPath[]; message: string } | null
  > => {
    if (!(await flush()) || now.id === null) return null
    // The server has what stood there before.
    if (now.wrong.size > 0) return { wrong: [...now.wrong], message: i18n.t('common:errors.common.invalid') }
    try {
      const done = await call(submitBrief, { params: { id: now.id }, body: { revision: now.revision } })
      now.revision = done.revision
      now.stage = done.stage
      storeOrder(client, done)
      return { order: done }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409 && (await meetOtherTab())) return submit()
      const wrong = pathsOf(error.fields)
      setErrors((old) => ({ ...old, ...wrong }))
      return { wrong: Object.keys(wrong) as FieldPath[], message: error.message }
    }
  }, [client, flush, meetOtherTab, now])

  // The order moved on elsewhere (another page, another tab that came back): take what isn't changed here.
  useEffect(() => {
    if (order && order.id === now.id && order.revision > now.revision && !now.running) rebase(order)
  }, [order, now, rebase])

  useEffect(() => {
    const retry = () => {
      if (now.touched) void flush()
    }
    addEventListener('online', retry)
    if (now.touched) void flush()
    return () => {
      removeEventListener('online', retry)
      clearTimeout(now.timer)
      if (now.touched && Object.keys(now.unsaved).length > 0) void flush()
    }
  }, [flush, now])

  return { values, errors, state, clashes, refusal, change, flush, settle, submit }
}

export type BriefDesk = ReturnType<typeof useBrief>
