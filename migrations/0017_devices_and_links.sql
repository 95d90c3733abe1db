CREATE TABLE "devices" (
	"user_id" bigint NOT NULL,
	"device_hash" text NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
ALTER TABLE "account_exports" ADD COLUMN "link_session_id" bigint;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD COLUMN "email" "citext";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_hash" text;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_seen_at_index" ON "devices" USING btree ("seen_at");--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_link_session_id_sessions_id_fk" FOREIGN KEY ("link_session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_exports_link_session_id_index" ON "account_exports" USING btree ("link_session_id");