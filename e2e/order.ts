import type { APIRequestContext } from '@playwright/test'
import { briefWith } from '#app/server/scenes/brief.ts'
import { type Calls, callsOver } from '#app/server/scenes/calls.ts'
import { type Hunter, type Musician, openForBooking, type Place } from '#app/server/scenes/cast.ts'
import { orderAt, type Scene, type Script, type Stop } from '#app/server/scenes/order.ts'
import type { BriefDraft } from '#features/hiring/brief/contract.ts'
import { beginMembership } from '#features/plans/contract.ts'
import { readProfile } from '#features/projects/contract.ts'
import { dayIn } from './hunter.ts'
import { newPerson } from './people.ts'

/* An order brought to a stage by the scenes' builder, over HTTP, with a hunter and a musician of its own. */

/** Far from everybody of the demo and of the other journeys. */
export const LA_PAZ = {
  city: 'La Paz',
  country: 'MX',
  lat: 24.1426,
  lng: -110.3128,
  zone: 'America/Mazatlan',
}

/** The API by contract, as somebody. */
export const callsOf = (request: APIRequestContext, token: string): Calls =>
  callsOver(async (method, path, data) => {
    const answer = await request.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data ? { data } : {}),
    })
    return { status: answer.status(), text: await answer.text() }
  })

/** Begins the trial of Pro, for journeys with more projects or services than the free plan has room for. */
export async function tryPro(api: Calls) {
  await api(beginMembership, { body: { plan: 'pro', interval: 'month', currency: 'USD' } })
}

/** Somebody of a scene who also has a browser. */
export type Signed = { email: string; token: string }

async function someone(request: APIRequestContext, account_type: 'TALENT_HUNTER' | 'MUSICIAN', name: string) {
  const person = await newPerson(request, account_type, { name })
  return { ...person, name, api: callsOf(request, person.token) }
}

/** A musician of the town with every hour open and a service for a small party. */
export async function musicianThere(
  request: APIRequestContext,
  name: string,
  town: Place = LA_PAZ,
): Promise<Musician & Signed> {
  const who = await someone(request, 'MUSICIAN', name)
  const { music_project } = await who.api(readProfile)
  const musician = { ...who, project_id: music_project[0]?.id ?? 0 }
  await openForBooking(musician, town, [{ title: 'Guitarra y voz al atardecer', format: 'solo' }])
  return musician
}

export const hunterThere = (request: APIRequestContext, name: string): Promise<Hunter & Signed> =>
  someone(request, 'TALENT_HUNTER', name)

/** The evening that every order here is for, unless moved. */
export const DAY = dayIn(60)

/** A small party by the sea. */
export const partyOf = (title: string): BriefDraft =>
  briefWith({
    objective: { kind: 'ambience', metric: 'satisfaction', target: 4 },
    event: {
      ...LA_PAZ,
      type: 'corporate',
      title,
      day: DAY,
      ends: '20:00',
      address: 'Malecón 12',
      setting: 'indoor',
      guests: 60,
    },
    sound: { genres_liked: ['jazz', 'latin'], genres_forbidden: [], energy: 'calm' },
    technical: { formats: ['solo'], sound_available: true },
    budget: { min: 20_000, max: 200_000 },
    constraints: { notes: 'Sin música fuerte antes de las siete' },
  })

/** One moment, which a soloist plays, for 600.00. */
const scriptOf = (hunter: Hunter, title: string, asks: readonly Musician[]): Script => ({
  hunter,
  brief: partyOf(title),
  moments: [{ asks, energy: 2, genre: 'jazz', format: 'solo', volume: 'low', cost: 60_000 }],
  now: new Date(),
  offer: {
    items: [{ kind: 'performance', description: 'Dos horas', qty: 2, unit_price: 30_000, optional: false }],
  },
})

/** That party as far as a stop, with one musician or, before anybody is asked, nobody. */
export const partyAt = (stop: Stop, hunter: Hunter, title: string, musician?: Musician): Promise<Scene> =>
  orderAt(stop, scriptOf(hunter, title, musician ? [musician] : []))
