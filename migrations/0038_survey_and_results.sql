CREATE TABLE "host_surveys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "host_surveys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"nps" smallint,
	"satisfaction" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"actual" double precision,
	"declared" bigint,
	"punctuality" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"nudges" smallint DEFAULT 0 NOT NULL,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "one_host_survey" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "musician_surveys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "musician_surveys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"mark" smallint,
	"as_agreed" boolean,
	"comment" text DEFAULT '' NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"nudges" smallint DEFAULT 0 NOT NULL,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "one_musician_survey" UNIQUE("event_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "host_surveys" ADD CONSTRAINT "host_surveys_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "musician_surveys" ADD CONSTRAINT "musician_surveys_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "musician_surveys" ADD CONSTRAINT "musician_surveys_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hosts_to_nudge" ON "host_surveys" USING btree ("asked_at") WHERE sent_at is null and nudges < 2;--> statement-breakpoint
CREATE INDEX "surveys_of_project" ON "musician_surveys" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "musicians_to_nudge" ON "musician_surveys" USING btree ("asked_at") WHERE sent_at is null and nudges < 2;--> statement-breakpoint
-- Events that were delivered before are asked about too, without reminding anybody of an old evening.
INSERT INTO "host_surveys" ("event_id", "asked_at", "nudges")
SELECT "id", coalesce("ended_at", "ends_at" + interval '24 hours'), 2 FROM "events" WHERE "state" = 'delivered' ORDER BY "id";--> statement-breakpoint
INSERT INTO "musician_surveys" ("event_id", "project_id", "asked_at", "nudges")
SELECT DISTINCT "e"."id", "p"."project_id", coalesce("e"."ended_at", "e"."ends_at" + interval '24 hours'), 2
FROM "events" "e" JOIN "event_performers" "p" ON "p"."event_id" = "e"."id" WHERE "e"."state" = 'delivered' ORDER BY 1, 2;
