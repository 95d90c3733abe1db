import { readBy, wordsFor } from '#core/server/audience.ts'
import { on } from '#core/server/route.ts'
import { copyWords } from '../copies/commands.ts'
import { assertStudent } from '../queries.ts'
import { isSure } from '../rules.ts'
import * as cards from './commands.cards.ts'
import {
  addHoliday as addAway,
  previewHoliday as previewAway,
  removeHoliday as removeAway,
} from './commands.holidays.ts'
import * as packs from './commands.packages.ts'
import * as paying from './commands.payments.ts'
import * as settings from './commands.settings.ts'
import * as steps from './commands.steps.ts'
import * as asking from './commands.ts'
import { checkLessonCard, endLessonCard, payLessonByCard } from './contract.cards.ts'
import {
  addHoliday,
  answerSeries,
  listOwnStudents,
  previewHoliday,
  readTeacherDesk,
  refundPackage,
  removeHoliday,
  saveLessonPayTo,
  saveLessonSettings,
  saveSheet,
} from './contract.teaching.ts'
import {
  bookLesson,
  bookSeries,
  cancelPackage,
  checkSeries,
  clearLessonPayment,
  confirmLessonPayment,
  listLessons,
  moveLesson,
  orderPackage,
  readLesson,
  readStudentDesk,
  recordLessonPayment,
  stepLesson,
} from './contract.ts'
import { studentDeskOf } from './queries.desk.ts'
import { seriesChecked } from './queries.series.ts'
import { ownStudentsOf, teacherDeskOf } from './queries.teaching.ts'
import { lessonOf, lessonPage, lessonsOf, packageOf } from './queries.ts'

type Asking = { db: Parameters<typeof lessonOf>[0]; viewer: { id: number }; now: Date }

const one = ({ db, viewer, now }: Asking, id: number) => lessonOf(db, viewer.id, id, now)
const some = async ({ db, viewer, now }: Asking, ids: readonly number[]) => ({
  results: await lessonsOf(db, viewer.id, ids, now),
})
const paid = async (ctx: Asking, of: 'lesson' | 'package', id: number) => ({
  lesson: of === 'lesson' ? await one(ctx, id) : null,
  package: of === 'package' ? await packageOf(ctx.db, ctx.viewer.id, id) : null,
})
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

export const routes = [
  on(listLessons, ({ db, viewer, now }, { query }) => lessonPage(db, viewer.id, query, now)),
  on(readLesson, (ctx, { params }) => one(ctx, params.id)),
  on(bookLesson, async (ctx, { body }) => one(ctx, (await asking.bookLesson(ctx, ctx.viewer, body)).id), {
    again: async (ctx, _input, about) => (about === null ? undefined : one(ctx, about)),
  }),

  on(checkSeries, ({ db, viewer, now }, { query }) => {
    assertStudent(viewer)
    return seriesChecked(db, viewer.id, query, now)
  }),
  on(bookSeries, async (ctx, { body }) => some(ctx, idsOf(await asking.bookSeries(ctx, ctx.viewer, body))), {
    again: async ({ db, viewer, now }, { body }) => ({
      results: (await lessonPage(db, viewer.id, { when: 'upcoming', limit: 100 }, now)).results.filter(
        ({ package_id }) => package_id === body.package_id,
      ),
    }),
  }),
  on(
    answerSeries,
    async (ctx, { params, body }) => some(ctx, await steps.answerSeries(ctx, ctx.viewer.id, params.id, body)),
    {
      again: async ({ db, viewer, now }, { params }) => ({
        results: (await lessonPage(db, viewer.id, { when: 'upcoming', limit: 100 }, now)).results.filter(
          ({ series_id }) => series_id === params.id,
        ),
      }),
    },
  ),
  on(
    stepLesson,
    async (ctx, { params, body }) => {
      await steps.takeStep(ctx, ctx.viewer.id, params.id, body.step, body.reason)
      return one(ctx, params.id)
    },
    { again: (ctx, { params }) => one(ctx, params.id) },
  ),
  on(
    moveLesson,
    async (ctx, { params, body }) => {
      await steps.moveLesson(ctx, ctx.viewer.id, params.id, body.starts_at)
      return one(ctx, params.id)
    },
    { again: (ctx, { params }) => one(ctx, params.id) },
  ),
  on(saveSheet, async (ctx, { params, body }) => {
    const before = await one(ctx, params.id)
    await settings.saveSheet(ctx, ctx.viewer.id, params.id, body)
    const saved = await one(ctx, params.id)
    if (saved.notes_shared && saved.notes_shared !== before.notes_shared) {
      const student_id = saved.student.id
      // As who learns reads them.
      const text = wordsFor(saved.notes_shared, { open: isSure(saved.state) })
      const { project_id } = saved.teacher
      await copyWords(ctx, { student_id, project_id, side: 'teacher', kind: 'notes', text })
    }
    return saved
  }),

  on(
    recordLessonPayment,
    async (ctx, { params: { of, id }, body }) => {
      await paying.recordPayment(ctx, ctx.viewer.id, of, id, body)
      return paid(ctx, of, id)
    },
    { again: (ctx, { params: { of, id } }) => paid(ctx, of, id) },
  ),
  on(
    confirmLessonPayment,
    async (ctx, { params: { of, id } }) => {
      await paying.confirmPayment(ctx, ctx.viewer.id, of, id)
      return paid(ctx, of, id)
    },
    { again: (ctx, { params: { of, id } }) => paid(ctx, of, id) },
  ),
  on(
    clearLessonPayment,
    async (ctx, { params: { of, id } }) => {
      await paying.clearPayment(ctx, ctx.viewer.id, of, id)
      return paid(ctx, of, id)
    },
    { again: (ctx, { params: { of, id } }) => paid(ctx, of, id) },
  ),

  on(payLessonByCard, async (ctx, { params: { of, id } }) => ({ url: await cards.payByCard(ctx, of, id) }), {
    transaction: false,
  }),
  on(
    checkLessonCard,
    async (ctx, { params: { of, id } }) => {
      await cards.checkCard(ctx, of, id)
      return paid(ctx, of, id)
    },
    { transaction: false },
  ),
  on(
    endLessonCard,
    async (ctx, { params: { of, id } }) => {
      await cards.endCard(ctx, of, id)
      return paid(ctx, of, id)
    },
    { transaction: false },
  ),

  on(
    orderPackage,
    async (ctx, { body }) =>
      packageOf(ctx.db, ctx.viewer.id, await packs.orderPackage(ctx, ctx.viewer, body)),
    {
      again: async ({ db, viewer }, _input, about) =>
        about === null ? undefined : packageOf(db, viewer.id, about),
    },
  ),
  on(
    cancelPackage,
    async (ctx, { params }) => {
      await packs.cancelPackage(ctx, ctx.viewer.id, params.id)
      return packageOf(ctx.db, ctx.viewer.id, params.id)
    },
    { again: ({ db, viewer }, { params }) => packageOf(db, viewer.id, params.id) },
  ),
  on(
    refundPackage,
    async (ctx, { params }) => {
      await packs.refundPackage(ctx, ctx.viewer.id, params.id)
      return packageOf(ctx.db, ctx.viewer.id, params.id)
    },
    { again: ({ db, viewer }, { params }) => packageOf(db, viewer.id, params.id) },
  ),

  on(readStudentDesk, ({ db, viewer, now }) => {
    assertStudent(viewer)
    return studentDeskOf(db, viewer.id, now)
  }),
  on(readTeacherDesk, ({ db, viewer, now }) => teacherDeskOf(db, viewer.id, now)),
  on(listOwnStudents, ({ db, viewer, now }) => ownStudentsOf(db, viewer.id, now)),
  on(saveLessonPayTo, (ctx, { body }) => settings.savePayTo(ctx, ctx.viewer.id, body), {
    again: async ({ db, viewer, now }) => ({ pay_to: (await teacherDeskOf(db, viewer.id, now)).pay_to }),
  }),
  on(saveLessonSettings, (ctx, { body }) => settings.saveSettings(ctx, ctx.viewer.id, body), {
    again: async ({ db, viewer, now }) => {
      const { link, room, place } = await teacherDeskOf(db, viewer.id, now)
      return readBy({ side: 'artist', open: false }, { link, room, place })
    },
  }),
  on(previewHoliday, (ctx, { body }) => previewAway(ctx, ctx.viewer, body)),
  on(addHoliday, (ctx, { body }) => addAway(ctx, ctx.viewer, body)),
  on(removeHoliday, async (ctx, { params }) => {
    await removeAway(ctx, ctx.viewer, params.id)
    return {}
  }),
]
