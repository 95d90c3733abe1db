CREATE TABLE "learner_objectives" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "learner_objectives_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"student_id" bigint NOT NULL,
	"title" text NOT NULL,
	"until" date,
	"reached_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "learner_pieces" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "learner_pieces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"student_id" bigint NOT NULL,
	"piece" text NOT NULL,
	"composer" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"tempo_now" smallint,
	"tempo_target" smallint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "piece_tempo" CHECK ("learner_pieces"."tempo_now" between 20 and 400 and "learner_pieces"."tempo_target" between 20 and 400)
);
--> statement-breakpoint
CREATE TABLE "piece_tempos" (
	"piece_id" bigint NOT NULL,
	"day" date NOT NULL,
	"tempo" smallint NOT NULL,
	CONSTRAINT "piece_tempos_piece_id_day_pk" PRIMARY KEY("piece_id","day"),
	CONSTRAINT "tempo_of_piece" CHECK ("piece_tempos"."tempo" between 20 and 400)
);
--> statement-breakpoint
CREATE TABLE "practice_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "practice_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"day" date NOT NULL,
	"minutes" smallint NOT NULL,
	"what" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "practice_takes_minutes" CHECK ("practice_entries"."minutes" between 1 and 600)
);
--> statement-breakpoint
ALTER TABLE "learner_objectives" ADD CONSTRAINT "learner_objectives_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learner_pieces" ADD CONSTRAINT "learner_pieces_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "piece_tempos" ADD CONSTRAINT "piece_tempos_piece_id_learner_pieces_id_fk" FOREIGN KEY ("piece_id") REFERENCES "public"."learner_pieces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_entries" ADD CONSTRAINT "practice_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "objectives_of_student" ON "learner_objectives" USING btree ("student_id","id");--> statement-breakpoint
CREATE INDEX "pieces_of_student" ON "learner_pieces" USING btree ("student_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "practice_noted_once" ON "practice_entries" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "practice_of_student" ON "practice_entries" USING btree ("user_id","day","id");--> statement-breakpoint
-- A day has twenty times of practice at most, and its own 1,440 minutes. Counted after the row is there, one after the
-- other for each student: what is noted at once is seen by who comes second. What was noted under its key already
-- writes no row and isn't counted again.
CREATE FUNCTION practice_day_full() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('practice:' || NEW.user_id, 0));
  IF EXISTS (SELECT FROM practice_entries p WHERE p.user_id = NEW.user_id AND p.day = NEW.day
    HAVING count(*) > 20 OR sum(p.minutes) > 1440) THEN
    RAISE EXCEPTION 'that day has no room for more practice'
      USING ERRCODE = '23514', CONSTRAINT = 'practice_day_full';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER practice_day_full AFTER INSERT OR UPDATE OF day, minutes ON practice_entries
  FOR EACH ROW EXECUTE FUNCTION practice_day_full();
