CREATE TABLE "staff_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"console_name" text,
	"act" text NOT NULL,
	"subject" text,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "log_says_who" CHECK (("staff_log"."user_id" is null) <> ("staff_log"."console_name" is null))
);
--> statement-breakpoint
CREATE TABLE "staff_takes" (
	"kind" text NOT NULL,
	"item_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"taken_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "staff_takes_kind_item_id_pk" PRIMARY KEY("kind","item_id")
);
--> statement-breakpoint
CREATE TABLE "help_votes" (
	"article" text NOT NULL,
	"day" date NOT NULL,
	"yes" integer DEFAULT 0 NOT NULL,
	"no" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "help_votes_article_day_pk" PRIMARY KEY("article","day")
);
--> statement-breakpoint
CREATE TABLE "ticket_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"message_id" bigint,
	"key" text NOT NULL,
	"format" text NOT NULL,
	"bytes" integer NOT NULL,
	"name" text NOT NULL,
	"stored_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "ticket_files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "staff_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD COLUMN "removed_reason" text;--> statement-breakpoint
ALTER TABLE "staff_log" ADD CONSTRAINT "staff_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_takes" ADD CONSTRAINT "staff_takes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_message_id_ticket_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."ticket_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_of_person" ON "staff_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "log_of_subject" ON "staff_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "staff_takes_user_id_index" ON "staff_takes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "files_of_ticket_message" ON "ticket_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "ticket_files_of_person" ON "ticket_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ticket_files_not_sent" ON "ticket_files" USING btree ("created_at") WHERE message_id is null;--> statement-breakpoint
CREATE INDEX "users_of_staff" ON "users" USING btree ("id") WHERE staff_since is not null;--> statement-breakpoint
CREATE INDEX "payments_disputed" ON "payments" USING btree ("declared_at") WHERE state = 'disputed';--> statement-breakpoint
CREATE INDEX "payments_unanswered" ON "payments" USING btree ("declared_at") WHERE state = 'processing';--> statement-breakpoint
CREATE INDEX "charges_declared" ON "membership_charges" USING btree ("declared_at") WHERE state = 'declared';--> statement-breakpoint
CREATE INDEX "tickets_answered" ON "tickets" USING btree ("updated_at","id") WHERE state = 'waiting_user';--> statement-breakpoint
CREATE INDEX "tickets_done" ON "tickets" USING btree ("updated_at","id") WHERE state in ('resolved', 'closed');--> statement-breakpoint
CREATE INDEX "reports_of_messages_waiting" ON "thread_reports" USING btree ("id") WHERE not closed;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "removed_is_deleted" CHECK ("thread_messages"."removed_reason" is null or "thread_messages"."deleted_at" is not null);
--> statement-breakpoint
-- Written by hand from here.
CREATE FUNCTION refuse_change_of_staff_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what staff did is not rewritten';
END $$;--> statement-breakpoint
CREATE TRIGGER staff_log_stays BEFORE UPDATE OR DELETE ON staff_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_staff_log();--> statement-breakpoint
CREATE TRIGGER staff_log_stays_whole BEFORE TRUNCATE ON staff_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_staff_log();
