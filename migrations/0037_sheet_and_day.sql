CREATE TABLE "artist_facts" (
	"event_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"facts" jsonb NOT NULL,
	"version" integer NOT NULL,
	"edited_at" timestamp(3) with time zone NOT NULL,
	"edited_by" bigint NOT NULL,
	CONSTRAINT "artist_facts_event_id_project_id_pk" PRIMARY KEY("event_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "day_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "day_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"project_id" bigint,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"minutes" smallint,
	"problem" text DEFAULT '' NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"call_at" timestamp(3) with time zone,
	"told" boolean DEFAULT false NOT NULL,
	"undone_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "host_facts" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"version" integer NOT NULL,
	"edited_at" timestamp(3) with time zone NOT NULL,
	"edited_by" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "gig_reminder" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "artist_facts" ADD CONSTRAINT "artist_facts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artist_facts" ADD CONSTRAINT "artist_facts_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artist_facts" ADD CONSTRAINT "artist_facts_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_reports" ADD CONSTRAINT "day_reports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_reports" ADD CONSTRAINT "day_reports_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_reports" ADD CONSTRAINT "day_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_facts" ADD CONSTRAINT "host_facts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_facts" ADD CONSTRAINT "host_facts_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_reports_event_id_at_index" ON "day_reports" USING btree ("event_id","at");