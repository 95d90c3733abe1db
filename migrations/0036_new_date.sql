ALTER TABLE "contracts" ADD COLUMN "deposit_source" text DEFAULT 'paid' NOT NULL;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "replaced_by_id" bigint;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_replaced_by_id_contracts_id_fk" FOREIGN KEY ("replaced_by_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;