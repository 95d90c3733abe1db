import { Suspense } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { Loading } from './Loading.tsx'

/** No menu: landing, sign-in and whatever stands before the house. */
export function EmptyLayout() {
  return (
    <Suspense fallback={<Loading />}>
      <Outlet />
      <ScrollRestoration />
    </Suspense>
  )
}
