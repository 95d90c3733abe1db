ALTER TABLE "review_rounds" ALTER COLUMN "event_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "event_type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "review_rounds" ADD COLUMN "lesson_id" bigint;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "instrument" text;--> statement-breakpoint
ALTER TABLE "review_rounds" ADD CONSTRAINT "review_rounds_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_rounds" ADD CONSTRAINT "one_round_of_lesson" UNIQUE("lesson_id");--> statement-breakpoint
ALTER TABLE "review_rounds" ADD CONSTRAINT "round_is_of_one_thing" CHECK (("review_rounds"."event_id" is null) <> ("review_rounds"."lesson_id" is null));--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "review_is_of_one_thing" CHECK (("reviews"."event_type" is null) <> ("reviews"."instrument" is null));