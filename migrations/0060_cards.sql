CREATE TABLE "card_charges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_charges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"checkout_id" bigint NOT NULL,
	"intent_id" text NOT NULL,
	"charge_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"back" bigint DEFAULT 0 NOT NULL,
	"out" bigint DEFAULT 0 NOT NULL,
	"dispute" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_charge_a_page" UNIQUE("checkout_id"),
	CONSTRAINT "one_charge_an_intent" UNIQUE("intent_id"),
	CONSTRAINT "no_more_than_came" CHECK ("card_charges"."back" >= 0 and "card_charges"."out" >= 0 and "card_charges"."back" + "card_charges"."out" <= "card_charges"."amount")
);
--> statement-breakpoint
CREATE TABLE "card_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"charge_id" bigint NOT NULL,
	"payment_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"provider_id" text,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"done_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moves_money" CHECK ("card_moves"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "checkouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"language" text NOT NULL,
	"return_url" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"session_id" text,
	"url" text,
	"failure" text,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"ready" boolean NOT NULL,
	"missing" jsonb NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_project_an_account" UNIQUE("account_id")
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"account_id" text,
	"object_id" text,
	"checkout_id" bigint,
	"happened_at" timestamp(3) with time zone NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	"worked_at" timestamp(3) with time zone,
	"outcome" text
);
--> statement-breakpoint
DROP INDEX "one_open_refund";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "carded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "taken" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_of" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "release_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "card_charges" ADD CONSTRAINT "card_charges_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_charges" ADD CONSTRAINT "card_charges_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_moves" ADD CONSTRAINT "card_moves_charge_id_card_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."card_charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_moves" ADD CONSTRAINT "card_moves_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charges_of_payment" ON "card_charges" USING btree ("payment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_move_a_charge" ON "card_moves" USING btree ("kind","charge_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_move_at_the_provider" ON "card_moves" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "moves_of_payment" ON "card_moves" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "moves_of_project" ON "card_moves" USING btree ("project_id","state");--> statement-breakpoint
CREATE INDEX "moves_to_ask_for" ON "card_moves" USING btree ("asked_at") WHERE state in ('ordered', 'sent');--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_page" ON "checkouts" USING btree ("payment_id") WHERE state in ('begun', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX "one_page_a_session" ON "checkouts" USING btree ("session_id") WHERE session_id is not null;--> statement-breakpoint
CREATE INDEX "pages_of_payment" ON "checkouts" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "pages_to_ask_for" ON "checkouts" USING btree ("asked_at") WHERE state in ('begun', 'open');--> statement-breakpoint
CREATE INDEX "events_to_work" ON "provider_events" USING btree ("received_at") WHERE worked_at is null;--> statement-breakpoint
CREATE INDEX "events_by_time" ON "provider_events" USING btree ("received_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_of_payments_id_fk" FOREIGN KEY ("refund_of") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_refund_to_cards" ON "payments" USING btree ("refund_of") WHERE refund_of is not null;--> statement-breakpoint
CREATE INDEX "payments_to_release" ON "payments" USING btree ("release_at") WHERE state = 'held' and release_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_refund" ON "payments" USING btree ("subject") WHERE kind = 'refund' and refund_of is null and state in ('due', 'processing', 'failed', 'disputed');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "part_by_card" CHECK ("payments"."carded" between 0 and "payments"."amount");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "part_taken_back" CHECK ("payments"."taken" between 0 and "payments"."carded");