DROP INDEX "one_thread_of_question";--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_series_id_lesson_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."lesson_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_thread_of_series" ON "threads" USING btree ("series_id") WHERE series_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_thread_of_question" ON "threads" USING btree ("hunter_id","project_id") WHERE order_id is null and event_id is null and series_id is null;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "series_is_one_subject" CHECK ("threads"."series_id" is null or ("threads"."order_id" is null and "threads"."event_id" is null));