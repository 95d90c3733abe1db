-- A degree by a degree, as `cellOf` in the directory's rules numbers them.
CREATE FUNCTION search_cell(lat float8, lng float8) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (floor(lat)::integer + 90) * 1000 + floor(lng)::integer + 180;
--> statement-breakpoint
-- What a project is found by together with a place: everybody, its genres, its instruments, its line-ups.
CREATE FUNCTION search_facets(genres text[], instruments text[], formats text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY(SELECT '' UNION SELECT 'g:' || g FROM unnest(genres) g
    UNION SELECT 'i:' || i FROM unnest(instruments) i UNION SELECT 'f:' || f FROM unnest(formats) f);
--> statement-breakpoint
-- Writes what the search sees of these projects anew. A project that can't be hired isn't found.
-- By index always: in a load of thousands the tables have no statistics yet, and whole scans would add up. For the same
-- reason the services' status is no plain column here: a planner that knows nothing walks all active services (their
-- partial index) for every project; so it takes the index on the project, which is right at any size.
CREATE OR REPLACE FUNCTION refresh_project_search(ids bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  -- One after the other: who comes second sees what the first has written.
  PERFORM 1 FROM music_projects WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM project_search found WHERE found.project_id = ANY (ids) AND NOT EXISTS (
    SELECT 1 FROM services s JOIN music_projects p ON p.id = s.project_id
    WHERE s.project_id = found.project_id AND s.status || '' = 'active' AND s.category = 'MUSIC_SETTING'
      AND p.status = 'active');
  INSERT INTO project_search (project_id, genres, instruments, formats, lat, lng, city_key, radius_km, score,
    rating, words, min_price, currency)
  SELECT p.id, genres.all_of, plays.all_of, offer.formats, p.lat, p.lng, lower(unaccented(p.city)),
    offer.radius_km,
    60 * (coalesce(p.rating, 0) * p.rating_count + 4.0 * 6) / (p.rating_count + 6) / 5
      + 20 * p.reliability + 10 * least(p.gigs_played, 60) / 60.0
      + (CASE WHEN p.profile_image IS NULL THEN 0 ELSE 5 END)
      + 5 * least(char_length(p.bio), 240) / 240.0,
    p.rating,
    setweight(to_tsvector('spanish_unaccent', p.name), 'A')
      || setweight(to_tsvector('spanish_unaccent', concat_ws(' ', p.city, said.terms)), 'B')
      || setweight(to_tsvector('spanish_unaccent', offer.titles), 'C')
      || setweight(to_tsvector('spanish_unaccent', p.bio), 'D'),
    offer.min_price, offer.currency
  FROM music_projects p
  CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT s.format) AS formats, max(s.travel_radius_km) AS radius_km,
      string_agg(s.title, ' ') AS titles, coalesce(min(s.price), 9000000000000000) AS min_price,
      CASE WHEN count(DISTINCT s.currency) = 1 THEN min(s.currency) END AS currency
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
    SELECT string_agg(words_of_term(term), ' ') AS terms
    FROM unnest(genres.all_of || plays.all_of || offer.formats) term) said
  WHERE p.id = ANY (ids) AND p.status = 'active'
  ON CONFLICT (project_id) DO UPDATE SET genres = excluded.genres, instruments = excluded.instruments,
    formats = excluded.formats, lat = excluded.lat, lng = excluded.lng, city_key = excluded.city_key,
    radius_km = excluded.radius_km, score = excluded.score, rating = excluded.rating, words = excluded.words,
    min_price = excluded.min_price, currency = excluded.currency;
  -- Where they are found by place; who has no point isn't. What stays as it was isn't written again.
  DELETE FROM project_search_cells c USING project_search f
  WHERE c.project_id = ANY (ids) AND f.project_id = c.project_id AND (f.lat IS NULL OR f.lng IS NULL
    OR c.facet <> ALL (search_facets(f.genres, f.instruments, f.formats)));
  INSERT INTO project_search_cells (project_id, facet, cell, turned_score, lat, lng, radius_km, min_price, currency)
  SELECT f.project_id, facet, search_cell(f.lat, f.lng), f.turned_score, f.lat, f.lng, f.radius_km, f.min_price, f.currency
  FROM project_search f CROSS JOIN unnest(search_facets(f.genres, f.instruments, f.formats)) facet
  WHERE f.project_id = ANY (ids) AND f.lat IS NOT NULL AND f.lng IS NOT NULL
  ON CONFLICT (project_id, facet) DO UPDATE SET cell = excluded.cell, turned_score = excluded.turned_score, lat = excluded.lat,
    lng = excluded.lng, radius_km = excluded.radius_km, min_price = excluded.min_price, currency = excluded.currency
  WHERE (project_search_cells.cell, project_search_cells.turned_score, project_search_cells.lat, project_search_cells.lng,
      project_search_cells.radius_km, project_search_cells.min_price, project_search_cells.currency)
    IS DISTINCT FROM (excluded.cell, excluded.turned_score, excluded.lat, excluded.lng, excluded.radius_km,
      excluded.min_price, excluded.currency);
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
-- What was there already, at once; indexes afterwards.
UPDATE project_search f SET min_price = offer.min_price, currency = offer.currency FROM (
  SELECT s.project_id, coalesce(min(s.price), 9000000000000000) AS min_price,
    CASE WHEN count(DISTINCT s.currency) = 1 THEN min(s.currency) END AS currency
  FROM services s WHERE s.status = 'active' AND s.category = 'MUSIC_SETTING' GROUP BY s.project_id) offer
WHERE offer.project_id = f.project_id;
--> statement-breakpoint
INSERT INTO project_search_cells (project_id, facet, cell, turned_score, lat, lng, radius_km, min_price, currency)
  SELECT f.project_id, facet, search_cell(f.lat, f.lng), f.turned_score, f.lat, f.lng, f.radius_km, f.min_price, f.currency
  FROM project_search f CROSS JOIN unnest(search_facets(f.genres, f.instruments, f.formats)) facet
  WHERE f.lat IS NOT NULL AND f.lng IS NOT NULL;
--> statement-breakpoint
INSERT INTO project_search_reach (cell, radius_km)
  SELECT search_cell(f.lat, f.lng), max(f.radius_km) FROM project_search f
  WHERE f.lat IS NOT NULL AND f.lng IS NOT NULL GROUP BY 1;
--> statement-breakpoint
CREATE INDEX "best_of_cell" ON "project_search_cells" USING btree ("facet","cell","turned_score","project_id","lat","lng","radius_km","min_price","currency");
--> statement-breakpoint
CREATE INDEX "promises_of_project" ON "busy_times" USING gist ("project_id","during");
--> statement-breakpoint
CREATE INDEX "best_rated" ON "project_search" USING btree (((-coalesce(rating, 0) * 1000)::float8),"project_id");
--> statement-breakpoint
CREATE INDEX "cheapest" ON "project_search" USING btree ("min_price","project_id");
--> statement-breakpoint
CREATE INDEX "best_in_town" ON "project_search" USING btree ("city_key","turned_score","project_id");
--> statement-breakpoint
CREATE INDEX "nearest" ON "project_search" USING gist (ll_to_earth(lat, lng));
--> statement-breakpoint
CREATE INDEX "best_first" ON "project_search" USING btree ("turned_score","project_id","min_price","currency");
