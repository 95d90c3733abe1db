import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createInstance } from 'i18next'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { problemsOf } from '#core/contract/errors.ts'
import { readTexts } from '#core/server/texts.ts'
import { ApiError, keyOf } from '#core/web/ask.ts'
import { OwnTexts } from '#core/web/texts.ts'
import {
  type InvitationDetails,
  type InvitationReply,
  readInvitation,
} from '#features/invitations/contract.ts'
import { InvitationCard } from '#features/invitations/web/InvitationCard.tsx'
import {
  countNotifications,
  type InvitationStatus,
  listNotifications,
  type Notification,
  type NotificationType,
} from '#features/notifications/contract.ts'
import { NotificationsModal } from '#features/notifications/web/NotificationsModal.tsx'

/*
 * The texts that the specification quotes (rule R-20), word for word, each under its key; and those of
 * notifications and invitations in the cases in which they are shown.
 */

const TEXTS = readTexts(TEXT_FOLDERS)
type Language = keyof typeof TEXTS

function textsIn(language: Language) {
  const i18n = createInstance()
  i18n.init({
    lng: language,
    // A text that is missing must not be made up for by the other language.
    fallbackLng: false,
    ns: Object.keys(TEXTS.es),
    defaultNS: 'common',
    resources: TEXTS,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return i18n
}
const i18n = { es: textsIn('es'), en: textsIn('en') }
const say = (language: Language, key: string, values = {}) =>
  (i18n[language].t as unknown as (key: string, values: object) => string)(key, values)

type Quoted = [where: string, text: string, key: string, values?: Record<string, string | number>]
const QUOTED: Quoted[] = [
  ['pages', 'Mis eventos', 'common:titles.events'],
  ['pages', 'Todas (7)', 'functionality:notifications.all', { count: 7 }],
  ['pages', 'No tienes notificaciones', 'functionality:notifications.empty'],
  ['pages', 'Ahora', 'functionality:notifications.ago.now'],
  ['pages', 'Hace 7 min', 'functionality:notifications.ago.minutes', { count: 7 }],
  ['pages', 'Hace 7 h', 'functionality:notifications.ago.hours', { count: 7 }],
  ['pages', 'Hace 6 días', 'functionality:notifications.ago.days', { count: 6 }],
  ['pages', 'Utilizar mi ubicación', 'functionality:map.use_mine'],
  ['pages', 'Cargando mapa...', 'functionality:map.loading'],
  ['forms', 'Este campo es requerido', 'common:validation.required'],
  ['forms', 'Debe ser un número', 'common:validation.number'],
  ['errors', 'Unauthorized', 'common:errors.access.unauthorized'],
  ['errors', 'Error al obtener información del usuario', 'common:errors.profile.load'],
  ['errors', 'Error desconocido', 'common:errors.profile.unknown'],
  ['errors', 'Error al cargar las notificaciones', 'functionality:notifications.errors.load'],
  ['errors', 'Error al marcar como leída', 'functionality:notifications.errors.read'],
  ['errors', 'Error al marcar todas como leídas', 'functionality:notifications.errors.read_all'],
  ['errors', 'Error al aceptar la invitación', 'functionality:invitations.errors.accept'],
  ['errors', 'Error al rechazar la invitación', 'functionality:invitations.errors.decline'],
  ['errors', 'Error al obtener detalles de la invitación', 'functionality:invitations.errors.details'],
  [
    'errors',
    'No se pudieron cargar los detalles de la invitación',
    'functionality:invitations.errors.no_details',
  ],
  ['errors', 'Invitación Expirada', 'functionality:invitations.expired.title'],
  ['errors', 'Esta invitación ya no está disponible.', 'functionality:invitations.expired.text'],
  ['errors', '¡Invitación Aceptada!', 'functionality:invitations.accepted.title'],
  ['errors', 'Te has unido a la banda exitosamente.', 'functionality:invitations.accepted.text'],
  ['errors', 'Invitación Rechazada', 'functionality:invitations.declined.title'],
  ['errors', 'Has declinado la invitación a la banda.', 'functionality:invitations.declined.text'],
  ['errors', 'Error al cargar la imagen', 'common:image_error'],
  ['errors', 'No se pudo obtener la ubicación.', 'functionality:map.denied'],
  ['errors', 'Geolocalización no soportada.', 'functionality:map.unsupported'],
]

describe('a text that the specification quotes', () => {
  test.each(QUOTED)('%s "%s" is %s', (_where, text, key, values) => {
    expect(say('es', key, values)).toBe(text)
    const english = say('en', key, values)
    expect(english).not.toBe('')
    expect(english).not.toBe(key.replace(/^\w+:/, ''))
    // The one word that the specification has in English.
    if (text === 'Unauthorized') expect(english).toBe(text)
    else expect(english).not.toBe(text)
  })
})

/* The generic messages of the rules of validation: what is wrong, and what a form says of it in either language. */
const WRONG: [what: string, schema: z.ZodMiniType, value: unknown, es: string, en: string][] = [
  ['nothing', z.string(), undefined, 'Este campo es requerido', 'This field is required'],
  [
    'an empty text',
    z.string().check(z.minLength(8)),
    '',
    'Este campo es requerido',
    'This field is required',
  ],
  ['no e-mail', z.email(), 'ana@', 'Escribe un correo válido', 'Enter a valid e-mail'],
  [
    'too short',
    z.string().check(z.minLength(8)),
    'corta',
    'Debe tener al menos 8 caracteres',
    'Must have at least 8 characters',
  ],
  [
    'too long',
    z.string().check(z.maxLength(5)),
    'demasiado',
    'Debe tener como máximo 5 caracteres',
    'Must have at most 5 characters',
  ],
  ['no number', z.number(), 'doce', 'Debe ser un número', 'Must be a number'],
  ['no whole number', z.int(), 'doce', 'Debe ser un número', 'Must be a number'],
  ['no URL', z.url(), 'tarima', 'Escribe una URL válida', 'Enter a valid URL'],
]

describe('a generic message of validation', () => {
  test.each(WRONG)('of %s says what is wrong, in both languages', (_what, schema, value, es, en) => {
    const read = z.object({ field: schema }).safeParse({ field: value }, { reportInput: true })
    const { field } = problemsOf(read.error?.issues ?? [])
    const said = (language: Language) => say(language, `common:${field?.key}`, field?.values)
    expect([said('es'), said('en')]).toEqual([es, en])
  })
})

/** What a reader finds there: pieces of text, and names that are only read out. */
function shown(element: ReactElement, client: QueryClient, language: Language): string[] {
  const html = renderToStaticMarkup(
    <OwnTexts value={i18n[language]}>
      <QueryClientProvider client={client}>
        <StaticRouter location="/music">{element}</StaticRouter>
      </QueryClientProvider>
    </OwnTexts>,
  )
  const names = [...html.matchAll(/ aria-label="([^"]*)"/g)].map(([, name = '']) => name)
  return [...names, ...html.split(/<[^>]*>/)]
    .map((text) => text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
    .filter(Boolean)
}

/** Of these texts, those that are shown. */
const ofThese = (pieces: string[], language: Language, keys: readonly string[]) =>
  keys.filter((key) => pieces.includes(say(language, `functionality:${key}`)))

/** What pages know; what failed isn't asked again. */
const knowledge = () => new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
function failed(client: QueryClient, queryKey: readonly unknown[]) {
  const query = client.getQueryCache().build(client, { queryKey })
  query.setState({ status: 'error', error: new ApiError(500, {}), fetchStatus: 'idle' })
}

describe.each(['es', 'en'] as const)('in %s, a band invitation', (language) => {
  const KEYS = [
    'invitations.loading',
    'invitations.errors.details',
    'invitations.errors.no_details',
    'invitations.accept',
    'invitations.decline',
    'invitations.expired.title',
    'invitations.expired.text',
    'invitations.accepted.title',
    'invitations.accepted.text',
    'invitations.declined.title',
    'invitations.declined.text',
  ]
  const key = keyOf(readInvitation, { params: { id: 7 } })
  const card = (client: QueryClient, status: InvitationStatus | null) =>
    ofThese(shown(<InvitationCard invitation_id={7} status={status} />, client, language), language, KEYS)

  test('says that its details are on their way', () => {
    expect(card(knowledge(), 'in_process')).toEqual(['invitations.loading'])
  })
  test('says that its details could not be had', () => {
    const client = knowledge()
    failed(client, key)
    expect(card(client, 'in_process')).toEqual([
      'invitations.errors.details',
      'invitations.errors.no_details',
    ])
  })

  const ANSWER = ['invitations.accept', 'invitations.decline']
  const EXPIRED = ['invitations.expired.title', 'invitations.expired.text']
  const ACCEPTED = ['invitations.accepted.title', 'invitations.accepted.text']
  const DECLINED = ['invitations.declined.title', 'invitations.declined.text']
  test.each<[InvitationStatus | null, InvitationDetails['status'], 'expired' | 'in time', string[]]>([
    ['in_process', 'pending', 'in time', ANSWER],
    ['in_process', 'pending', 'expired', EXPIRED],
    [null, 'pending', 'in time', EXPIRED],
    [null, 'pending', 'expired', EXPIRED],
    ['in_process', 'accepted', 'in time', ACCEPTED],
    ['accepted', 'accepted', 'in time', ACCEPTED],
    ['accepted', 'accepted', 'expired', ACCEPTED],
    ['accepted', 'pending', 'in time', ACCEPTED],
    ['in_process', 'rejected', 'in time', DECLINED],
    ['canceled', 'rejected', 'in time', DECLINED],
    ['canceled', 'rejected', 'expired', DECLINED],
    ['canceled', 'pending', 'in time', DECLINED],
  ])('whose notification is %s and whose details are %s, %s', (notice, status, time, texts) => {
    const client = knowledge()
    const detail = {
      band_name: 'Los Faroles',
      status,
      expires_at: '2026-12-04T18:00:00.000Z',
      message: '',
      is_expired: time === 'expired',
    }
    client.setQueryData<InvitationReply>(key, {
      ...detail,
      detail,
      id: 7,
      invitation_status: notice ?? 'in_process',
      project_id: 1,
      profile_image: null,
      invited_by: 'Olga',
      function: null,
    })
    expect(card(client, notice)).toEqual(texts)
  })
})

/** What the dialog of the notifications holds: the dialog itself needs a page to open over. */
function Held(props: ComponentProps<typeof NotificationsModal>) {
  return (NotificationsModal(props) as ReactElement<{ children: ReactNode }>).props.children
}

describe.each(['es', 'en'] as const)('in %s, the notifications', (language) => {
  const list = [...keyOf(listNotifications, { query: {} }), 'pages']
  const KEYS = ['notifications.errors.load', 'notifications.empty', 'notifications.mark_all']
  const modal = (client: QueryClient) =>
    shown(<Held isOpen onClose={() => {}} Invitation={InvitationCard} />, client, language)
  const MINUTE = 60_000
  const ago = (ms: number, id: number): Notification => ({
    id,
    type: 'BRIEF_INITIATED',
    title: 'Brief',
    message: 'Boda',
    created_at: new Date(Date.now() - ms).toISOString(),
    read: false,
    value: String(id),
    invitation_status: null,
  })
  const known = (results: Notification[], unread: number) => {
    const client = knowledge()
    const types =
      results.length > 0 ? [{ type: 'BRIEF_INITIATED' as const, total: results.length, unread }] : []
    const counts = { types, total: results.length, unread, last_id: results.length }
    client.setQueryData(keyOf(countNotifications, {}), counts)
    client.setQueryData(list, { pages: [{ results, next: null }], pageParams: [null] })
    return client
  }

  test('that could not be loaded say so, and can be closed', () => {
    const client = knowledge()
    failed(client, list)
    const pieces = modal(client)
    expect(ofThese(pieces, language, KEYS)).toEqual(['notifications.errors.load'])
    expect(pieces).toContain(say(language, 'functionality:notifications.close'))
  })
  test('are none', () => {
    const pieces = modal(known([], 0))
    expect(ofThese(pieces, language, KEYS)).toEqual(['notifications.empty'])
    expect(pieces).toContain(language === 'es' ? 'Todas (0)' : 'All (0)')
  })
  test('have a tab for each kind that the account has or can get, and for no other', () => {
    const tab = (type: NotificationType) => say(language, `functionality:notifications.types.${type}`)
    // Nobody is known here, so it is the account that gets least: a student's.
    const none = modal(known([], 0))
    expect(none).toContain(tab('PROFILE_COMPLETED'))
    expect(none).not.toContain(tab('BRIEF_INITIATED'))
    const some = modal(known([ago(0, 1)], 1))
    expect(some).toContain(`${tab('BRIEF_INITIATED')} (1)`)
    expect(some).not.toContain(tab('SUBSCRIPTION_UPSELL'))
  })
  test('are marked all at once only while one is unread', () => {
    const one = ago(0, 1)
    expect(ofThese(modal(known([one], 1)), language, KEYS)).toEqual(['notifications.mark_all'])
    expect(ofThese(modal(known([{ ...one, read: true }], 0)), language, KEYS)).toEqual([])
  })
  test('say how many there are, and how long ago each was', () => {
    const half = MINUTE / 2
    const pieces = modal(
      known(
        [
          ago(half, 4),
          ago(59 * MINUTE + half, 3),
          ago(23 * 60 * MINUTE + half, 2),
          ago(6 * 24 * 60 * MINUTE + half, 1),
        ],
        4,
      ),
    )
    const expected =
      language === 'es'
        ? ['Todas (4)', 'Ahora', 'Hace 59 min', 'Hace 23 h', 'Hace 6 días']
        : ['All (4)', 'Now', '59 min ago', '23 h ago', '6 days ago']
    expect(expected.filter((text) => !pieces.includes(text))).toEqual([])
  })
})
