ALTER TABLE "events" ADD COLUMN "opens_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "stage_plan" jsonb;