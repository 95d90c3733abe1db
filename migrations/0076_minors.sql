CREATE TABLE "minors" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"birth_date" date NOT NULL,
	"adult_on" date NOT NULL,
	"guardian_email" "citext" NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"guardian_name" text,
	"guardian_ip" text,
	"confirmed_at" timestamp(3) with time zone,
	"refused_at" timestamp(3) with time zone,
	CONSTRAINT "guardian_says_one_thing" CHECK ("minors"."confirmed_at" is null or "minors"."refused_at" is null),
	CONSTRAINT "guardian_has_a_name" CHECK ("minors"."confirmed_at" is null or "minors"."guardian_name" is not null)
);
--> statement-breakpoint
CREATE TABLE "thread_copies" (
	"thread_id" bigint PRIMARY KEY NOT NULL,
	"copied_seq" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "lesson_id" bigint;--> statement-breakpoint
ALTER TABLE "minors" ADD CONSTRAINT "minors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_copies" ADD CONSTRAINT "thread_copies_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "minors_by_adult_on" ON "minors" USING btree ("adult_on");--> statement-breakpoint
CREATE INDEX "minors_not_open" ON "minors" USING btree ("asked_at") WHERE confirmed_at is null;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "qualified_by_one_thing" CHECK ("referrals"."contract_id" is null or "referrals"."lesson_id" is null);