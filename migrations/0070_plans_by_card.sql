CREATE TABLE "plan_cards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"membership_id" bigint NOT NULL,
	"state" text NOT NULL,
	"plan" text NOT NULL,
	"interval" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"starts_at" timestamp(3) with time zone,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"return_url" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"session_id" text,
	"url" text,
	"subscription_id" text,
	"customer_id" text,
	"late" boolean DEFAULT false NOT NULL,
	"wanted" integer DEFAULT 0 NOT NULL,
	"told" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "told_what_is_wanted" CHECK ("plan_cards"."told" between 0 and "plan_cards"."wanted")
);
--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "plan_card_id" bigint;--> statement-breakpoint
ALTER TABLE "membership_charges" ADD COLUMN "method" text DEFAULT 'transfer' NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_charges" ADD COLUMN "invoice_id" text;--> statement-breakpoint
ALTER TABLE "plan_cards" ADD CONSTRAINT "plan_cards_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_card_a_plan" ON "plan_cards" USING btree ("membership_id") WHERE state in ('begun', 'open', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "one_card_a_subscription" ON "plan_cards" USING btree ("subscription_id") WHERE subscription_id is not null;--> statement-breakpoint
CREATE INDEX "plan_cards_to_ask" ON "plan_cards" USING btree ("asked_at") WHERE state in ('begun', 'open', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "one_charge_an_invoice" ON "membership_charges" USING btree ("invoice_id") WHERE invoice_id is not null;