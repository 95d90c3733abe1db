import { later } from '#core/web/ui/later.tsx'

/** What the two sides of a lesson say of each other: fetched where a lesson is looked at. */
export const LessonFollowing = later(
  async () => (await import('#features/reviews/web/LessonReviews.tsx')).LessonReviews,
)
