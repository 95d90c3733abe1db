CREATE TABLE "lesson_scores" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_scores_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lesson_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"bytes" integer NOT NULL,
	"name" text NOT NULL,
	"stored_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_scores_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "lesson_scores" ADD CONSTRAINT "lesson_scores_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_scores" ADD CONSTRAINT "lesson_scores_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scores_of_lesson" ON "lesson_scores" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "scores_of_person" ON "lesson_scores" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "scores_not_stored" ON "lesson_scores" USING btree ("created_at") WHERE stored_at is null;