import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, CalendarDays, FileMusic, Music, Plus, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { DAY } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { can } from '#features/access/rules.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { searchProjects } from '#features/directory/contract.ts'
import { listEvents, readCalendar } from '#features/events/contract.ts'
import { listOrders } from '#features/hiring/desk/contract.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { useInstrumentName } from '#features/instruments/web/instrumentName.ts'
import { listMembers } from '#features/projects/contract.ts'
import { labelOf } from '#features/projects/rules.ts'
import { useProjectSwitch } from '#features/projects/web/projectSwitch.ts'
import { centerTexts } from '#features/projects/web/texts.ts'
import { PAGES, pagesOf } from '../menu.ts'
import { appTexts, paletteTexts } from '../texts.ts'

const spoken = texts(appTexts, paletteTexts, centerTexts)

/** A place to go to from the palette. */
export interface Entry {
  id: string
  label: string
  note?: string
  icon: ReactNode
  onChoose: () => void
}

/** A pause in typing after which the server is asked. */
const PAUSE_MS = 200
/** Of each kind; whoever looks for another one types more. */
const MOST = 6
/** A musician's dates are looked through as far as dates are made, in spans that a calendar is read in. */
const SPAN = 95 * DAY
const SPANS = 8

function useMay() {
  const permissions = useSession((session) => session.user?.permissions)
  return (permission: string) => can(permissions ?? [], permission)
}

function useGo(close: () => void) {
  const navigate = useNavigate()
  return (to: string) => () => {
    close()
    void navigate(to)
  }
}

/** The pages that somebody may open. */
export function usePages(close: () => void): Entry[] {
  const { t, word } = useTexts(spoken)
  const go = useGo(close)
  const user = useSession((session) => session.user)
  if (!user) return []
  const entries = pagesOf(PAGES, user).map(({ path, page, title, icon: Icon, isFunctionality }) => ({
    id: path,
    label: isFunctionality ? word('menu', page) : word('titles', title),
    icon: Icon ? <Icon aria-hidden strokeWidth={1.75} /> : <ArrowRightLeft aria-hidden strokeWidth={1.75} />,
    onChoose: go(path),
  }))
  if (can(user.permissions, 'read:musician-profile-type'))
    entries.push({
      id: '/musician-profile-type',
      label: t('titles.musician_profile_type'),
      icon: <Plus aria-hidden />,
      onChoose: go('/musician-profile-type?mode=create'),
    })
  return entries
}

/** One's other projects. */
export function useProjects(close: () => void): Entry[] {
  const { t } = useTexts(spoken)
  const user = useSession((session) => session.user)
  const current = useSession((session) => session.musicProjectId)
  const toSwitch = useProjectSwitch(close)
  return (user?.music_project ?? [])
    .filter(({ id }) => id !== current)
    .map((project) => ({
      id: `project-${project.id}`,
      label: project.name,
      note: t(`projects.labels.${labelOf(project, user?.id ?? 0)}`),
      icon: <ArrowRightLeft aria-hidden />,
      onChoose: () => toSwitch.mutate(project.id),
    }))
}

/** Who plays in the project that is in use. */
export function useMembers(isWanted: boolean, close: () => void): Entry[] {
  const id = useSession((session) => session.musicProjectId)
  const may = useMay()
  const go = useGo(close)
  const instrument = useInstrumentName()
  const members = useQuery({
    ...ask(listMembers, { params: { id: id ?? 0 }, query: { limit: 100 } }),
    enabled: isWanted && id !== null && may('read:music-project-profiles'),
  })
  return (members.data?.results ?? [])
    .filter(({ is_you }) => !is_you)
    .map((member) => ({
      id: `member-${member.id}`,
      label: member.user.name,
      ...(member.function ? { note: instrument(member.function) } : {}),
      icon: <UserRound aria-hidden />,
      // A collaborator has no page of members: theirs are in the band's profile.
      onChoose: go(may('read:members') ? '/members' : '/profile'),
    }))
}

/** A musician's next dates. */
export function useDates(isWanted: boolean, close: () => void): Entry[] {
  const may = useMay()
  const go = useGo(close)
  const words = useWords()
  const { date: dayOf } = useFormat()
  // From the begin of the day, so that it is one question all day long.
  const [from] = useState(() => new Date(Math.floor(Date.now() / DAY) * DAY))
  const dates = useQueries({
    queries: Array.from({ length: SPANS }, (_, at) => ({
      ...ask(readCalendar, {
        query: {
          from: new Date(from.getTime() + at * SPAN).toISOString(),
          to: new Date(from.getTime() + (at + 1) * SPAN).toISOString(),
        },
      }),
      enabled: isWanted && may('read:calendar') && !may('read:events'),
    })),
  })
  // What plays from one span into the next is in both.
  const events = new Map(
    dates
      .flatMap(({ data }) => data?.results ?? [])
      .flatMap((date) => (date.event_id === null ? [] : [[date.key, date] as const])),
  )
  return [...events.values()].map((date) => ({
    id: `date-${date.key}`,
    label: words.title(date),
    note: dayOf(date.starts_at, date.zone),
    icon: <CalendarDays aria-hidden />,
    onChoose: go(`/calendar?event=${date.event_id}`),
  }))
}

/** What the server finds: a hunter's orders and events, and the musicians that there are. */
export function useAsked(wanted: string, close: () => void) {
  const words = useWords()
  const { date: dayOf } = useFormat()
  const may = useMay()
  const go = useGo(close)
  const [typed, setTyped] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const q = typed.slice(0, 80)
  const isNamed = q.length > 1
  const orders = useQuery({
    ...ask(listOrders, { query: { q, limit: MOST } }),
    enabled: may('read:order'),
    placeholderData: keepPreviousData,
  })
  const events = useQuery({
    ...ask(listEvents, { query: { q, limit: MOST, when: 'all' } }),
    enabled: isNamed && may('read:events'),
    placeholderData: keepPreviousData,
  })
  const musicians = useQuery({
    ...ask(searchProjects, { query: { q, limit: MOST } }),
    enabled: isNamed && may('read:musics'),
    placeholderData: keepPreviousData,
  })
  const all = [orders, events, musicians]
  return {
    orders: (orders.data?.results ?? []).map(
      (order): Entry => ({
        id: `order-${order.id}`,
        label: words.title(order),
        note: words.stage(order.stage),
        icon: <FileMusic aria-hidden />,
        onChoose: go(`/order?id=${order.id}`),
      }),
    ),
    events: (isNamed ? (events.data?.results ?? []) : []).map(
      (event): Entry => ({
        id: `event-${event.id}`,
        label: words.title(event),
        note: dayOf(event.starts_at, event.zone),
        icon: <CalendarDays aria-hidden />,
        onChoose: go(`/events?event=${event.id}`),
      }),
    ),
    musicians: (isNamed ? (musicians.data?.results ?? []) : []).map(
      (project): Entry => ({
        id: `musician-${project.id}`,
        label: project.name,
        ...(project.city ? { note: project.city } : {}),
        icon: <Music aria-hidden />,
        onChoose: go(`/profile/musician/${project.id}`),
      }),
    ),
    isAsking: typed !== wanted || all.some(({ isFetching }) => isFetching),
    isError: all.some(({ isError }) => isError),
  }
}
