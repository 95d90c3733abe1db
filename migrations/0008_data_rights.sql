DROP INDEX "account_exports_user_id_index";--> statement-breakpoint
ALTER TABLE "account_exports" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "account_exports" ADD COLUMN "bytes" bigint;--> statement-breakpoint
ALTER TABLE "account_exports" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "account_exports" ADD COLUMN "link_expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "account_exports" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "account_exports_user_id_id_index" ON "account_exports" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_running_export" ON "account_exports" USING btree ("user_id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "users_to_delete" ON "users" USING btree ("delete_at") WHERE delete_at is not null;--> statement-breakpoint
ALTER TABLE "account_exports" DROP COLUMN "file";--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_link_hash_unique" UNIQUE("link_hash");