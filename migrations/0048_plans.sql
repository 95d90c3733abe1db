CREATE TABLE "membership_charges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_charges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"membership_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"plan" text NOT NULL,
	"interval" text NOT NULL,
	"project_id" bigint,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"declared_at" timestamp(3) with time zone,
	"settled_by" text,
	"settled_at" timestamp(3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charge_of_something" CHECK ("membership_charges"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "membership_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"membership_id" bigint NOT NULL,
	"step" text NOT NULL,
	"state" text NOT NULL,
	"by" text NOT NULL,
	"charge_id" bigint,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "memberships_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"plan" text NOT NULL,
	"interval" text NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"project_id" bigint,
	"period_start" timestamp(3) with time zone NOT NULL,
	"period_end" timestamp(3) with time zone NOT NULL,
	"period_paid" bigint DEFAULT 0 NOT NULL,
	"anchor_day" integer NOT NULL,
	"state_until" timestamp(3) with time zone NOT NULL,
	"had_trial" boolean DEFAULT false NOT NULL,
	"cancels" boolean DEFAULT false NOT NULL,
	"next_plan" text,
	"next_interval" text,
	"next_project_id" bigint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "band_of_plan" CHECK (("memberships"."plan" = 'band') = ("memberships"."project_id" is not null)),
	CONSTRAINT "period_in_order" CHECK ("memberships"."period_start" <= "memberships"."period_end"),
	CONSTRAINT "paid_or_nothing" CHECK ("memberships"."period_paid" >= 0)
);
--> statement-breakpoint
CREATE TABLE "plan_choices" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"projects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"services" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "fee_pct" integer DEFAULT 6 NOT NULL;--> statement-breakpoint
-- Until now the fee was six percent of every quote: those stay as they were agreed.
ALTER TABLE "budgets" ALTER COLUMN "fee_pct" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "media_shown" integer;--> statement-breakpoint
ALTER TABLE "membership_charges" ADD CONSTRAINT "membership_charges_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_charges" ADD CONSTRAINT "membership_charges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_charges" ADD CONSTRAINT "membership_charges_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_history" ADD CONSTRAINT "membership_history_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_history" ADD CONSTRAINT "membership_history_charge_id_membership_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."membership_charges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_next_project_id_music_projects_id_fk" FOREIGN KEY ("next_project_id") REFERENCES "public"."music_projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_choices" ADD CONSTRAINT "plan_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_charge" ON "membership_charges" USING btree ("membership_id") WHERE state in ('due', 'declared', 'failed');--> statement-breakpoint
CREATE INDEX "charges_of_user" ON "membership_charges" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "membership_history_membership_id_index" ON "membership_history" USING btree ("membership_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_membership" ON "memberships" USING btree ("user_id") WHERE state <> 'inactive';--> statement-breakpoint
CREATE UNIQUE INDEX "one_membership_of_band" ON "memberships" USING btree ("project_id") WHERE state <> 'inactive';--> statement-breakpoint
CREATE UNIQUE INDEX "one_trial" ON "memberships" USING btree ("user_id") WHERE had_trial;--> statement-breakpoint
CREATE INDEX "memberships_due" ON "memberships" USING btree ("state_until") WHERE state <> 'inactive';--> statement-breakpoint
CREATE INDEX "memberships_of_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE FUNCTION refuse_change_of_membership_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what happened to a membership is not rewritten';
END $$;--> statement-breakpoint
CREATE TRIGGER membership_history_stays BEFORE UPDATE ON membership_history
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_membership_history();
