-- Stored answers held names, e-mails and phones of others: none of them is kept. A call that was sent just before and is
-- repeated now is done again at worst, as it would be after a day.
DELETE FROM "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "about" bigint;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "confirmed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "call";--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "status";--> statement-breakpoint
UPDATE "requests" r SET "confirmed_at" = c."activated_at" FROM "contracts" c
  WHERE c."request_id" = r."id" AND c."activated_at" IS NOT NULL;
