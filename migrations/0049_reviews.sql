CREATE TABLE "review_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"review_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"reported_at" timestamp(3) with time zone NOT NULL,
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "one_report_a_person" UNIQUE("review_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "review_rounds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_rounds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"hunter_id" bigint NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"closes_at" timestamp(3) with time zone NOT NULL,
	"reminded_at" timestamp(3) with time zone,
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "one_review_round" UNIQUE("event_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"round_id" bigint,
	"side" text NOT NULL,
	"project_id" bigint NOT NULL,
	"hunter_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"satisfaction" smallint NOT NULL,
	"professionalism" smallint NOT NULL,
	"communication" smallint NOT NULL,
	"punctuality" smallint NOT NULL,
	"mark" real GENERATED ALWAYS AS (((satisfaction + professionalism + communication + punctuality) / 4.0)::real) STORED NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"event_type" text NOT NULL,
	"city" text,
	"played_on" date NOT NULL,
	"written_at" timestamp(3) with time zone NOT NULL,
	"edited_at" timestamp(3) with time zone,
	"revealed_at" timestamp(3) with time zone,
	"answer" text,
	"answered_by" bigint,
	"answered_at" timestamp(3) with time zone,
	"hidden_at" timestamp(3) with time zone,
	"hidden_reason" text,
	"hidden_by" text,
	CONSTRAINT "one_review_a_side" UNIQUE("round_id","side"),
	CONSTRAINT "marks_one_to_five" CHECK ("reviews"."satisfaction" between 1 and 5 and "reviews"."professionalism" between 1 and 5
        and "reviews"."communication" between 1 and 5 and "reviews"."punctuality" between 1 and 5),
	CONSTRAINT "answered_once_read" CHECK ("reviews"."answer" is null or "reviews"."revealed_at" is not null),
	CONSTRAINT "hidden_for_a_reason" CHECK (("reviews"."hidden_at" is null) = ("reviews"."hidden_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_rounds" ADD CONSTRAINT "review_rounds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_rounds" ADD CONSTRAINT "review_rounds_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_rounds" ADD CONSTRAINT "review_rounds_hunter_id_users_id_fk" FOREIGN KEY ("hunter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_round_id_review_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."review_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_hunter_id_users_id_fk" FOREIGN KEY ("hunter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_reports" ON "review_reports" USING btree ("id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "review_reports_user_id_index" ON "review_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rounds_of_project" ON "review_rounds" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "rounds_of_hunter" ON "review_rounds" USING btree ("hunter_id","id");--> statement-breakpoint
CREATE INDEX "open_rounds" ON "review_rounds" USING btree ("closes_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "reviews_of_project" ON "reviews" USING btree ("project_id","revealed_at","id","mark") WHERE side = 'hunter';--> statement-breakpoint
CREATE INDEX "reviews_of_hunter" ON "reviews" USING btree ("hunter_id","revealed_at","id") WHERE side = 'artist';--> statement-breakpoint
CREATE INDEX "reviews_by" ON "reviews" USING btree ("author_id");--> statement-breakpoint
-- ===== Written by hand: ratings are computed of the rows, here and nowhere else. =====
-- Writes rating and count of these projects anew, of what is revealed and not hidden: the Bayesian mean with 4.3 five times
-- over, two decimals (`ratingOf` in the reviews' rules). Who comes second waits, and then counts what the first has written.
CREATE FUNCTION refresh_ratings(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  PERFORM 1 FROM music_projects WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE music_projects p SET rating = said.rating, rating_count = said.times FROM (
    SELECT one.id, count(r.id)::integer AS times,
      CASE WHEN count(r.id) > 0 THEN round((sum(r.mark::numeric) + 4.3 * 5) / (count(r.id) + 5), 2)::real END AS rating
    FROM (SELECT DISTINCT unnest(ids) AS id) one
    LEFT JOIN reviews r ON r.project_id = one.id AND r.side = 'hunter' AND r.revealed_at IS NOT NULL
      AND r.hidden_at IS NULL
    GROUP BY one.id) said
  WHERE p.id = said.id AND (p.rating, p.rating_count) IS DISTINCT FROM (said.rating, said.times);
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM refresh_ratings(ARRAY(SELECT DISTINCT project_id FROM written
      WHERE side = 'hunter' AND revealed_at IS NOT NULL));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM refresh_ratings(ARRAY(SELECT DISTINCT project_id FROM gone
      WHERE side = 'hunter' AND revealed_at IS NOT NULL));
  ELSE
    -- Whom it is about and who wrote it never change.
    PERFORM refresh_ratings(ARRAY(SELECT DISTINCT w.project_id FROM gone g JOIN written w USING (id)
      WHERE w.side = 'hunter' AND (g.mark, g.revealed_at IS NULL, g.hidden_at IS NULL)
        IS DISTINCT FROM (w.mark, w.revealed_at IS NULL, w.hidden_at IS NULL)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_ratings_on_insert AFTER INSERT ON reviews REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_ratings();
--> statement-breakpoint
CREATE TRIGGER keep_ratings_on_delete AFTER DELETE ON reviews REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION keep_ratings();
--> statement-breakpoint
CREATE TRIGGER keep_ratings AFTER UPDATE ON reviews REFERENCING OLD TABLE AS gone NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_ratings();
--> statement-breakpoint
-- The rating is steady by itself now: the fit and the search take it as it is, and who has none for the usual one.
CREATE OR REPLACE FUNCTION record_points(rating real, rating_count integer, reliability real, gigs_played integer,
    reply_minutes integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (floor(greatest(0, least(1, coalesce(rating::text::float8, 4.3::float8) - 3.8::float8)) * 25 + 0.5)
    + CASE WHEN gigs_played < 3 THEN 3
      ELSE floor(greatest(0, least(1, (reliability::text::float8 - 0.8::float8) / 0.2::float8)) * 6 + 0.5) END
    + CASE WHEN reply_minutes IS NULL THEN 3
      ELSE floor(greatest(0, least(6, 6 - ln(greatest(1, reply_minutes / 30.0::float8)) / ln(2::float8))) + 0.5) END)::integer;
--> statement-breakpoint
-- The same in the search's score; the rest of that function (0014_search_by_place.sql) stays word for word.
DO $$
DECLARE
  before text := pg_get_functiondef('refresh_found(bigint[])'::regprocedure);
  after text := replace(before, '60 * (coalesce(p.rating, 0) * p.rating_count + 4.0 * 6) / (p.rating_count + 6) / 5',
    '60 * coalesce(p.rating, 4.3) / 5');
BEGIN
  IF after = before THEN RAISE EXCEPTION 'refresh_found scores in another way'; END IF;
  EXECUTE after;
END $$;
--> statement-breakpoint
-- Ratings without rows were nobody's. What the search sees is written with them, and anew for all others.
UPDATE music_projects SET rating = NULL, rating_count = 0 WHERE rating IS NOT NULL OR rating_count <> 0;
--> statement-breakpoint
SELECT refresh_project_search(ARRAY(SELECT project_id FROM project_search));
--> statement-breakpoint
-- Who was asked how it was in the last two weeks may still say it to the other side.
INSERT INTO review_rounds (event_id, project_id, hunter_id, opened_at, closes_at)
  SELECT DISTINCT e.id, p.project_id, e.hunter_id, s.asked_at, s.asked_at + interval '14 days'
  FROM host_surveys s JOIN events e ON e.id = s.event_id JOIN event_performers p ON p.event_id = e.id
  WHERE s.asked_at > now() - interval '14 days';
