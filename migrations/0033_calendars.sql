CREATE TABLE "imported_times" (
	"project_id" bigint NOT NULL,
	"during" "tstzrange" NOT NULL,
	"subject" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_entries" (
	"key" text PRIMARY KEY NOT NULL,
	"sha" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"project_id" bigint,
	"key" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_key_unique" UNIQUE("key"),
	CONSTRAINT "calendar_feeds_user_id_project_id_unique" UNIQUE NULLS NOT DISTINCT("user_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_sources" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"next_at" timestamp(3) with time zone NOT NULL,
	"queued_at" timestamp(3) with time zone,
	"tried_at" timestamp(3) with time zone,
	"read_at" timestamp(3) with time zone,
	"failure" text,
	"times" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"cut" boolean DEFAULT false NOT NULL,
	"sha" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_sources_project_id_url_unique" UNIQUE("project_id","url")
);
--> statement-breakpoint
ALTER TABLE "imported_times" ADD CONSTRAINT "imported_times_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_sources" ADD CONSTRAINT "calendar_sources_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_to_project" ON "imported_times" USING gist ("project_id","during");--> statement-breakpoint
CREATE INDEX "imported_times_subject_index" ON "imported_times" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "calendar_entries_changed_at_index" ON "calendar_entries" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "calendar_sources_next_at_index" ON "calendar_sources" USING btree ("next_at");