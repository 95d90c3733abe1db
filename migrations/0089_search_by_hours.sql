DROP INDEX "best_rated";
--> statement-breakpoint
DROP INDEX "cheapest";
--> statement-breakpoint
DROP INDEX "best_of_cell";
--> statement-breakpoint
DROP INDEX "cheapest_of_cell";
--> statement-breakpoint
ALTER TABLE "project_search" ADD COLUMN "open_hours" bigint DEFAULT -1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "project_search_cells" ADD COLUMN "open_hours" bigint DEFAULT -1 NOT NULL;
--> statement-breakpoint
-- When somebody may be open, a bit for each three hours of a week in UTC from Monday 00:00 (hoursOf in the directory's rules, which
-- its test compares). By the clock of winter and of summer, and an hour wider on both sides, should a country change its own:
-- who is free has all bits of the time.
CREATE FUNCTION search_hours(week int4multirange, zone text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(bit_or(1::bigint << part), 0)
  FROM (SELECT DISTINCT extract(epoch FROM (at AT TIME ZONE zone) - (at AT TIME ZONE 'UTC'))::int / 60 AS ahead
      FROM (VALUES (timestamptz '2026-01-15 00:00Z'), (timestamptz '2026-07-15 00:00Z')) season (at) OFFSET 0) clock
    CROSS JOIN generate_series(0, 55) part
    CROSS JOIN LATERAL (SELECT ((part * 180 - 60 + ahead) % 10080 + 10080) % 10080 AS minute OFFSET 0) begins
  WHERE week && int4range(begins.minute, begins.minute + 300)
$$;
--> statement-breakpoint
-- Of a project. Whoever opened a date besides their week may be open whenever it is.
CREATE FUNCTION hours_of(project bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT 1 FROM availability_exceptions e WHERE e.project_id = project AND e.kind = 'available') THEN -1
    ELSE coalesce((SELECT search_hours(a.week, a.zone) FROM availability_settings a WHERE a.project_id = project), 0) END
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_hours(ids bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  -- One after the other, as in refresh_found.
  PERFORM 1 FROM music_projects WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE project_search f SET open_hours = n.open_hours
  FROM (SELECT id, hours_of(id) AS open_hours FROM unnest(ids) p (id) OFFSET 0) n
  WHERE f.project_id = n.id AND f.open_hours <> n.open_hours;
  UPDATE project_search_cells c SET open_hours = f.open_hours FROM project_search f
  WHERE f.project_id = ANY (ids) AND c.project_id = f.project_id AND c.open_hours <> f.open_hours;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_project_search(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_found(ids);
  PERFORM refresh_hours(ids);
  PERFORM refresh_offers(ids);
END $$;
--> statement-breakpoint
-- The project's row first, then the turn of its lessons' offers: whoever writes a project has its row by then. (What the row of a
-- part still makes wait for each other is tried again.)
CREATE OR REPLACE FUNCTION take_turn_of_offers(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM music_projects WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  IF cardinality(ids) > 200 THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('lesson offers', 0));
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('lesson offers', 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('lesson offers:' || id, 0))
  FROM (SELECT DISTINCT id FROM unnest(ids) id ORDER BY id) turns;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_search_of_week() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_hours(ARRAY(SELECT DISTINCT project_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_search_of_exceptions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT DISTINCT project_id FROM changed
    WHERE project_id IS NOT NULL AND (kind = 'available' OR TG_OP = 'UPDATE'));
BEGIN
  IF ids <> '{}' THEN
    PERFORM refresh_hours(ids);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_search_on_insert AFTER INSERT ON availability_settings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_week();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_update AFTER UPDATE ON availability_settings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_week();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_delete AFTER DELETE ON availability_settings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_week();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_insert AFTER INSERT ON availability_exceptions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_exceptions();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_update AFTER UPDATE ON availability_exceptions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_exceptions();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_delete AFTER DELETE ON availability_exceptions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_exceptions();
--> statement-breakpoint
-- What was there already: the table is written anew as a whole, with its indexes, sooner than each of its rows.
ALTER TABLE "project_search" ALTER COLUMN "open_hours" SET DATA TYPE bigint USING hours_of(project_id);
--> statement-breakpoint
TRUNCATE project_search_cells;
--> statement-breakpoint
INSERT INTO project_search_cells (project_id, facet, cell, turned_score, lat, lng, radius_km, min_price, currency, rate,
    travel_fee, traits, open_hours)
  SELECT f.project_id, facet, coalesce(search_cell(f.lat, f.lng), -1), f.turned_score, coalesce(f.lat, 0), coalesce(f.lng, 0), f.radius_km, f.min_price, f.currency,
    f.rate, f.travel_fee, f.traits, f.open_hours
  FROM project_search f CROSS JOIN unnest(search_facets(f.genres, f.instruments, f.formats)) facet;
--> statement-breakpoint
CREATE INDEX "best_rated" ON "project_search" USING btree (((-coalesce(rating, 0) * 1000)::float8),"project_id","rating","lat","lng","radius_km","traits","open_hours");
--> statement-breakpoint
CREATE INDEX "cheapest" ON "project_search" USING btree ("min_price","project_id","lat","lng","radius_km","traits","open_hours");
--> statement-breakpoint
CREATE INDEX "best_of_cell" ON "project_search_cells" USING btree ("facet","cell","turned_score","project_id","lat","lng","radius_km","min_price","currency","rate","travel_fee","traits","open_hours");
--> statement-breakpoint
CREATE INDEX "cheapest_of_cell" ON "project_search_cells" USING btree ("facet","cell","rate","project_id","lat","lng","radius_km","min_price","currency","travel_fee","traits","open_hours");
--> statement-breakpoint
ANALYZE project_search;
--> statement-breakpoint
ANALYZE project_search_cells;
