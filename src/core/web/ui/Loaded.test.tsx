import { createInstance } from 'i18next'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '../ask.ts'
import { OwnTexts } from '../texts.ts'
import { Loaded, LoadedPages } from './Loaded.tsx'

const i18n = createInstance()
i18n.init({
  lng: 'en',
  ns: ['common'],
  defaultNS: 'common',
  resources: { en: { common: { boundary: { retry: 'Try again' }, more: 'Show more' } } },
})
const draw = (element: ReactElement) => renderToStaticMarkup(<OwnTexts value={i18n}>{element}</OwnTexts>)

const idle = { data: undefined, error: null, isFetching: false, refetch: async () => {} }
const unreached = new ApiError(0, { message: 'No connection.' })
const gone = new ApiError(404, { code: 'orders.missing', message: "It isn't here." })

const look = (query: Partial<Omit<typeof idle, 'data' | 'error'>> & { data?: string; error?: ApiError }) =>
  draw(
    <Loaded query={{ ...idle, ...query }} waiting={<i>shape</i>} failed="The order didn't load">
      {(name) => <b>{name}</b>}
    </Loaded>,
  )

test('what is on its way is a busy shape', () => {
  expect(look({ isFetching: true })).toBe('<div aria-busy="true"><i>shape</i></div>')
})

test('what failed says so aloud, why, and how to try again', () => {
  const html = look({ error: unreached })
  expect(html).toContain('role="alert"')
  for (const words of ['The order didn&#x27;t load', 'No connection.', 'Try again'])
    expect(html).toContain(words)
  expect(html).not.toContain('aria-busy')
})

test('what has arrived is shown, and stays when asking again fails', () => {
  expect(look({ data: 'Boda' })).toBe('<b>Boda</b>')
  const html = look({ data: 'Boda', error: unreached })
  expect(html).toContain('<b>Boda</b>')
  expect(html).toContain('No connection.')
})

test('what is no longer there for somebody is taken away', () => {
  const html = look({ data: 'Boda', error: gone })
  expect(html).not.toContain('<b>Boda</b>')
  expect(html).toContain('It isn&#x27;t here.')
})

test('a refusal that another try would not change is shown in its own way', () => {
  const html = draw(
    <Loaded
      query={{ ...idle, error: gone }}
      waiting={null}
      refused={({ status }) => (status === 404 ? <b>Nothing there</b> : undefined)}
    >
      {() => null}
    </Loaded>,
  )
  expect(html).toBe('<b>Nothing there</b>')
})

const pages = {
  ...idle,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: async () => {},
}
const list = (
  query: Partial<Omit<typeof pages, 'data' | 'error'>> & { rows?: string[]; error?: ApiError },
) => {
  const { rows, ...rest } = query
  const data = rows && { pages: [{ results: rows }], pageParams: [null] }
  return draw(
    <LoadedPages query={{ ...pages, ...rest, data }} waiting={<i>shape</i>} empty={<b>Nobody</b>}>
      {(names, foot) => (
        <>
          <b>{names.join()}</b>
          {foot}
        </>
      )}
    </LoadedPages>,
  )
}

test('an empty list says what it means, one with more rows asks for them', () => {
  expect(list({ rows: [] })).toBe('<b>Nobody</b>')
  expect(list({ rows: ['Ana', 'Leo'] })).toBe('<b>Ana,Leo</b>')
  expect(list({ rows: ['Ana'], hasNextPage: true })).toContain('Show more')
})

test('rows stay when more of them fail to come', () => {
  const html = list({ rows: ['Ana'], hasNextPage: true, isFetchNextPageError: true, error: unreached })
  expect(html).toContain('<b>Ana</b>')
  expect(html).toContain('No connection.')
  expect(html.match(/role="alert"/g)).toHaveLength(1)
})
