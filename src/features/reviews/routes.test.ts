import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import { music_projects } from '#features/projects/table.ts'
import { readSurvey, saveSurvey } from '#features/results/contract.ts'
import { openRounds } from './commands.ts'
import type { ReceivedReview, ReviewRound } from './contract.ts'
import { all, reviewScene } from './reviews.fixture.ts'
import { review_reports, review_rounds, reviews } from './table.ts'

/* What a host and who played for them say of each other: who reads what, and when. */

let s: Awaited<ReturnType<typeof reviewScene>>
beforeAll(async () => {
  s = await reviewScene()
})
afterAll(() => s?.t.close())

const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('a round', () => {
  test('is opened for each project that played, once, and nobody is told: the survey asks them', async () => {
    const { t, hunter, rosa, event } = s
    await openRounds({ ...t.app, db: t.db, now: t.clock.now() } as never, { event_id: event.id })
    expect(await t.db.$count(review_rounds)).toBe(1)
    const mine = await s.roundOf(hunter)
    expect(mine).toMatchObject({
      event_id: event.id,
      side: 'hunter',
      project_id: s.project_id,
      project_name: 'Rosa Ixchel',
      can_write: true,
      other_wrote: false,
      mine: null,
      theirs: null,
    })
    expect(await s.roundOf(rosa)).toMatchObject({ side: 'artist', hunter_name: 'Ana', can_write: true })
    expect([await s.told(hunter.id), await s.told(rosa.id)]).toEqual([[], []])
  })

  test('begins with what the survey says already', async () => {
    const params = { id: s.order_id }
    const { moments } = await s.hunter.api(readSurvey, { params })
    await s.hunter.api(saveSurvey, {
      params,
      body: {
        satisfaction: moments.map(({ slot_id }) => ({ slot_id, mark: 4 })),
        punctuality: [{ project_id: s.project_id, arrival: 'late' }],
      },
    })
    expect((await s.roundOf(s.hunter)).suggested).toEqual({
      satisfaction: 4,
      professionalism: null,
      communication: null,
      punctuality: 3,
    })
    expect((await s.roundOf(s.rosa)).suggested.satisfaction).toBeNull()
  })

  test('is listed of one event, while it waits for the caller, and never to others', async () => {
    const list = async (who: typeof s.hunter, query: Record<string, string>) =>
      (await who.get('/api/reviews/rounds/', { query })).body.results.length
    await s.fresh()
    await s.write(s.rosa, 5)
    expect([await list(s.rosa, { waiting: '1' }), await list(s.hunter, { waiting: '1' })]).toEqual([0, 1])
    expect(await list(s.hunter, { event: String(s.event.id) })).toBe(1)
    expect(await list(s.hunter, { event: '999999' })).toBe(0)
    expect(await list(s.stranger, {})).toBe(0)
    expect((await s.hunter.get('/api/reviews/rounds/?cursor=nope')).status).toBe(400)
  })
})

/* Each row: what happens in which order; then what each of them sees, and what the profile says. */
describe('who sees what', () => {
  type Step = 'hunter' | 'artist' | 'end' | 'hide' | 'show'
  /** own, the other's as the hunter sees it, as the artist does; in public; marks that count. */
  type Seen = { hunter: [boolean, boolean]; artist: [boolean, boolean]; public: number; marks: number[] }
  const none: Seen = { hunter: [false, false], artist: [false, false], public: 0, marks: [] }
  const rows: [Step[], Seen][] = [
    [[], none],
    [['end'], none],
    [['hunter'], { ...none, hunter: [true, false] }],
    [['artist'], { ...none, artist: [true, false] }],
    [['hunter', 'artist'], { hunter: [true, true], artist: [true, true], public: 1, marks: [5] }],
    [['artist', 'hunter'], { hunter: [true, true], artist: [true, true], public: 1, marks: [5] }],
    [['hunter', 'end'], { hunter: [true, false], artist: [false, true], public: 1, marks: [5] }],
    [['artist', 'end'], { hunter: [false, true], artist: [true, false], public: 0, marks: [] }],
    // Late: who has read the other's can't write any more.
    [['hunter', 'end', 'artist'], { hunter: [true, false], artist: [false, true], public: 1, marks: [5] }],
    [['artist', 'end', 'hunter'], { hunter: [false, true], artist: [true, false], public: 0, marks: [] }],
    [['end', 'hunter', 'artist'], none],
    // Hidden: both sides still read it, with the reason; nobody else does, and it counts no more.
    [['hunter', 'artist', 'hide'], { hunter: [true, true], artist: [true, true], public: 0, marks: [] }],
    [['hunter', 'hide', 'artist'], { hunter: [true, true], artist: [true, true], public: 0, marks: [] }],
    [['hunter', 'hide', 'end'], { hunter: [true, false], artist: [false, true], public: 0, marks: [] }],
    [
      ['hunter', 'artist', 'hide', 'show'],
      { hunter: [true, true], artist: [true, true], public: 1, marks: [5] },
    ],
  ]
  test.each(rows)('%j', async (steps, seen) => {
    await s.fresh()
    let hidden = false
    for (const step of steps) {
      if (step === 'hunter') await s.write(s.hunter, 5, 'Puntual y alegre.')
      if (step === 'artist') await s.write(s.rosa, 4, 'Todo listo a tiempo.')
      if (step === 'end') await s.end()
      if (step !== 'hide' && step !== 'show') continue
      hidden = step === 'hide'
      const [row] = await s.t.db.select({ id: reviews.id }).from(reviews).where(eq(reviews.side, 'hunter'))
      await s.decide(row?.id ?? 0, hidden ? { reason: 'Insulta' } : null)
    }
    const [hunter, artist] = [await s.roundOf(s.hunter), await s.roundOf(s.rosa)]
    const bothOf = ({ mine, theirs }: ReviewRound) => [mine !== null, theirs !== null]
    expect({ hunter: bothOf(hunter), artist: bothOf(artist) }).toEqual({
      hunter: seen.hunter,
      artist: seen.artist,
    })
    const reasons = [hunter.mine, artist.theirs].map((one) => one?.hidden_reason ?? null)
    expect(reasons.filter((one) => one !== null)).toEqual(
      hidden ? [seen.hunter[0], seen.artist[1]].filter(Boolean).map(() => 'Insulta') : [],
    )
    const { results, summary } = await s.publicly()
    expect(results).toHaveLength(seen.public)
    expect(summary.rating_count).toBe(seen.marks.length)
    expect(await s.ratingShown()).toEqual({
      rating: seen.marks.length > 0 ? 4.42 : null,
      rating_count: seen.marks.length,
    })
    const received = (await s.rosa.get('/api/reviews/')).body.results
    expect(received).toHaveLength(seen.artist[1] ? 1 : 0)
  })
})

describe('who is told', () => {
  test('one that the other has written; both that theirs is published', async () => {
    await s.fresh()
    await s.write(s.hunter, 5)
    expect([await s.told(s.hunter.id), await s.told(s.rosa.id)]).toEqual([[], ['REVIEW_REQUESTED 1']])
    await s.write(s.rosa, 5)
    expect([await s.told(s.hunter.id), await s.told(s.rosa.id)]).toEqual([
      ['REVIEW_PUBLISHED 1'],
      ['REVIEW_REQUESTED 1', 'REVIEW_PUBLISHED 1'],
    ])
    const [told] = (await s.rosa.get('/api/notifications/')).body.results
    expect(told).toMatchObject({
      type: 'REVIEW_PUBLISHED',
      title: 'Tienes una reseña nueva',
      value: String(s.event.id),
    })
  })
  test('three days before the end who hasn’t written, once', async () => {
    await s.fresh()
    await s.write(s.hunter, 5)
    await s.t.db.update(review_rounds).set({
      closes_at: new Date(s.t.clock.now().getTime() + 3 * DAY).toISOString(),
    })
    await s.t.app.jobs.runSweeps()
    await s.t.app.jobs.runSweeps()
    expect([await s.told(s.hunter.id), await s.told(s.rosa.id)]).toEqual([
      [],
      ['REVIEW_REQUESTED 1', 'REVIEW_REQUESTED 2'],
    ])
    await s.end()
    await s.end()
    expect((await s.told(s.rosa.id)).slice(2)).toEqual(['REVIEW_PUBLISHED 1'])
  })
})

describe('writing', () => {
  test('is refused to nobody, to others, twice, late, and where the rules don’t hold', async () => {
    await s.fresh()
    expect((await s.t.as().post(s.path, all(5))).status).toBe(401)
    expect(refusal(await s.stranger.post(s.path, all(5)))).toEqual([404, 'common.not_found'])
    expect((await s.hunter.post('/api/reviews/rounds/999999/', all(5))).status).toBe(404)
    const wrong = await s.hunter.post(s.path, { ...all(6), communication: 0, text: 'a'.repeat(2001) })
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([
      422,
      ['communication', 'professionalism', 'punctuality', 'satisfaction', 'text'],
    ])
    expect((await s.write(s.hunter, 5)).status).toBe(200)
    expect(refusal(await s.write(s.hunter, 4))).toEqual([409, 'reviews.written'])
    await s.end()
    expect(refusal(await s.write(s.rosa, 4))).toEqual([409, 'reviews.closed'])
    const unverified = await s.t.person('TALENT_HUNTER', { verified: false })
    expect((await unverified.post(s.path, all(5))).status).toBe(403)
  })
  test('by both at once is one each, and both are revealed', async () => {
    await s.fresh()
    const answers = await Promise.all(
      [s.hunter, s.rosa, s.hunter, s.rosa].map((who, n) => s.write(who, 4 + (n % 2))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect(await s.t.db.$count(reviews)).toBe(2)
    expect((await s.publicly()).results).toHaveLength(1)
  })
  test('the database itself takes one of each side', async () => {
    const [one] = await s.t.db.select().from(reviews).where(eq(reviews.side, 'hunter'))
    const { id: _, mark: __, ...again } = one ?? ({} as never)
    await expect(s.t.db.insert(reviews).values(again)).rejects.toThrow()
  })
  test('can be changed until it is read', async () => {
    await s.fresh()
    expect((await s.hunter.patch(s.path, { text: 'Aún no' })).status).toBe(404)
    await s.write(s.hunter, 5, 'Bien')
    const changed = await s.hunter.patch(s.path, { satisfaction: 3, text: 'Bien, con un detalle' })
    expect(changed.body.mine).toMatchObject({ satisfaction: 3, punctuality: 5, mark: 4.5, can_edit: true })
    expect((await s.hunter.patch(s.path, { satisfaction: 9 })).status).toBe(422)
    expect((await s.stranger.patch(s.path, { satisfaction: 1 })).status).toBe(404)
    expect((await s.t.as().patch(s.path, {})).status).toBe(401)
    await s.write(s.rosa, 5)
    expect(refusal(await s.hunter.patch(s.path, { satisfaction: 5 }))).toEqual([409, 'reviews.revealed'])
    expect((await s.roundOf(s.hunter)).mine).toMatchObject({ mark: 4.5, can_edit: false })
  })
})

describe('a review that can be read', () => {
  let review: ReceivedReview
  const answerPath = () => `/api/reviews/${review.id}/answer/`
  beforeAll(async () => {
    await s.fresh()
    await s.write(s.hunter, 5, 'Genial. Llamen al +502 5555 1234')
    await s.write(s.rosa, 4, 'Escríbeme a rosa@correo.com')
    review = (await s.rosa.get('/api/reviews/')).body.results[0]
  })

  test('says a first name alone, and no contact details', async () => {
    expect(review).toMatchObject({ author: 'Ana', event_type: 'wedding', can_answer: true, can_report: true })
    const { results } = await s.publicly()
    expect(results[0]).toMatchObject({ author: 'Ana', mark: 5 })
    for (const said of [results[0].text, review.text]) {
      expect(said).toContain('Genial')
      expect(said).not.toContain('5555')
    }
    const round = await s.roundOf(s.hunter)
    expect(round.mine?.text).toContain('5555')
    expect(round.theirs?.text).not.toContain('correo.com')
  })

  test('is answered by whom it is about, once, and changed for a day', async () => {
    const text = 'Gracias, Ana.'
    expect((await s.t.as().post(answerPath(), { text })).status).toBe(401)
    for (const who of [s.hunter, s.stranger])
      expect((await who.post(answerPath(), { text })).status).toBe(404)
    expect((await s.rosa.post(answerPath(), { text: ' ' })).status).toBe(422)
    expect(refusal(await s.rosa.patch(answerPath(), { text }))).toEqual([409, 'reviews.not_answered'])
    expect((await s.rosa.post(answerPath(), { text })).body).toMatchObject({
      answer: { text },
      can_answer: false,
      can_edit_answer: true,
    })
    expect(refusal(await s.rosa.post(answerPath(), { text }))).toEqual([409, 'reviews.answered'])
    expect((await s.rosa.patch(answerPath(), { text: 'Gracias de nuevo.' })).status).toBe(200)
    expect((await s.publicly()).results[0].answer.text).toBe('Gracias de nuevo.')
    expect((await s.stranger.patch(answerPath(), { text })).status).toBe(404)
    expect((await s.t.as().patch(answerPath(), { text })).status).toBe(401)
    expect((await s.rosa.patch(answerPath(), { text: 'a'.repeat(1001) })).status).toBe(422)
    await s.t.db.update(reviews).set({
      answered_at: new Date(s.t.clock.now().getTime() - DAY).toISOString(),
    })
    expect(refusal(await s.rosa.patch(answerPath(), { text }))).toEqual([409, 'reviews.answer_final'])
  })

  test('is reported once a person, by whoever reads it', async () => {
    const path = `/api/reviews/${review.id}/report/`
    const body = { reason: 'untrue', note: 'No fue así.' }
    expect((await s.t.as().post(path, body)).status).toBe(401)
    expect((await s.rosa.post(path, { reason: 'boring' })).status).toBe(422)
    expect(refusal(await s.hunter.post(path, body))).toEqual([409, 'reviews.own'])
    expect((await s.rosa.post(path, body)).body).toEqual({ reported: true })
    expect(refusal(await s.rosa.post(path, body))).toEqual([409, 'reviews.reported'])
    expect((await s.stranger.post(path, body)).status).toBe(200)
    expect((await s.rosa.get('/api/reviews/')).body.results[0].can_report).toBe(false)
    const [ofHost] = await s.t.db.select().from(reviews).where(eq(reviews.side, 'artist'))
    expect((await s.stranger.post(`/api/reviews/${ofHost?.id}/report/`, body)).status).toBe(404)
    expect((await s.hunter.post(`/api/reviews/${ofHost?.id}/report/`, body)).status).toBe(200)
    await s.decide(review.id, { reason: 'Insulta' })
    expect(await s.t.db.$count(review_reports, sql`settled_at is null`)).toBe(1)
    expect(refusal(await s.rosa.post(answerPath(), { text: 'x' }))).toEqual([409, 'reviews.hidden'])
    await s.decide(review.id, null)
  })

  test('goes with the profile: page by page, newest first, of one kind of event', async () => {
    const at = (n: number) => new Date(s.t.clock.now().getTime() - (n + 1) * DAY).toISOString()
    await s.t.db.insert(reviews).values(
      Array.from({ length: 24 }, (_, n) => ({
        ...all(1 + (n % 5)),
        side: 'hunter' as const,
        project_id: s.project_id,
        hunter_id: s.hunter.id,
        author_id: s.hunter.id,
        event_type: n % 2 === 0 ? ('corporate' as const) : ('wedding' as const),
        played_on: '2025-01-01',
        written_at: at(n),
        revealed_at: at(n),
      })),
    )
    const path = `/api/reviews/projects/${s.project_id}/`
    const first = (await s.t.as().get(path)).body
    expect(first.results).toHaveLength(20)
    const second = (await s.t.as().get(path, { query: { cursor: first.next } })).body
    const found = [...first.results, ...second.results]
    expect([found.length, second.next]).toEqual([25, null])
    const times = found.map(({ revealed_at }) => revealed_at)
    expect(times).toEqual([...times].sort().reverse())
    expect(first.summary.distribution).toEqual([
      { mark: 5, count: 5 },
      { mark: 4, count: 5 },
      { mark: 3, count: 5 },
      { mark: 2, count: 5 },
      { mark: 1, count: 5 },
    ])
    expect(first.summary).toMatchObject({
      rating_count: 25,
      event_types: [
        { event_type: 'wedding', count: 13 },
        { event_type: 'corporate', count: 12 },
      ],
    })
    const some = (await s.t.as().get(path, { query: { event_type: 'corporate' } })).body
    expect(some.results.map((one: { event_type: string }) => one.event_type)).toEqual(
      Array(12).fill('corporate'),
    )
    expect((await s.t.as().get(path, { query: { event_type: 'brunch' } })).status).toBe(400)
    expect((await s.t.as().get(path, { query: { cursor: 'x' } })).status).toBe(400)
    expect((await s.t.as().get('/api/reviews/projects/999999/')).status).toBe(404)
    await s.t.db.update(music_projects).set({ status: 'archived' }).where(eq(music_projects.id, s.project_id))
    expect((await s.t.as().get(path)).status).toBe(404)
    await s.t.db.update(music_projects).set({ status: 'active' }).where(eq(music_projects.id, s.project_id))
  })
})
