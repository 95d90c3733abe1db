CREATE TABLE "accepted_risks" (
	"event_id" bigint NOT NULL,
	"slot_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"accepted_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "accepted_risks_event_id_slot_id_pk" PRIMARY KEY("event_id","slot_id")
);
--> statement-breakpoint
CREATE TABLE "event_backups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"slot_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"price" bigint NOT NULL,
	"fit" smallint NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp(3) with time zone,
	"reply_by" timestamp(3) with time zone,
	"answered_at" timestamp(3) with time zone,
	CONSTRAINT "event_backups_event_id_slot_id_project_id_unique" UNIQUE("event_id","slot_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "backups_ranked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "accepted_risks" ADD CONSTRAINT "accepted_risks_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accepted_risks" ADD CONSTRAINT "accepted_risks_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accepted_risks" ADD CONSTRAINT "accepted_risks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_backups" ADD CONSTRAINT "event_backups_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_backups" ADD CONSTRAINT "event_backups_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_backups" ADD CONSTRAINT "event_backups_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_backups" ADD CONSTRAINT "event_backups_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backups_of_project" ON "event_backups" USING btree ("project_id","state");--> statement-breakpoint
CREATE INDEX "backups_that_count" ON "event_backups" USING btree ("reply_by") WHERE state in ('asked', 'standing');