ALTER TABLE "lessons" ADD COLUMN "counts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now each counted. What wasn't certain yet, or was excused when it ended, doesn't any more.
UPDATE "lessons" l SET "counts" = true
WHERE l."state" = 'no_show_teacher' OR l."state" = 'cancelled_by_teacher'
  AND (SELECT h."state" FROM "lesson_history" h WHERE h."lesson_id" = l."id" ORDER BY h."id" DESC OFFSET 1 LIMIT 1)
    IN ('scheduled', 'rescheduled')
  AND NOT EXISTS (SELECT 1 FROM "lesson_packages" p
    WHERE p."id" = l."package_id" AND p."state" = 'refunded' AND p."ended_at" = l."ended_at")
  AND NOT EXISTS (SELECT 1 FROM "lesson_holidays" a
    WHERE a."project_id" = l."project_id" AND a."created_at" = l."ended_at"
      AND lower(a."during") >= a."created_at" + interval '7 days');
