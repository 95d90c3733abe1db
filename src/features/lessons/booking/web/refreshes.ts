import { listStarts } from '../../finding/contract.ts'
import { listLessonSubstitutes } from '../contract.substitutes.ts'
import { readTeacherDesk } from '../contract.teaching.ts'
import { listLessons, readLesson, readStudentDesk } from '../contract.ts'

/** What is asked again after something was done with lessons. */
export const LESSON_PAGES = [
  listLessons,
  readLesson,
  readStudentDesk,
  readTeacherDesk,
  listStarts,
  listLessonSubstitutes,
]
