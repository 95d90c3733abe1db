import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { refresh } from '#core/web/ask.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { listStarts } from '../../finding/contract.ts'
import { listLessonSubstitutes } from '../contract.substitutes.ts'
import { readTeacherDesk } from '../contract.teaching.ts'
import { listLessons, readLesson, readStudentDesk } from '../contract.ts'

/** What shows how lessons stand. */
const STANDING = [listLessons, readLesson, readStudentDesk, readTeacherDesk, listLessonSubstitutes]

/** What is asked again after something was done with lessons. */
export const LESSON_PAGES = [...STANDING, listStarts]

/** What the other side does with a lesson appears without a reload. */
export function useLessonNews(): void {
  const client = useQueryClient()
  useNews(useCallback(() => void refresh(client, STANDING), [client]))
}
