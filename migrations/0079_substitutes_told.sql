ALTER TABLE "lesson_substitute_lessons" ADD COLUMN "notes_shared" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lesson_substitutes" ADD COLUMN "offered_at" timestamp(3) with time zone;--> statement-breakpoint
UPDATE "lesson_substitutes" SET "offered_at" = "created_at" WHERE "state" IN ('offered', 'accepted', 'declined');--> statement-breakpoint
ALTER TABLE "lesson_substitutes" ADD CONSTRAINT "substitute_offered" CHECK ("lesson_substitutes"."state" not in ('offered', 'accepted', 'declined') or "lesson_substitutes"."offered_at" is not null);