CREATE TABLE "event_substitutes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_substitutes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"place_id" bigint NOT NULL,
	"substitute_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"proposed_at" timestamp(3) with time zone NOT NULL,
	"reply_by" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "busy_times" ADD COLUMN "in_place_of" bigint;--> statement-breakpoint
ALTER TABLE "event_substitutes" ADD CONSTRAINT "event_substitutes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_substitutes" ADD CONSTRAINT "event_substitutes_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_substitutes" ADD CONSTRAINT "event_substitutes_member_id_project_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."project_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_substitutes" ADD CONSTRAINT "event_substitutes_place_id_project_members_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."project_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_substitutes" ADD CONSTRAINT "event_substitutes_substitute_id_project_members_id_fk" FOREIGN KEY ("substitute_id") REFERENCES "public"."project_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_substitutes" ADD CONSTRAINT "event_substitutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_for_member" ON "event_substitutes" USING btree ("event_id","member_id") WHERE state = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_as_substitute" ON "event_substitutes" USING btree ("event_id","substitute_id") WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX "substitutes_to_answer" ON "event_substitutes" USING btree ("reply_by") WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX "event_substitutes_event_id_index" ON "event_substitutes" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_substitutes_project_id_index" ON "event_substitutes" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "substitutes_of_member" ON "event_substitutes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "substitutes_of_place" ON "event_substitutes" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "substitutes_of_substitute" ON "event_substitutes" USING btree ("substitute_id");--> statement-breakpoint
CREATE INDEX "substitutes_proposed_by" ON "event_substitutes" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_in_place_of_project_members_id_fk" FOREIGN KEY ("in_place_of") REFERENCES "public"."project_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promised_in_place" ON "busy_times" USING btree ("in_place_of") WHERE in_place_of is not null;