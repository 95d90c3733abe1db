CREATE TABLE "lesson_recordings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_recordings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lesson_id" bigint NOT NULL,
	"state" text NOT NULL,
	"asked_by" bigint NOT NULL,
	"asked_peer" uuid NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"answered_by" bigint,
	"answered_at" timestamp(3) with time zone,
	"stopped_at" timestamp(3) with time zone,
	"key" text,
	"format" text,
	"bytes" integer,
	"seconds" real,
	"sent_at" timestamp(3) with time zone,
	"kept_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"removed_by" bigint,
	"removed_at" timestamp(3) with time zone,
	CONSTRAINT "lesson_recordings_key_unique" UNIQUE("key"),
	CONSTRAINT "recorded_by_consent" CHECK (("lesson_recordings"."state" in ('asked', 'refused', 'withdrawn') and "lesson_recordings"."key" is null)
        or ("lesson_recordings"."answered_at" is not null and "lesson_recordings"."answered_by" is not null and "lesson_recordings"."answered_by" <> "lesson_recordings"."asked_by")),
	CONSTRAINT "kept_until_it_expires" CHECK (("lesson_recordings"."state" = 'kept') = ("lesson_recordings"."kept_at" is not null and "lesson_recordings"."removed_at" is null)
        and ("lesson_recordings"."state" <> 'kept' or ("lesson_recordings"."key" is not null and "lesson_recordings"."expires_at" is not null)))
);
--> statement-breakpoint
ALTER TABLE "lesson_recordings" ADD CONSTRAINT "lesson_recordings_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_recordings" ADD CONSTRAINT "lesson_recordings_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_recordings" ADD CONSTRAINT "lesson_recordings_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_recordings" ADD CONSTRAINT "lesson_recordings_removed_by_users_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_recording_at_a_time" ON "lesson_recordings" USING btree ("lesson_id") WHERE state in ('asked', 'agreed');--> statement-breakpoint
CREATE INDEX "recordings_of_lesson" ON "lesson_recordings" USING btree ("lesson_id","id");--> statement-breakpoint
CREATE INDEX "recordings_to_expire" ON "lesson_recordings" USING btree ("expires_at") WHERE state = 'kept';--> statement-breakpoint
CREATE INDEX "recordings_not_kept" ON "lesson_recordings" USING btree ("sent_at") WHERE key is not null and kept_at is null;