DROP INDEX "notifications_of_user";--> statement-breakpoint
DROP INDEX "notifications_of_type";--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_of_type" ON "notifications" USING btree ("user_id","type","id");