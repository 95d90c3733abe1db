import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './ask.ts'

/** What this browser has been told, and for how long it believes it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (times, error) =>
        times < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
})
