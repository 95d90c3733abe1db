import type { InfiniteData } from '@tanstack/react-query'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import type { ApiError } from '../ask.ts'
import { ErrorState } from './ErrorState.tsx'
import { LoadMore } from './LoadMore.tsx'

const spoken = texts()

/** What `useQuery(ask(…))` answers, as far as showing it goes. */
export interface Query<Data> {
  data: Data | undefined
  error: ApiError | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

interface Looks {
  /** Skeletons in the shape of what will come. */
  waiting: ReactNode
  /** What couldn't be loaded; without it, the server's sentence stands alone. */
  failed?: string
  /** What to show for a refusal that another try won't change; undefined for all others. */
  refused?: (error: ApiError) => ReactNode
  /** What else one can do than try again. */
  otherwise?: ReactNode
  /** Shown in place of the content when there is nothing. */
  empty?: ReactNode
  errorClassName?: string
}

/** The server says that it is no longer there for this person: what came before isn't shown any more. */
const isGone = ({ status }: ApiError) => status === 403 || status === 404

/**
 * Shows what was asked: a skeleton while it is on its way, what went wrong and a way to try again, or the content.
 * Content that has arrived stays when asking again fails, with the failure above it, so that nothing typed is lost.
 */
export function Loaded<Data>({
  query,
  isEmpty,
  children,
  ...looks
}: Looks & {
  query: Query<Data>
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}) {
  const { data, error } = query
  const [hasRetried, setRetried] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const instead = error && looks.refused?.(error)
  if (instead) return instead
  const retry = () => {
    // The button goes away with the failure: the keyboard waits where the content will be.
    setRetried(true)
    place.current?.focus({ preventScroll: true })
    void query.refetch()
  }
  return (
    <>
      {(error || hasRetried) && <span key="place" ref={place} tabIndex={-1} className="sr-only" />}
      {error && <Failed {...looks} error={error} onRetry={retry} isRetrying={query.isFetching} />}
      {data !== undefined && !(error && isGone(error)) ? (
        <Fragment key="content">{isEmpty?.(data) && looks.empty ? looks.empty : children(data)}</Fragment>
      ) : (
        !error && <div aria-busy="true">{looks.waiting}</div>
      )}
    </>
  )
}

function Failed({
  failed,
  otherwise,
  errorClassName,
  error,
  onRetry,
  isRetrying,
}: Omit<Looks, 'waiting'> & { error: ApiError; onRetry: () => void; isRetrying: boolean }) {
  const { t } = useTexts(spoken)
  return (
    <ErrorState
      title={failed ?? error.message}
      retryLabel={t('boundary.retry')}
      onRetry={onRetry}
      isRetrying={isRetrying}
      {...(errorClassName ? { className: errorClassName } : {})}
    >
      {failed && otherwise ? <p className="mb-3">{error.message}</p> : failed && error.message}
      {otherwise}
    </ErrorState>
  )
}

/** A page of a list, as every list endpoint answers it. */
interface Page<Row> {
  results: readonly Row[]
}

/** What `useInfiniteQuery(askPages(…))` answers. */
interface PagesQuery<Row> extends Query<InfiniteData<Page<Row>>> {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** All rows of a list that have come so far, none while it is on its way. */
export const rowsOf = <Row,>(query: { data: InfiniteData<Page<Row>> | undefined }): readonly Row[] =>
  query.data?.pages.flatMap(({ results }) => results) ?? []

/**
 * Shows a list that comes in pages. `children` places its foot: the button for more rows while there are more, or what
 * stopped them; the rows that are there stay. Pages without rows aren't the end of a list that goes on.
 */
export function LoadedPages<Row>({
  query,
  children,
  more,
  ...looks
}: Looks & {
  query: PagesQuery<Row>
  /** What the button for more is called. */
  more?: string
  children: (rows: readonly Row[], foot: ReactNode) => ReactNode
}) {
  const { t } = useTexts(spoken)
  const next = () => void query.fetchNextPage()
  const hasFailed = query.isFetchNextPageError
  const foot =
    hasFailed && query.error ? (
      <Failed {...looks} error={query.error} onRetry={next} isRetrying={query.isFetchingNextPage} />
    ) : (
      <LoadMore
        label={more ?? t('more')}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onLoadMore={next}
      />
    )
  return (
    <Loaded
      {...looks}
      query={hasFailed ? { ...query, error: null } : query}
      isEmpty={(data) => !query.hasNextPage && data.pages.every(({ results }) => results.length === 0)}
    >
      {() => children(rowsOf(query), foot)}
    </Loaded>
  )
}
