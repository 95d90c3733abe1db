CREATE TABLE "project_media" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"picture" text,
	"width" integer,
	"height" integer,
	"key" text,
	"secret" text,
	"format" text,
	"bytes" integer,
	"seconds" real,
	"levels" jsonb,
	"analysed_at" timestamp(3) with time zone,
	"stored_at" timestamp(3) with time zone,
	"provider" text,
	"ref" text,
	"is_resting" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_media_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "project_songs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_songs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"artist" text NOT NULL,
	CONSTRAINT "project_songs_project_id_position_unique" UNIQUE("project_id","position")
);
--> statement-breakpoint
CREATE TABLE "project_stages" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"needs" text DEFAULT '' NOT NULL,
	"rider" text DEFAULT '' NOT NULL,
	"rider_key" text,
	"rider_name" text,
	"rider_bytes" integer,
	"rider_stored_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "music_projects" ADD COLUMN "has_sound" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "project_media" ADD CONSTRAINT "project_media_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_media" ADD CONSTRAINT "project_media_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_songs" ADD CONSTRAINT "project_songs_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_stages" ADD CONSTRAINT "project_stages_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_media_project_id_kind_position_index" ON "project_media" USING btree ("project_id","kind","position");--> statement-breakpoint
CREATE INDEX "project_media_user_id_analysed_at_index" ON "project_media" USING btree ("user_id","analysed_at");