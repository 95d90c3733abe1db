import { later } from '#core/web/ui/later.tsx'

/** The conversation of who learns and who teaches: fetched where a lesson is looked at. */
export const LessonTalk = later(async () => (await import('#features/threads/web/LessonTalk.tsx')).LessonTalk)
