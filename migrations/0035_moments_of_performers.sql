ALTER TABLE "event_performers" DROP COLUMN "intent";--> statement-breakpoint
ALTER TABLE "event_performers" DROP COLUMN "slot_title";