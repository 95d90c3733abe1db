CREATE TABLE "event_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"project_id" bigint,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"format" text NOT NULL,
	"bytes" integer NOT NULL,
	"title" text NOT NULL,
	"stored_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_documents_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "event_documents" ADD CONSTRAINT "event_documents_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_documents" ADD CONSTRAINT "event_documents_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_documents" ADD CONSTRAINT "event_documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_documents_event_id_index" ON "event_documents" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "documents_of_project" ON "event_documents" USING btree ("project_id") WHERE project_id is not null;--> statement-breakpoint
CREATE INDEX "documents_of_person" ON "event_documents" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "documents_not_stored" ON "event_documents" USING btree ("created_at") WHERE stored_at is null;