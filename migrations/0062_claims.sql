ALTER TABLE "card_charges" ADD COLUMN "dispute_id" text;--> statement-breakpoint
ALTER TABLE "card_charges" ADD COLUMN "dispute_asked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "card_moves" ADD COLUMN "account_id" text;--> statement-breakpoint
CREATE INDEX "claims_to_ask_for" ON "card_charges" USING btree ("dispute_asked_at") WHERE dispute = 'open';