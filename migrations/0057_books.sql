CREATE TABLE "payout_parts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_parts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contract_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"in_place_of" bigint,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "part_of_something" CHECK ("payout_parts"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "fee_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fee_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement_id" bigint NOT NULL,
	"step" text NOT NULL,
	"state" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fee_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fee_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement_id" bigint NOT NULL,
	"posting_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"about" jsonb,
	"amount" bigint NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "one_line_a_fee" UNIQUE("posting_id")
);
--> statement-breakpoint
CREATE TABLE "fee_months" (
	"month" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fee_statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fee_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"month" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"credit" bigint DEFAULT 0 NOT NULL,
	"person_id" bigint NOT NULL,
	"name" text,
	"legal_name" text,
	"tax_id" text,
	"closed_at" timestamp(3) with time zone NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"state" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"declared_at" timestamp(3) with time zone,
	"settled_by" text,
	"settled_at" timestamp(3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"remind_at" timestamp(3) with time zone,
	CONSTRAINT "statement_of_something" CHECK ("fee_statements"."amount" > 0),
	CONSTRAINT "statement_numbered" CHECK ("fee_statements"."number" > 0),
	CONSTRAINT "credit_within_statement" CHECK ("fee_statements"."credit" between 0 and "fee_statements"."amount")
);
--> statement-breakpoint
CREATE TABLE "transfer_slips" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transfer_slips_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"format" text NOT NULL,
	"bytes" bigint NOT NULL,
	"stored_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfer_slips_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "payout_parts" ADD CONSTRAINT "payout_parts_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_parts" ADD CONSTRAINT "payout_parts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_history" ADD CONSTRAINT "fee_history_statement_id_fee_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."fee_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_lines" ADD CONSTRAINT "fee_lines_statement_id_fee_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."fee_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_statements" ADD CONSTRAINT "fee_statements_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_slips" ADD CONSTRAINT "transfer_slips_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_part_a_gig" ON "payout_parts" USING btree ("contract_id","user_id");--> statement-breakpoint
CREATE INDEX "parts_of_member" ON "payout_parts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "parts_of_band" ON "payout_parts" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "history_of_statement" ON "fee_history" USING btree ("statement_id","id");--> statement-breakpoint
CREATE INDEX "lines_of_statement" ON "fee_lines" USING btree ("statement_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_statement_a_month" ON "fee_statements" USING btree ("project_id","month","currency");--> statement-breakpoint
CREATE UNIQUE INDEX "one_statement_a_number" ON "fee_statements" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "statements_to_remind" ON "fee_statements" USING btree ("remind_at") WHERE remind_at is not null;--> statement-breakpoint
CREATE INDEX "statements_to_confirm" ON "fee_statements" USING btree ("declared_at") WHERE state = 'declared';--> statement-breakpoint
CREATE INDEX "statements_of_person" ON "fee_statements" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_slip" ON "transfer_slips" USING btree ("subject") WHERE stored_at is not null;--> statement-breakpoint
CREATE INDEX "slips_of_user" ON "transfer_slips" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "slips_broken_off" ON "transfer_slips" USING btree ("created_at") WHERE stored_at is null;--> statement-breakpoint
-- Written by hand from here. What a statement says never changes: what becomes of it does, and what names somebody may be emptied.
CREATE FUNCTION fee_statements_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moves text[] := ARRAY['state', 'reference', 'declared_at', 'settled_by', 'settled_at', 'note', 'remind_at'];
  names text[] := ARRAY['name', 'legal_name', 'tax_id'];
  before jsonb := to_jsonb(OLD);
  after jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    after := to_jsonb(NEW);
    IF after - moves - names = before - moves - names AND NOT EXISTS (SELECT FROM unnest(names) name
      WHERE after ->> name IS DISTINCT FROM before ->> name AND after ->> name IS NOT NULL) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a statement of fees is not changed';
END $$;--> statement-breakpoint
CREATE TRIGGER fee_statements_stay BEFORE UPDATE OR DELETE ON fee_statements
FOR EACH ROW EXECUTE FUNCTION fee_statements_stay();--> statement-breakpoint
CREATE FUNCTION fees_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was stated is kept as it is';
END $$;--> statement-breakpoint
CREATE TRIGGER fee_lines_stay BEFORE UPDATE OR DELETE ON fee_lines FOR EACH ROW EXECUTE FUNCTION fees_are_kept();
--> statement-breakpoint
CREATE TRIGGER fee_history_stays BEFORE UPDATE OR DELETE ON fee_history FOR EACH ROW EXECUTE FUNCTION fees_are_kept();
--> statement-breakpoint
CREATE TRIGGER payout_parts_stay BEFORE UPDATE OR DELETE ON payout_parts FOR EACH ROW EXECUTE FUNCTION fees_are_kept();
--> statement-breakpoint
CREATE TRIGGER fee_statements_are_kept BEFORE TRUNCATE ON fee_statements EXECUTE FUNCTION fees_are_kept();--> statement-breakpoint
CREATE TRIGGER fee_lines_are_kept BEFORE TRUNCATE ON fee_lines EXECUTE FUNCTION fees_are_kept();--> statement-breakpoint
-- When it commits, a statement's lines sum up to it, and its project's numbers have no gap.
CREATE FUNCTION fee_statements_sum_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount <> (SELECT coalesce(sum(l.amount), 0) FROM fee_lines l WHERE l.statement_id = NEW.id)
    OR NEW.number <> (SELECT count(*) FROM fee_statements s WHERE s.project_id = NEW.project_id AND s.number <= NEW.number) THEN
    RAISE EXCEPTION 'a statement of fees is not the sum of its lines, or out of number';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER fee_statements_sum_up AFTER INSERT ON fee_statements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fee_statements_sum_up();--> statement-breakpoint
CREATE FUNCTION fee_lines_belong() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT s.amount FROM fee_statements s WHERE s.id = NEW.statement_id)
    <> (SELECT sum(l.amount) FROM fee_lines l WHERE l.statement_id = NEW.statement_id) THEN
    RAISE EXCEPTION 'a line was added to a statement that is closed';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER fee_lines_belong AFTER INSERT ON fee_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fee_lines_belong();
