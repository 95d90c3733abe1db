import type { Page } from './page.tsx'

const PLAYERS = ['MUSICIAN', 'STUDENT'] as const

/** Rows of the route table for learning and teaching, besides the homes and the calendar that lead there. */
export const LESSON_PAGES: readonly Page[] = [
  {
    path: '/student/progress',
    page: 'student:progress',
    title: 'progress',
    layout: 'side-menu',
    allowedAccounts: ['STUDENT'],
    load: async () => (await import('./ProgressRoute.tsx')).ProgressRoute,
  },
  {
    path: '/music/students/:id',
    page: 'music:student',
    title: 'student_progress',
    layout: 'side-menu',
    allowedAccounts: ['MUSICIAN'],
    load: async () => (await import('./StudentProgressRoute.tsx')).StudentProgressRoute,
  },
  {
    path: '/student/book/:id',
    page: 'student:book',
    title: 'book_lesson',
    layout: 'side-menu',
    allowedAccounts: ['STUDENT'],
    load: async () => (await import('#features/lessons/booking/web/BookPage.tsx')).BookPage,
  },
  {
    path: '/assignments/:id',
    page: 'calendar:assignment',
    title: 'assignment',
    layout: 'side-menu',
    allowedAccounts: PLAYERS,
    load: async () => (await import('#features/lessons/assignments/web/AssignmentPage.tsx')).AssignmentPage,
  },
  {
    path: '/lessons/:id/room',
    page: 'calendar:room',
    title: 'room',
    layout: 'side-menu',
    allowedAccounts: PLAYERS,
    load: async () => (await import('./RoomRoute.tsx')).RoomRoute,
  },
  {
    path: '/tuner',
    page: 'calendar:tuner',
    title: 'tuner',
    layout: 'side-menu',
    allowedAccounts: PLAYERS,
    load: async () => (await import('#features/lessons/tools/web/TunerPage.tsx')).TunerPage,
  },
]
