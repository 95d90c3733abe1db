DROP INDEX "one_move_a_charge";--> statement-breakpoint
ALTER TABLE "card_moves" ADD COLUMN "part" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "card_moves" ADD COLUMN "send_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "shared" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "one_move_a_charge" ON "card_moves" USING btree ("kind","charge_id","payment_id","part");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "part_of_others" CHECK ("payments"."shared" between 0 and "payments"."amount");--> statement-breakpoint
-- What substitutes earned of packages that are still held: until now the books alone knew it.
UPDATE "payments" p SET "shared" = s."sum"
FROM (
  SELECT l."package_id", sum(o."amount")::bigint AS "sum"
  FROM "lessons" l
  JOIN "ledger_transactions" t ON t."key" = 'lesson:' || l."id" || ' shared'
  JOIN "ledger_postings" o ON o."transaction_id" = t."id" AND o."amount" > 0
  WHERE l."package_id" IS NOT NULL AND l."handed_over_at" IS NOT NULL
  GROUP BY l."package_id"
) s
WHERE p."subject" = 'lesson_package:' || s."package_id" AND p."kind" <> 'refund' AND p."state" = 'held';
