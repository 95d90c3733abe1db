CREATE TABLE "room_peers" (
	"lesson_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"peer" uuid NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "room_peers_lesson_id_user_id_pk" PRIMARY KEY("lesson_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "room_signals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "room_signals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lesson_id" bigint NOT NULL,
	"from_peer" uuid NOT NULL,
	"to_peer" uuid NOT NULL,
	"body" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lesson_settings" ADD COLUMN "room" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "room_peers" ADD CONSTRAINT "room_peers_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_peers" ADD CONSTRAINT "room_peers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_signals" ADD CONSTRAINT "room_signals_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "room_peers_seen" ON "room_peers" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "signals_to_peer" ON "room_signals" USING btree ("lesson_id","to_peer","id");--> statement-breakpoint
CREATE INDEX "signals_at" ON "room_signals" USING btree ("at");