CREATE TABLE "personal_weeks" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"rules" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "learner_instruments" (
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"since_year" smallint,
	"level" text,
	"place" smallint NOT NULL,
	CONSTRAINT "learner_instruments_user_id_name_pk" PRIMARY KEY("user_id","name")
);
--> statement-breakpoint
CREATE TABLE "lesson_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lesson_id" bigint NOT NULL,
	"step" text NOT NULL,
	"state" text NOT NULL,
	"by" text NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_holidays" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_holidays_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"during" "tstzrange" NOT NULL,
	"exception_id" bigint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_offers" (
	"service_id" bigint PRIMARY KEY NOT NULL,
	"project_id" bigint NOT NULL,
	"instrument" text NOT NULL,
	"level" text NOT NULL,
	"modality" text NOT NULL,
	"languages" text[] NOT NULL,
	"price" bigint,
	"currency" text NOT NULL,
	"minutes" integer NOT NULL,
	"lead_time_days" integer NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"city_key" text,
	"zone" text NOT NULL,
	"week" "int4multirange" NOT NULL,
	"words" "tsvector" NOT NULL,
	"turned_score" double precision NOT NULL,
	"has_trial" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_packages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_packages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"student_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"size" smallint NOT NULL,
	"price" bigint NOT NULL,
	"currency" text NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"pay_by" timestamp(3) with time zone NOT NULL,
	"bought_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"warned_days" smallint,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "package_of_lessons" CHECK ("lesson_packages"."size" in (1, 4, 8, 12) and "lesson_packages"."price" >= 0),
	CONSTRAINT "package_runs_out" CHECK (("lesson_packages"."bought_at" is null) = ("lesson_packages"."expires_at" is null))
);
--> statement-breakpoint
CREATE TABLE "lesson_series" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"student_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"package_id" bigint,
	"kind" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_by_package" CHECK (("lesson_series"."kind" = 'weekly') = ("lesson_series"."package_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "lesson_settings" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"pay_to" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lessons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"series_id" bigint NOT NULL,
	"student_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"teacher_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"package_id" bigint,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"price" bigint NOT NULL,
	"currency" text NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"moved_by" text,
	"due_at" timestamp(3) with time zone,
	"reminded_at" timestamp(3) with time zone,
	"link" text DEFAULT '' NOT NULL,
	"notes_shared" text DEFAULT '' NOT NULL,
	"notes_private" text DEFAULT '' NOT NULL,
	"is_charged" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_takes_time" CHECK ("lessons"."ends_at" > "lessons"."starts_at"),
	CONSTRAINT "lesson_by_package" CHECK (("lessons"."kind" = 'weekly') = ("lessons"."package_id" is not null)),
	CONSTRAINT "lesson_price" CHECK ("lessons"."price" >= 0 and "lessons"."fee" between 0 and "lessons"."price")
);
--> statement-breakpoint
ALTER TABLE "availability_exceptions" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "availability_exceptions" ADD COLUMN "user_id" bigint;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "package_4_price" bigint;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "package_8_price" bigint;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "package_12_price" bigint;--> statement-breakpoint
ALTER TABLE "personal_weeks" ADD CONSTRAINT "personal_weeks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learner_instruments" ADD CONSTRAINT "learner_instruments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_history" ADD CONSTRAINT "lesson_history_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_holidays" ADD CONSTRAINT "lesson_holidays_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_offers" ADD CONSTRAINT "lesson_offers_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_packages" ADD CONSTRAINT "lesson_packages_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_packages" ADD CONSTRAINT "lesson_packages_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_packages" ADD CONSTRAINT "lesson_packages_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_series" ADD CONSTRAINT "lesson_series_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_series" ADD CONSTRAINT "lesson_series_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_series" ADD CONSTRAINT "lesson_series_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_series" ADD CONSTRAINT "lesson_series_package_id_lesson_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."lesson_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_settings" ADD CONSTRAINT "lesson_settings_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_series_id_lesson_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."lesson_series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_package_id_lesson_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."lesson_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_of_lesson" ON "lesson_history" USING btree ("lesson_id","id");--> statement-breakpoint
CREATE INDEX "holidays_of_project" ON "lesson_holidays" USING gist ("project_id","during");--> statement-breakpoint
CREATE INDEX "best_teachers" ON "lesson_offers" USING btree ("turned_score","service_id");--> statement-breakpoint
CREATE INDEX "best_teachers_of" ON "lesson_offers" USING btree ("instrument","turned_score","service_id");--> statement-breakpoint
CREATE INDEX "teachers_by_zone" ON "lesson_offers" USING btree ("zone");--> statement-breakpoint
CREATE INDEX "offers_of_teacher" ON "lesson_offers" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "lesson_offers_words_index" ON "lesson_offers" USING gin ("words");--> statement-breakpoint
CREATE INDEX "packages_of_student" ON "lesson_packages" USING btree ("student_id","id");--> statement-breakpoint
CREATE INDEX "packages_of_project" ON "lesson_packages" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "packages_to_expire" ON "lesson_packages" USING btree ("expires_at") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "packages_to_pay" ON "lesson_packages" USING btree ("pay_by") WHERE state = 'ordered';--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_order" ON "lesson_packages" USING btree ("student_id","service_id") WHERE state = 'ordered';--> statement-breakpoint
CREATE INDEX "series_of_student" ON "lesson_series" USING btree ("student_id","id");--> statement-breakpoint
CREATE INDEX "series_of_project" ON "lesson_series" USING btree ("project_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_trial_a_teacher" ON "lessons" USING btree ("student_id","project_id") WHERE kind = 'trial' and state not in ('declined', 'lapsed', 'cancelled_by_teacher', 'no_show_teacher');--> statement-breakpoint
CREATE INDEX "lessons_of_student" ON "lessons" USING btree ("student_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "lessons_of_project" ON "lessons" USING btree ("project_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "lessons_of_series" ON "lessons" USING btree ("series_id","id");--> statement-breakpoint
CREATE INDEX "lessons_of_package" ON "lessons" USING btree ("package_id","id");--> statement-breakpoint
CREATE INDEX "lessons_due" ON "lessons" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "lessons_to_hold" ON "lessons" USING btree ("ends_at") WHERE state in ('scheduled', 'rescheduled');--> statement-breakpoint
CREATE INDEX "lessons_to_remind" ON "lessons" USING btree ("starts_at") WHERE state in ('scheduled', 'rescheduled') and reminded_at is null;--> statement-breakpoint
ALTER TABLE "availability_exceptions" ADD CONSTRAINT "availability_exceptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exceptions_of_person" ON "availability_exceptions" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
ALTER TABLE "availability_exceptions" ADD CONSTRAINT "exception_of_somebody" CHECK (("availability_exceptions"."project_id" is null) <> ("availability_exceptions"."user_id" is null));--> statement-breakpoint
-- What happened to a lesson stays: its history is only written, and goes only with the lesson itself.
CREATE FUNCTION lesson_history_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'lesson_history is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER lesson_history_is_kept BEFORE UPDATE OR DELETE ON lesson_history
  FOR EACH ROW EXECUTE FUNCTION lesson_history_is_kept();
--> statement-breakpoint
-- Credits of a package never go below nothing, whoever posts them.
CREATE FUNCTION credits_are_there() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.currency = 'LESSON' AND NEW.amount < 0 AND EXISTS (
    SELECT FROM ledger_accounts a WHERE a.id = NEW.account_id AND a.owner_kind = 'package' AND a.kind <> 'given'
      AND (SELECT sum(p.amount) FROM ledger_postings p WHERE p.account_id = a.id) < 0) THEN
    RAISE EXCEPTION 'a package has no such credit left' USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credits_are_there AFTER INSERT ON ledger_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.currency = 'LESSON') EXECUTE FUNCTION credits_are_there();
--> statement-breakpoint
-- Writes what the search for a teacher sees of these projects anew; most have no lessons, and cost a look at an index.
-- By index always, and the status no plain column, for the reasons that refresh_project_search gives.
CREATE FUNCTION refresh_lesson_offers(ids bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  DELETE FROM lesson_offers o WHERE o.project_id = ANY (ids) AND NOT EXISTS (
    SELECT 1 FROM services s JOIN music_projects p ON p.id = s.project_id
    WHERE s.id = o.service_id AND s.status || '' = 'active' AND s.category = 'MUSIC_LEARNING'
      AND s.instrument IS NOT NULL AND p.status = 'active' AND p.hidden_at IS NULL AND p.project_type = 'INDIVIDUAL');
  INSERT INTO lesson_offers (service_id, project_id, instrument, level, modality, languages, price, currency, minutes,
    lead_time_days, lat, lng, city_key, zone, week, words, turned_score, has_trial)
  SELECT s.id, p.id, s.instrument, coalesce(s.level, 'any'), coalesce(s.modality, 'both'), s.languages,
    CASE WHEN s.price_mode = 'on_request' THEN NULL
      WHEN s.price_mode = 'per_hour' THEN ceil(s.price * coalesce(s.lesson_minutes, 60) / 60.0)::bigint ELSE s.price END,
    s.currency, coalesce(s.lesson_minutes, 60), s.lead_time_days, p.lat, p.lng, lower(unaccented(p.city)),
    coalesce(a.zone, p.zone), coalesce(a.week, '{}'),
    setweight(to_tsvector('spanish_unaccent', coalesce(p.name, '')), 'A')
      || setweight(to_tsvector('spanish_unaccent', concat_ws(' ', words_of_term(s.instrument), p.city)), 'B')
      || setweight(to_tsvector('spanish_unaccent', s.title), 'C')
      || setweight(to_tsvector('spanish_unaccent', s.description), 'D'),
    -(60 * (coalesce(p.rating, 0) * p.rating_count + 4.0 * 6) / (p.rating_count + 6) / 5 + 20 * p.reliability
      + (CASE WHEN p.profile_image IS NULL THEN 0 ELSE 5 END) + 5 * least(char_length(p.bio), 240) / 240.0),
    s.trial_price IS NOT NULL
  FROM services s JOIN music_projects p ON p.id = s.project_id
    LEFT JOIN availability_settings a ON a.project_id = p.id
  WHERE s.project_id = ANY (ids) AND s.category = 'MUSIC_LEARNING' AND s.status || '' = 'active'
    AND s.instrument IS NOT NULL AND p.status = 'active' AND p.hidden_at IS NULL AND p.project_type = 'INDIVIDUAL'
  ON CONFLICT (service_id) DO UPDATE SET instrument = excluded.instrument, level = excluded.level,
    modality = excluded.modality, languages = excluded.languages, price = excluded.price, currency = excluded.currency,
    minutes = excluded.minutes, lead_time_days = excluded.lead_time_days, lat = excluded.lat, lng = excluded.lng,
    city_key = excluded.city_key, zone = excluded.zone, week = excluded.week, words = excluded.words,
    turned_score = excluded.turned_score, has_trial = excluded.has_trial;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_offers_of_projects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_lesson_offers(ARRAY(SELECT id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_offers_of_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_lesson_offers(ARRAY(SELECT DISTINCT project_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_offers AFTER UPDATE ON music_projects REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_offers_of_projects();
--> statement-breakpoint
CREATE TRIGGER keep_offers_on_insert AFTER INSERT ON services REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_offers_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_offers_on_update AFTER UPDATE ON services REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_offers_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_offers_on_insert AFTER INSERT ON availability_settings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_offers_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_offers_on_update AFTER UPDATE ON availability_settings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_offers_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_offers_on_delete AFTER DELETE ON availability_settings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_offers_of_parts();
--> statement-breakpoint
-- The lessons that are offered already.
SELECT refresh_lesson_offers(ARRAY(SELECT DISTINCT project_id FROM services WHERE category = 'MUSIC_LEARNING'));
