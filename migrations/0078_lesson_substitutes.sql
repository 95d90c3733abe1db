CREATE TABLE "lesson_substitute_lessons" (
	"substitute_id" bigint NOT NULL,
	"lesson_id" bigint NOT NULL,
	"notes_private" text DEFAULT '' NOT NULL,
	CONSTRAINT "lesson_substitute_lessons_substitute_id_lesson_id_pk" PRIMARY KEY("substitute_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "lesson_substitutes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_substitutes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"student_id" bigint NOT NULL,
	"series_id" bigint NOT NULL,
	"from_project_id" bigint NOT NULL,
	"from_user_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"reply_by" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "substitute_is_another" CHECK ("lesson_substitutes"."user_id" <> "lesson_substitutes"."from_user_id" and "lesson_substitutes"."user_id" <> "lesson_substitutes"."student_id"),
	CONSTRAINT "substitute_ended" CHECK (("lesson_substitutes"."state" in ('asked', 'offered')) = ("lesson_substitutes"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "handed_over_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "lesson_substitute_lessons" ADD CONSTRAINT "lesson_substitute_lessons_substitute_id_lesson_substitutes_id_fk" FOREIGN KEY ("substitute_id") REFERENCES "public"."lesson_substitutes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_substitute_lessons" ADD CONSTRAINT "lesson_substitute_lessons_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_substitutes" ADD CONSTRAINT "lesson_substitutes_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_substitutes" ADD CONSTRAINT "lesson_substitutes_series_id_lesson_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."lesson_series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_substitutes" ADD CONSTRAINT "lesson_substitutes_from_project_id_music_projects_id_fk" FOREIGN KEY ("from_project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_substitutes" ADD CONSTRAINT "lesson_substitutes_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_substitutes" ADD CONSTRAINT "lesson_substitutes_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_substitutes" ADD CONSTRAINT "lesson_substitutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_substitutes" ADD CONSTRAINT "lesson_substitutes_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "substitutes_of_lesson" ON "lesson_substitute_lessons" USING btree ("lesson_id","substitute_id");--> statement-breakpoint
CREATE INDEX "substitutes_of_series" ON "lesson_substitutes" USING btree ("series_id","id");--> statement-breakpoint
CREATE INDEX "substitutes_of_student" ON "lesson_substitutes" USING btree ("student_id","id");--> statement-breakpoint
CREATE INDEX "substitutes_of_teacher" ON "lesson_substitutes" USING btree ("from_user_id","id");--> statement-breakpoint
CREATE INDEX "substitutes_asked" ON "lesson_substitutes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "substitutes_of_project" ON "lesson_substitutes" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "substitutes_from_project" ON "lesson_substitutes" USING btree ("from_project_id","id");--> statement-breakpoint
CREATE INDEX "substitutes_of_lesson_service" ON "lesson_substitutes" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "substitutes_unanswered" ON "lesson_substitutes" USING btree ("reply_by") WHERE state in ('asked', 'offered');