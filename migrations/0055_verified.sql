CREATE TABLE "promises" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promises_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"contract_id" bigint,
	"kept" boolean NOT NULL,
	"settled_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "one_promise_a_contract" UNIQUE("contract_id")
);
--> statement-breakpoint
CREATE TABLE "profile_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "profile_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"reported_at" timestamp(3) with time zone NOT NULL,
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "one_profile_report_a_person" UNIQUE("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"request_id" bigint,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"answered_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "one_reply_a_request" UNIQUE("request_id")
);
--> statement-breakpoint
CREATE TABLE "identity_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"name" text NOT NULL,
	"consent_version" integer NOT NULL,
	"reason" text,
	"decided_by" text,
	"decided_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "refused_for_a_reason" CHECK (("identity_checks"."state" = 'refused') = ("identity_checks"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "identity_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"check_id" bigint,
	"key" text NOT NULL,
	"format" text NOT NULL,
	"bytes" integer NOT NULL,
	"stored_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "phone_codes" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verified_phones" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"verified_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "one_phone_one_account" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "music_projects" ADD COLUMN "promises" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "music_projects" ADD COLUMN "replies" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "music_projects" ADD COLUMN "hidden_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "music_projects" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "music_projects" ADD COLUMN "hidden_by" text;--> statement-breakpoint
ALTER TABLE "promises" ADD CONSTRAINT "promises_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promises" ADD CONSTRAINT "promises_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_reports" ADD CONSTRAINT "profile_reports_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_reports" ADD CONSTRAINT "profile_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replies" ADD CONSTRAINT "replies_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replies" ADD CONSTRAINT "replies_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_files" ADD CONSTRAINT "identity_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_files" ADD CONSTRAINT "identity_files_check_id_identity_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."identity_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_phones" ADD CONSTRAINT "verified_phones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "settled_promises" ON "promises" USING btree ("project_id","kept");--> statement-breakpoint
CREATE INDEX "open_profile_reports" ON "profile_reports" USING btree ("id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "profile_reports_user_id_index" ON "profile_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "replies_of_project" ON "replies" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "replies_by_age" ON "replies" USING btree ("answered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_pending_check" ON "identity_checks" USING btree ("user_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "checks_of_person" ON "identity_checks" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "checks_to_decide" ON "identity_checks" USING btree ("sent_at","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "identity_files_of_person" ON "identity_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_files_of_check" ON "identity_files" USING btree ("check_id");--> statement-breakpoint
CREATE INDEX "identity_files_unsent" ON "identity_files" USING btree ("created_at") WHERE check_id is null;--> statement-breakpoint
ALTER TABLE "music_projects" ADD CONSTRAINT "projects_hidden_for_a_reason" CHECK (("music_projects"."hidden_at" is null) = ("music_projects"."hidden_reason" is null));--> statement-breakpoint
-- ===== Written by hand. =====
-- What was checked of somebody, and in which month: of their e-mail, their phone, and an identity document in the name that they have
-- now. Null for an account that is deleted.
CREATE FUNCTION checks_of(person bigint) RETURNS json LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT json_build_object(
    'email_at', to_char(u.verified_at AT TIME ZONE 'UTC', 'YYYY-MM"-01T00:00:00.000Z"'),
    'phone_at', (SELECT to_char(v.verified_at AT TIME ZONE 'UTC', 'YYYY-MM"-01T00:00:00.000Z"')
      FROM verified_phones v WHERE v.user_id = u.id),
    'identity_at', (SELECT to_char(max(c.decided_at) AT TIME ZONE 'UTC', 'YYYY-MM"-01T00:00:00.000Z"')
      FROM identity_checks c WHERE c.user_id = u.id AND c.state = 'accepted' AND c.name = u.name))
    FROM users u WHERE u.id = person AND u.deleted_at IS NULL);
--> statement-breakpoint
-- A number that isn't theirs any more proves nothing. With other spaces it is the same.
CREATE FUNCTION keep_verified_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM verified_phones v WHERE v.user_id = NEW.id
    AND regexp_replace(coalesce(NEW.phone, ''), '[^0-9]', '', 'g') <> regexp_replace(v.number, '[^0-9]', '', 'g');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_verified_phone AFTER UPDATE OF phone ON users FOR EACH ROW
  WHEN (OLD.phone IS DISTINCT FROM NEW.phone) EXECUTE FUNCTION keep_verified_phone();
--> statement-breakpoint
-- Writes what is known of these projects anew, of the rows: promises kept of those made, and the median of the answers'
-- minutes. Who comes second waits, and then counts what the first has written. (A test compares it with the formula.)
CREATE FUNCTION refresh_records(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  PERFORM 1 FROM music_projects WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE music_projects p SET gigs_played = said.kept, promises = said.made, reliability = said.share,
    replies = said.times, reply_minutes = said.median
  FROM (
    SELECT one.id, kept.kept, kept.made,
      CASE WHEN kept.made = 0 THEN 1 ELSE round(kept.kept::numeric / kept.made, 4)::real END AS share, answered.times,
      CASE WHEN answered.times > 0 THEN greatest(1, floor(answered.median / 60000 + 0.5))::integer END AS median
    FROM (SELECT DISTINCT unnest(ids) AS id) one
    CROSS JOIN LATERAL (SELECT count(*)::integer AS made, (count(*) FILTER (WHERE r.kept))::integer AS kept
      FROM promises r WHERE r.project_id = one.id) kept
    CROSS JOIN LATERAL (SELECT count(*)::integer AS times, percentile_cont(0.5) WITHIN GROUP (
        ORDER BY (extract(epoch FROM r.answered_at - r.asked_at) * 1000)::float8) AS median
      FROM replies r WHERE r.project_id = one.id) answered) said
  WHERE p.id = said.id AND (p.gigs_played, p.promises, p.reliability, p.replies, p.reply_minutes)
    IS DISTINCT FROM (said.kept, said.made, said.share, said.times, said.median);
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_records(ARRAY(SELECT DISTINCT project_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_records_on_insert AFTER INSERT ON promises REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_records();
--> statement-breakpoint
CREATE TRIGGER keep_records_on_update AFTER UPDATE ON promises REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_records();
--> statement-breakpoint
CREATE TRIGGER keep_records_on_delete AFTER DELETE ON promises REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_records();
--> statement-breakpoint
CREATE TRIGGER keep_records_on_insert AFTER INSERT ON replies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_records();
--> statement-breakpoint
CREATE TRIGGER keep_records_on_update AFTER UPDATE ON replies REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_records();
--> statement-breakpoint
CREATE TRIGGER keep_records_on_delete AFTER DELETE ON replies REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_records();
--> statement-breakpoint
-- Both signed it: at its end they played, or they withdrew or didn't come. What ends otherwise is nobody's broken word.
CREATE FUNCTION keep_promise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO promises (project_id, contract_id, kept, settled_at)
    VALUES (NEW.project_id, NEW.id, NEW.state = 'completed', NEW.ended_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_promise AFTER UPDATE OF state ON contracts FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (NEW.state = 'completed' OR (NEW.state = 'voided' AND NEW.artist_left)))
  EXECUTE FUNCTION keep_promise();
--> statement-breakpoint
CREATE FUNCTION keep_reply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO replies (project_id, request_id, asked_at, answered_at)
    VALUES (NEW.project_id, NEW.id, NEW.sent_at, NEW.answered_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_reply AFTER UPDATE OF status ON requests FOR EACH ROW
  WHEN (OLD.status = 'asked' AND NEW.status IN ('available', 'unavailable')) EXECUTE FUNCTION keep_reply();
--> statement-breakpoint
-- Points are for promises that were made, also those that weren't kept.
DROP FUNCTION record_points(real, integer, real, integer, integer);
--> statement-breakpoint
CREATE FUNCTION record_points(rating real, rating_count integer, reliability real, promises integer,
    reply_minutes integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (floor(greatest(0, least(1, coalesce(rating::text::float8, 4.3::float8) - 3.8::float8)) * 25 + 0.5)
    + CASE WHEN promises < 3 THEN 3
      ELSE floor(greatest(0, least(1, (reliability::text::float8 - 0.8::float8) / 0.2::float8)) * 6 + 0.5) END
    + CASE WHEN reply_minutes IS NULL THEN 3
      ELSE floor(greatest(0, least(6, 6 - ln(greatest(1, reply_minutes / 30.0::float8)) / ln(2::float8))) + 0.5) END)::integer;
--> statement-breakpoint
-- Word for word the functions that there are (0014_search_by_place.sql, 0024_offers_by_place.sql), but for that, and for
-- projects that staff hides: nobody finds them.
DO $$
DECLARE
  offers text := pg_get_functiondef('offers_of(bigint[])'::regprocedure);
  found text := pg_get_functiondef('refresh_found(bigint[])'::regprocedure);
  counted text := replace(offers, 'p.reliability, p.gigs_played, p.reply_minutes', 'p.reliability, p.promises, p.reply_minutes');
  shown text := replace(found, 'p.status = ''active''', 'p.status = ''active'' AND p.hidden_at IS NULL');
BEGIN
  IF counted = offers OR shown = found THEN RAISE EXCEPTION 'offers_of or refresh_found is written in another way'; END IF;
  EXECUTE counted;
  EXECUTE shown;
END $$;
--> statement-breakpoint
-- What there is already. Figures without rows were nobody's.
INSERT INTO promises (project_id, contract_id, kept, settled_at)
  SELECT project_id, id, state = 'completed', coalesce(ended_at, now()) FROM contracts
  WHERE state = 'completed' OR (state = 'voided' AND artist_left);
--> statement-breakpoint
INSERT INTO replies (project_id, request_id, asked_at, answered_at)
  SELECT project_id, id, sent_at, answered_at FROM requests
  WHERE answered_at > now() - interval '90 days' AND status IN ('available', 'unavailable', 'accepted');
--> statement-breakpoint
UPDATE music_projects SET reply_minutes = NULL, replies = 0, gigs_played = 0, promises = 0, reliability = 1;
--> statement-breakpoint
SELECT refresh_records(ARRAY(SELECT project_id FROM promises UNION SELECT project_id FROM replies));
--> statement-breakpoint
SELECT refresh_project_search(ARRAY(SELECT project_id FROM project_search));
