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
-- Where the week or what was opened besides is written, and nothing else of a project.
CREATE FUNCTION refresh_hours(ids bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  -- One after the other, as in refresh_found.
  PERFORM 1 FROM music_projects WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE project_search f SET open_hours = hours_of(f.project_id)
  WHERE f.project_id = ANY (ids) AND f.open_hours <> hours_of(f.project_id);
  UPDATE project_search_cells c SET open_hours = f.open_hours FROM project_search f
  WHERE c.project_id = ANY (ids) AND f.project_id = c.project_id AND c.open_hours <> f.open_hours;
END $$;
--> statement-breakpoint
-- As it was (0087), and now the hours.
CREATE OR REPLACE FUNCTION refresh_found(ids bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  -- One after the other: who comes second sees what the first has written.
  PERFORM 1 FROM music_projects WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM project_search found WHERE found.project_id = ANY (ids) AND NOT EXISTS (
    SELECT 1 FROM services s JOIN music_projects p ON p.id = s.project_id
    WHERE s.project_id = found.project_id AND s.status || '' = 'active' AND s.category = 'MUSIC_SETTING'
      AND p.status = 'active' AND p.hidden_at IS NULL);
  INSERT INTO project_search (project_id, genres, instruments, formats, lat, lng, city_key, radius_km, score,
    rating, words, min_price, currency, rate, travel_fee, traits, name_key, open_hours)
  SELECT p.id, genres.all_of, plays.all_of, offer.formats, p.lat, p.lng, lower(unaccented(p.city)),
    offer.radius_km,
    60 * coalesce(p.rating, 4.3) / 5
      + 20 * p.reliability + 10 * least(p.gigs_played, 60) / 60.0
      + (CASE WHEN p.profile_image IS NULL THEN 0 ELSE 5 END)
      + 5 * least(char_length(p.bio), 240) / 240.0,
    p.rating,
    setweight(to_tsvector('spanish_unaccent', p.name), 'A')
      || setweight(to_tsvector('spanish_unaccent', concat_ws(' ', p.city, said.terms)), 'B')
      || setweight(to_tsvector('spanish_unaccent', offer.titles), 'C')
      || setweight(to_tsvector('spanish_unaccent', p.bio), 'D'),
    offer.min_price, offer.currency, offer.rate, offer.travel_fee,
    search_traits(genres.all_of, plays.all_of, offer.formats, fits.all_of), unaccented(lower(p.name)),
    hours_of(p.id)
  FROM music_projects p
  CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT s.format) AS formats, max(s.travel_radius_km) AS radius_km,
      string_agg(s.title, ' ') AS titles, coalesce(min(s.price), 9000000000000000) AS min_price,
      CASE WHEN count(DISTINCT s.currency) = 1 THEN min(s.currency) END AS currency,
      coalesce(min(search_rate(s.price, s.price_mode, s.duration_minutes)), 9000000000000000) AS rate,
      min(s.travel_fee_per_km) AS travel_fee
    FROM services s
    WHERE s.project_id = p.id AND s.status || '' = 'active' AND s.category = 'MUSIC_SETTING'
    HAVING count(*) > 0) offer
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(DISTINCT genre), '{}') AS all_of FROM (
      SELECT unnest(p.genres) AS genre
      UNION SELECT unnest(s.genres) FROM services s
      WHERE s.project_id = p.id AND s.status || '' = 'active' AND s.category = 'MUSIC_SETTING') g) genres
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(DISTINCT instrument) FILTER (WHERE instrument IS NOT NULL), '{}') AS all_of FROM (
      SELECT p.main_instrument AS instrument
      UNION SELECT i.name FROM instruments i WHERE i.project_id = p.id AND i.type = 'musical instrument'
      UNION SELECT unnest(m.instruments) FROM project_members m
      WHERE m.project_id = p.id AND m.left_at IS NULL) i) plays
  CROSS JOIN LATERAL (
    -- None named is all of them.
    SELECT array_agg(DISTINCT coalesce(named, 'any')) AS all_of
    FROM services s LEFT JOIN LATERAL unnest(s.event_types) named ON true
    WHERE s.project_id = p.id AND s.status || '' = 'active' AND s.category = 'MUSIC_SETTING') fits
  CROSS JOIN LATERAL (
    SELECT string_agg(words_of_term(term), ' ') AS terms
    FROM unnest(genres.all_of || plays.all_of || offer.formats) term) said
  WHERE p.id = ANY (ids) AND p.status = 'active' AND p.hidden_at IS NULL
  ON CONFLICT (project_id) DO UPDATE SET genres = excluded.genres, instruments = excluded.instruments,
    formats = excluded.formats, lat = excluded.lat, lng = excluded.lng, city_key = excluded.city_key,
    radius_km = excluded.radius_km, score = excluded.score, rating = excluded.rating, words = excluded.words,
    min_price = excluded.min_price, currency = excluded.currency, rate = excluded.rate, travel_fee = excluded.travel_fee,
    traits = excluded.traits, name_key = excluded.name_key, open_hours = excluded.open_hours;
  -- Where they are found by place; who has no point is in a cell that is nowhere. What stays as it was isn't written again.
  DELETE FROM project_search_cells c USING project_search f
  WHERE c.project_id = ANY (ids) AND f.project_id = c.project_id
    AND c.facet <> ALL (search_facets(f.genres, f.instruments, f.formats));
  INSERT INTO project_search_cells (project_id, facet, cell, turned_score, lat, lng, radius_km, min_price, currency,
    rate, travel_fee, traits, open_hours)
  SELECT f.project_id, facet, coalesce(search_cell(f.lat, f.lng), -1), f.turned_score, coalesce(f.lat, 0), coalesce(f.lng, 0), f.radius_km, f.min_price, f.currency,
    f.rate, f.travel_fee, f.traits, f.open_hours
  FROM project_search f CROSS JOIN unnest(search_facets(f.genres, f.instruments, f.formats)) facet
  WHERE f.project_id = ANY (ids)
  ON CONFLICT (project_id, facet) DO UPDATE SET cell = excluded.cell, turned_score = excluded.turned_score, lat = excluded.lat,
    lng = excluded.lng, radius_km = excluded.radius_km, min_price = excluded.min_price, currency = excluded.currency,
    rate = excluded.rate, travel_fee = excluded.travel_fee, traits = excluded.traits,
    open_hours = excluded.open_hours
  WHERE (project_search_cells.cell, project_search_cells.turned_score, project_search_cells.lat, project_search_cells.lng,
      project_search_cells.radius_km, project_search_cells.min_price, project_search_cells.currency,
      project_search_cells.rate, project_search_cells.travel_fee, project_search_cells.traits,
      project_search_cells.open_hours)
    IS DISTINCT FROM (excluded.cell, excluded.turned_score, excluded.lat, excluded.lng, excluded.radius_km,
      excluded.min_price, excluded.currency, excluded.rate, excluded.travel_fee, excluded.traits, excluded.open_hours);
  -- Nearly always known already; in the order of the cells, so that two who write wait instead of blocking each other.
  INSERT INTO project_search_reach AS known (cell, radius_km)
  SELECT search_cell(f.lat, f.lng) AS at, max(f.radius_km) FROM project_search f
  WHERE f.project_id = ANY (ids) AND f.lat IS NOT NULL AND f.lng IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM project_search_reach r
      WHERE r.cell = search_cell(f.lat, f.lng) AND r.radius_km >= f.radius_km)
  GROUP BY at ORDER BY at
  ON CONFLICT (cell) DO UPDATE SET radius_km = greatest(known.radius_km, excluded.radius_km);
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
