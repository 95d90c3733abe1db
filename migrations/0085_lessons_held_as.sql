-- A lesson that is offered online or in person is booked as one of the two. What was booked before is held as its service
-- says; of those that are offered both ways, as its page showed it: online where there is a room or a link.
ALTER TABLE "lesson_settings" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "modality" text;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "lessons" l SET "modality" = CASE
  WHEN s."modality" IN ('online', 'in_person') THEN s."modality"
  WHEN l."link" <> '' OR EXISTS (
    SELECT FROM "lesson_settings" own WHERE own."project_id" = l."project_id" AND (own."room" OR own."link" <> '')
  ) THEN 'online'
  ELSE 'in_person' END
  FROM "services" s WHERE s."id" = l."service_id";--> statement-breakpoint
ALTER TABLE "lessons" ALTER COLUMN "modality" SET NOT NULL;
