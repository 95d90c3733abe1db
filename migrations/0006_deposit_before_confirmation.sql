ALTER TABLE "contracts" ADD COLUMN "signed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "pay_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "deposit_recorded_by" text;--> statement-breakpoint
ALTER TABLE "contracts" RENAME COLUMN "deposit_sent_at" TO "deposit_recorded_at";--> statement-breakpoint
UPDATE "contracts" SET "deposit_recorded_by" = 'hunter' WHERE "deposit_recorded_at" IS NOT NULL;--> statement-breakpoint
UPDATE "contracts" c SET "signed_at" = (SELECT max(s."signed_at") FROM "signatures" s
  WHERE s."contract_id" = c."id" AND s."version" = c."version" AND s."voided_at" IS NULL)
WHERE c."state" IN ('signed', 'active', 'completed');
