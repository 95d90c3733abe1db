DROP INDEX "one_open_order";--> statement-breakpoint
CREATE INDEX "lessons_of_teacher" ON "lessons" USING btree ("teacher_id","starts_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_order" ON "lesson_packages" USING btree ("student_id","service_id") WHERE state = 'ordered' and price > 0;