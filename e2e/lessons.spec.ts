import type { APIRequestContext, Page } from '@playwright/test'
import { offerService, openForBooking } from '#app/server/scenes/cast.ts'
import { createException, saveAvailability } from '#features/availability/contract.ts'
import {
  bookLesson,
  confirmLessonPayment,
  recordLessonPayment,
  stepLesson,
} from '#features/lessons/booking/contract.ts'
import { readProfile } from '#features/projects/contract.ts'
import { GUATEMALA, LESSON, teachesFree } from './lesson.ts'
import { fillPerson } from './newcomers.ts'
import { callsOf } from './order.ts'
import { expect, test } from './ownServer.ts'
import { appIsThere, browserOf, mailedLink, newPerson, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { visit } from './travel.ts'
import { wordsOf } from './words.ts'

/*
 * Lessons, from finding a teacher to one that was missed and what is said of those that were had: a student in New York, a teacher in Guatemala, and a night in
 * between in which one of the two clocks changes.
 */

/** A Monday morning, three weeks before the clocks of New York change. */
const BEGINS = new Date('2027-02-22T15:00:00.000Z')

async function setClock(request: APIRequestContext, now: Date) {
  const answer = await request.post('/api/dev/clock/', { data: { now: now.toISOString() } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('a lesson that a newcomer chose on a profile is booked once they have an account', async ({
  browser,
  request,
}) => {
  const w = wordsOf('es')
  const { t } = w
  await setClock(request, BEGINS)
  const { teaching } = await teachesFree(request)
  const { music_project } = await teaching(readProfile)
  const context = await browserOf(browser, null, { language: 'es', now: BEGINS })
  const page = await context.newPage()
  const who = { name: 'Elena Aprende', email: `elige-${process.pid}-${Date.now()}@example.com` }
  await page.goto(`/profile/musician/${music_project[0]?.id}`)
  await page.getByRole('link', { name: t('functionality:lessons.profile.sign_up') }).click()
  await page.waitForURL(/\/signup\?kind=student&next=/)
  await fillPerson(page, w, who)
  const born = page.getByRole('group', { name: t('auth:minors.fields.birth_date') }).getByRole('spinbutton')
  for (const [n, part] of ['20', '05', '1990'].entries()) {
    await born.nth(n).click()
    await page.keyboard.type(part)
  }
  await page.getByRole('button', { name: t('auth:signup.submit') }).click()
  await page.waitForURL('**/verify-email-check')
  await page.goto(await mailedLink(request, who.email, '/verify-email'))
  await page.waitForURL(/\/student\/book\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('functionality:lessons.book.title', { name: 'Rosa Ixchel' }),
  )
  await context.close()
})

test('a student learns with a teacher', async ({ browser, request }) => {
  test.setTimeout(300_000)
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  /** The student's words. */
  const l = (key: string, values = {}) => es.t(`functionality:lessons.${key}`, values)
  /** The teacher's. */
  const q = (key: string, values = {}) => en.t(`functionality:lessons.${key}`, values)
  await setClock(request, BEGINS)
  const gives = await newPerson(request, 'MUSICIAN', { name: 'Rosa Ixchel' })
  const api = callsOf(request, gives.token)
  const { music_project } = await api(readProfile)
  await openForBooking({ api, project_id: music_project[0]?.id ?? 0 }, GUATEMALA, [])
  const service_id = await offerService({ api }, LESSON)
  const learns = await newPerson(request, 'STUDENT', { name: 'Diego Paniagua' })
  await callsOf(request, learns.token)(saveAvailability, {
    body: {
      ...{ zone: 'America/New_York', buffer_before_minutes: 0, buffer_after_minutes: 0 },
      ...{ minimum_notice_days: 0, maximum_gigs_a_day: 1 },
      rules: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '17:00', to: '20:00' })),
    },
  })
  const open = async (token: string, look: Parameters<typeof browserOf>[2]) => {
    const context = await browserOf(browser, token, { ...look, now: BEGINS })
    const page = await context.newPage()
    return { page, errors: watchForErrors(page) }
  }
  const { page: student, errors } = await open(learns.token, {
    language: 'es',
    width: 390,
    zone: 'America/New_York',
  })
  const { page: teacher, errors: others } = await open(gives.token, {
    language: 'en',
    theme: 'dark',
    width: 1280,
    zone: 'America/Guatemala',
  })
  const go = (page: Page, path: string) => visit(page, path, page === student ? 'es' : 'en')
  const again = async (page: Page) => {
    await page.reload()
    await appIsThere(page)
  }
  const starts = (page: Page) => page.locator('button[aria-pressed]')
  /** The teacher answers what stands on their side. */
  const answer = async (button: string) => {
    await go(teacher, '/calendar?view=lessons')
    await teacher.getByRole('button', { name: button, exact: true }).first().click()
    await expect(teacher.getByRole('button', { name: button, exact: true })).toHaveCount(0)
  }
  /** The student records what they paid, on the page that is open. */
  const pay = async () => {
    await student.getByRole('button', { name: l('payment.record_paid') }).click()
    await student.getByRole('radio', { name: l('payment.methods.cash') }).check()
    await student.getByRole('button', { name: l('payment.i_paid') }).click()
    await expect(student.getByRole('button', { name: l('payment.take_back') })).toBeVisible()
  }

  await test.step('finds a teacher who is free at their times, and takes a trial', async () => {
    await go(student, '/student')
    await expect(student.getByRole('heading', { level: 1 })).toHaveText(l('desk.hello', { name: 'Diego' }))
    await student.getByLabel(l('find.instrument'), { exact: true }).selectOption('guitar')
    await student.getByRole('switch', { name: l('find.times') }).click()
    await expect(student.getByRole('switch', { name: l('find.times') })).toBeChecked()
    await expect(student.getByText(l('find.starts'))).toBeVisible()
    await soundBothWays(student)
    await student.getByRole('link', { name: l('find.book_with', { name: 'Rosa Ixchel' }) }).click()
    await expect(student.getByRole('heading', { level: 1 })).toHaveText(
      l('book.title', { name: 'Rosa Ixchel' }),
    )
    await starts(student).first().click()
    await student.getByLabel(l('book.note')).fill('Quiero acompañarme al cantar')
    await soundBothWays(student, 'crosswise')
    await student.getByRole('button', { name: l('book.ask_trial') }).click()
    await expect(student.getByText(l('states.requested'), { exact: true })).toBeVisible()
    await soundBothWays(student)
  })

  await test.step('the teacher accepts, the student pays, the teacher has it', async () => {
    await go(teacher, '/calendar?view=lessons')
    await expect(teacher.getByText('Quiero acompañarme al cantar')).toBeVisible()
    await soundBothWays(teacher, 'crosswise')
    await answer(q('steps.accept'))
    await again(student)
    await pay()
    await expect(student.getByText(l('states.scheduled'), { exact: true })).toBeVisible()
    await answer(q('payment.confirm'))
  })

  await test.step('buys four lessons', async () => {
    await go(student, '/student')
    await student
      .getByRole('link', { name: l('find.book_with', { name: 'Rosa Ixchel' }) })
      .first()
      .click()
    await student.getByRole('radio', { name: l('book.ways.package') }).check()
    await student.getByRole('button', { name: l('book.order') }).click()
    await expect(student).toHaveURL(/\/student$/)
    await pay()
    await answer(q('payment.confirm'))
    await again(student)
    await expect(student.getByText(l('package.left', { count: 4 })).first()).toBeVisible()
    await soundBothWays(student, 'crosswise')
  })

  await test.step('asks for one a week, over the night in which their clock changes', async () => {
    await student.getByRole('link', { name: l('package.book') }).click()
    await student.getByRole('button', { name: l('starts.later') }).click()
    await student.getByRole('button', { name: l('starts.later') }).click()
    // On one of the four days the teacher has no time in the student's evening.
    await api(createException, {
      body: {
        ...{ from: '2027-03-22T20:00:00.000Z', to: '2027-03-23T02:00:00.000Z' },
        ...{ kind: 'blocked', reason: '' },
      },
    })
    await starts(student).filter({ hasText: '18:00' }).first().click()
    await expect(student.getByText(l('series.clocks'))).toBeVisible()
    await expect(student.getByText(l('series.free'))).toHaveCount(3)
    await expect(student.getByText(l('series.obstacles.teacher'))).toBeVisible()
    // The nearest that are free for both; or none at all.
    const instead = student.getByLabel(l('series.instead'))
    await expect(instead.getByRole('option')).toHaveText([
      ...['17:00', '17:30', '18:00'].map((time) => `martes, 23 de marzo, ${time}`),
      l('series.leave_out'),
    ])
    await soundBothWays(student, 'crosswise')
    await instead.selectOption({ label: l('series.leave_out') })
    await expect(student.getByRole('button', { name: l('series.ask', { count: 3 }) })).toBeVisible()
    await instead.selectOption({ label: 'martes, 23 de marzo, 18:00' })
    // Also where the other hour happens to be one that there is before that night.
    await expect(student.getByText(l('series.clocks'))).toBeVisible()
    await student.getByRole('button', { name: l('series.ask', { count: 4 }) }).click()
    await expect(student).toHaveURL(/\/calendar$/)
    await go(teacher, '/calendar?view=lessons')
    await expect(teacher.getByText(q('teaching.series', { name: 'Diego Paniagua', count: 4 }))).toBeVisible()
    await answer(q('teaching.accept_all'))
  })

  /** When the lessons of that spring are, as they stand on the page. */
  const hours = (page: Page) =>
    page
      .getByRole('article')
      .getByRole('heading', { level: 3 })
      .filter({ hasText: / (marzo|March|abril|April)/ })

  await test.step('each reads the hours on their own clock, before that night and after', async () => {
    await expect(hours(teacher)).toHaveText([
      /^Monday, March 8, 17:00$/,
      /^Monday, March 15, 17:00$/,
      /^Tuesday, March 23, 16:00$/,
      /^Monday, March 29, 17:00$/,
    ])
    await go(student, '/calendar')
    await expect(hours(student)).toHaveText([
      /^lunes, 8 de marzo, 18:00 ?17:00 en Guatemala$/,
      /^lunes, 15 de marzo, 19:00 ?17:00 en Guatemala$/,
      /^martes, 23 de marzo, 18:00 ?16:00 en Guatemala$/,
      /^lunes, 29 de marzo, 19:00 ?17:00 en Guatemala$/,
    ])
  })

  await test.step('moves one of them', async () => {
    await soundBothWays(student)
    await student.getByRole('article').nth(2).getByRole('link').first().click()
    // Its own page, where it stands alone.
    await expect(student.getByRole('button', { name: l('steps.reschedule') })).toHaveCount(1)
    await student.getByRole('button', { name: l('steps.reschedule') }).click()
    const dialog = student.getByRole('dialog')
    await dialog.locator('button[aria-pressed]').first().click()
    await soundBothWays(student, 'crosswise')
    await dialog.getByRole('button', { name: l('move.submit') }).click()
    await expect(dialog).toHaveCount(0)
    await expect(student.getByText(l('states.rescheduled'), { exact: true })).toBeVisible()
  })

  await test.step('misses one, which is lost', async () => {
    const { results } = await (
      await request.get('/api/lessons/', { headers: { authorization: `Bearer ${learns.token}` } })
    ).json()
    const missed = results.find(({ kind }: { kind: string }) => kind === 'weekly')
    const after = new Date(Date.parse(missed.ends_at) + 60_000)
    await setClock(request, after)
    await teacher.clock.setSystemTime(after)
    await student.clock.setSystemTime(after)
    await go(teacher, `/calendar?lesson=${missed.id}`)
    await teacher.getByRole('button', { name: q('steps.miss_as_student') }).click()
    await teacher
      .getByRole('dialog')
      .getByRole('button', { name: q('steps.miss_as_student') })
      .click()
    await expect(teacher.getByRole('button', { name: q('steps.miss_as_student') })).toHaveCount(0)
    await expect(teacher.getByText(q('states.no_show_student'), { exact: true })).toBeVisible()
    await teacher.getByLabel(q('sheet.notes_shared')).fill('Repasar el círculo de sol')
    await teacher.getByLabel(q('sheet.notes_private')).fill('Le cuesta contar')
    await teacher.getByRole('button', { name: q('sheet.save') }).click()
    await expect(teacher.getByText(q('sheet.saved'))).toBeVisible()
    await soundBothWays(teacher)
    await go(student, `/calendar?lesson=${missed.id}`)
    await expect(student.getByText(l('states.no_show_student'), { exact: true })).toBeVisible()
    await expect(student.getByText('Repasar el círculo de sol')).toBeVisible()
    await expect(student.getByText('Le cuesta contar')).toHaveCount(0)
    await expect(student.getByRole('link', { name: l('one.report') })).toHaveAttribute(
      'href',
      `/tickets/new?about=lesson:${missed.id}`,
    )
    await soundBothWays(student, 'crosswise')
  })

  await test.step('the teacher is away: what follows is said before, and done once it is confirmed', async () => {
    // Somebody else's lesson, in four days: it can't move behind a series.
    const other = await newPerson(request, 'STUDENT', { name: 'Ana Cifuentes' })
    const learning = callsOf(request, other.token)
    const booked = { service_id, kind: 'single', starts_at: '2027-02-26T22:00:00.000Z', note: '' } as const
    const { id } = await learning(bookLesson, { body: booked })
    await api(stepLesson, { params: { id }, body: { step: 'accept' } })
    await learning(recordLessonPayment, { params: { of: 'lesson', id }, body: { method: 'cash' } })
    await api(confirmLessonPayment, { params: { of: 'lesson', id } })
    await go(teacher, '/calendar?view=lessons')
    const card = teacher.getByRole('region', { name: q('holidays.title') })
    await card.getByLabel(q('holidays.from')).fill('2027-02-26')
    await card.getByLabel(q('holidays.to')).fill('2027-03-08')
    const question = teacher.getByRole('alertdialog', { name: q('holidays.ask') })
    const ask = async () => {
      await card.getByRole('button', { name: q('holidays.add') }).click()
      await expect(question.getByRole('listitem')).toHaveText([
        q('holidays.moved', { count: 1 }),
        q('holidays.cancelled', { count: 1 }),
        q('holidays.against_you', { count: 1 }),
      ])
    }
    await ask()
    await soundBothWays(teacher)
    // Asked and not confirmed, nothing is done.
    await question.getByRole('button', { name: q('back') }).click()
    await expect(hours(teacher).first()).toHaveText(/^Monday, March 8, 17:00$/)
    await ask()
    await question.getByRole('button', { name: q('holidays.add') }).click()
    await expect(teacher.getByText(q('holidays.added', { moved: 1, cancelled: 1 }))).toBeVisible()
    await expect(
      card.getByText(q('holidays.span', { from: 'February 26, 2027', to: 'March 8, 2027' }), { exact: true }),
    ).toBeVisible()
    // Behind the last of its series, at the teacher's hour.
    await expect(hours(teacher).last()).toHaveText(/^Monday, April 5, 17:00$/)
    await go(student, '/calendar')
    await expect(hours(student)).toHaveText([
      /^martes, 23 de marzo, 18:00/,
      /^lunes, 29 de marzo, 19:00/,
      /^lunes, 5 de abril, 19:00 ?17:00 en Guatemala$/,
    ])
  })

  await test.step('confirms the first one, and both say how it goes', async () => {
    const { results } = await (
      await request.get('/api/lessons/', { headers: { authorization: `Bearer ${learns.token}` } })
    ).json()
    const trial = results.find(({ kind }: { kind: string }) => kind === 'trial')
    const o = (key: string, values = {}) => es.t(`business:own_reviews.${key}`, values)
    const r = (key: string, values = {}) => en.t(`business:own_reviews.${key}`, values)
    const write = async (page: Page, name: string, of: 'student' | 'teacher', mark: string, text: string) => {
      const say = page === student ? o : r
      await page.getByRole('button', { name: say('write_of', { name }) }).click()
      for (const aspect of ['satisfaction', 'professionalism', 'communication', 'punctuality'])
        await page
          .getByRole('radiogroup', { name: say(`form.${of}.${aspect}`) })
          .getByRole('radio', { name: mark, exact: true })
          .check()
      await page.getByRole('textbox', { name: say('form.text') }).fill(text)
      await soundBothWays(page)
      await page.getByRole('button', { name: say('form.send') }).click()
    }
    await go(student, `/calendar?lesson=${trial.id}`)
    await expect(student.getByRole('region', { name: o('after') })).toHaveCount(0)
    await student.getByRole('button', { name: l('steps.confirm') }).click()
    await write(student, 'Rosa Ixchel', 'student', '5', 'Explica con paciencia')
    await expect(student.getByRole('button', { name: o('change') })).toBeVisible()
    await soundBothWays(student, 'crosswise')
    await go(teacher, '/reviews')
    await expect(teacher.getByText(r('about_student', { name: 'Diego' }))).toBeVisible()
    await write(teacher, 'Diego', 'teacher', '4', 'Practica cada semana')
    await expect(teacher.getByText('Explica con paciencia')).toBeVisible()
    await go(student, '/reviews')
    await expect(student.getByText('Practica cada semana')).toBeVisible()
    await soundBothWays(student)
    await go(student, `/profile/musician/${music_project[0]?.id}`)
    await expect(student.getByText('Explica con paciencia')).toBeVisible()
    await soundBothWays(student, 'crosswise')
  })

  await test.step('says their hours and instruments without a project', async () => {
    await go(student, '/availability')
    await expect(student.getByRole('heading', { level: 1 })).toBeVisible()
    await soundBothWays(student)
    await go(student, '/instruments')
    await student.getByRole('button', { name: es.t('functionality:instruments.learned.add') }).click()
    await student.getByRole('button', { name: es.t('functionality:instruments.learned.save') }).click()
    await soundBothWays(student, 'crosswise')
    // Pages that others have too, as somebody who learns sees them.
    for (const path of ['/profile', '/membership', '/referrals', '/support']) {
      await go(student, path)
      await soundBothWays(student)
    }
  })
  expect(errors).toEqual([])
  expect(others).toEqual([])
})
