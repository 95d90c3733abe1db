-- What the search narrows by, a bit each: the list of TRAITS in the directory's rules (its test compares them). A word that
-- isn't in it has no bit; 'any' type of event has all of them.
CREATE FUNCTION search_traits(genres text[], instruments text[], formats text[], event_types text[]) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT coalesce(bit_or(CASE WHEN word = 'e:any' THEN 274743689216::bigint ELSE 1::bigint << (array_position(ARRAY[
    'g:rock', 'g:pop', 'g:jazz', 'g:classical', 'g:electronic', 'g:latin', 'g:reggaeton', 'g:salsa',
    'g:bachata', 'g:merengue', 'g:bolero', 'g:cumbia', 'g:marimba', 'g:punta', 'g:mariachi',
    'g:ranchera', 'g:trova', 'g:folk', 'g:blues', 'g:funk', 'g:reggae', 'g:gospel', 'f:solo', 'f:duo',
    'f:trio', 'f:quartet', 'f:band', 'e:wedding', 'e:corporate', 'e:birthday', 'e:quinceanera',
    'e:restaurant_bar', 'e:festival', 'e:religious', 'e:cultural', 'e:school', 'e:private_party',
    'e:other', 'i:guitar', 'i:piano', 'i:drums', 'i:violin', 'i:bass', 'i:saxophone', 'i:trumpet',
    'i:voice', 'i:marimba', 'i:percussion', 'i:keyboard', 'i:accordion', 'i:cello', 'i:flute',
    'i:clarinet', 'i:trombone', 'i:harp', 'i:guitarron', 'i:turntables'], word) - 1) END), 0)
  FROM (SELECT 'g:' || unnest(genres) UNION ALL SELECT 'i:' || unnest(instruments) UNION ALL SELECT 'f:' || unnest(formats)
    UNION ALL SELECT 'e:' || unnest(event_types)) said (word));
--> statement-breakpoint
-- What a service asks for an hour at least, rounded down: for any length it asks no less than so many times this
-- (performanceSql in the directory).
CREATE FUNCTION search_rate(price bigint, price_mode text, duration_minutes integer) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN price_mode = 'per_hour' THEN price ELSE floor(price * 60.0 / greatest(duration_minutes, 1))::bigint END;
--> statement-breakpoint
-- Writes what the search sees of these projects anew, as before (0014, 0049, 0055), and now rate, fee, traits and name.
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
    rating, words, min_price, currency, rate, travel_fee, traits, name_key)
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
    search_traits(genres.all_of, plays.all_of, offer.formats, fits.all_of), unaccented(lower(p.name))
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
    traits = excluded.traits, name_key = excluded.name_key;
  -- Where they are found by place; who has no point is in a cell that is nowhere. What stays as it was isn't written again.
  DELETE FROM project_search_cells c USING project_search f
  WHERE c.project_id = ANY (ids) AND f.project_id = c.project_id
    AND c.facet <> ALL (search_facets(f.genres, f.instruments, f.formats));
  INSERT INTO project_search_cells (project_id, facet, cell, turned_score, lat, lng, radius_km, min_price, currency,
    rate, travel_fee, traits)
  SELECT f.project_id, facet, coalesce(search_cell(f.lat, f.lng), -1), f.turned_score, coalesce(f.lat, 0), coalesce(f.lng, 0), f.radius_km, f.min_price, f.currency,
    f.rate, f.travel_fee, f.traits
  FROM project_search f CROSS JOIN unnest(search_facets(f.genres, f.instruments, f.formats)) facet
  WHERE f.project_id = ANY (ids)
  ON CONFLICT (project_id, facet) DO UPDATE SET cell = excluded.cell, turned_score = excluded.turned_score, lat = excluded.lat,
    lng = excluded.lng, radius_km = excluded.radius_km, min_price = excluded.min_price, currency = excluded.currency,
    rate = excluded.rate, travel_fee = excluded.travel_fee, traits = excluded.traits
  WHERE (project_search_cells.cell, project_search_cells.turned_score, project_search_cells.lat, project_search_cells.lng,
      project_search_cells.radius_km, project_search_cells.min_price, project_search_cells.currency,
      project_search_cells.rate, project_search_cells.travel_fee, project_search_cells.traits)
    IS DISTINCT FROM (excluded.cell, excluded.turned_score, excluded.lat, excluded.lng, excluded.radius_km,
      excluded.min_price, excluded.currency, excluded.rate, excluded.travel_fee, excluded.traits);
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
DROP INDEX "project_search_words_index";
--> statement-breakpoint
DROP INDEX "project_search_genres_index";
--> statement-breakpoint
DROP INDEX "project_search_instruments_index";
--> statement-breakpoint
DROP INDEX "best_first";
--> statement-breakpoint
DROP INDEX "best_in_town";
--> statement-breakpoint
DROP INDEX "nearest";
--> statement-breakpoint
UPDATE project_search f SET rate = offer.rate, travel_fee = offer.travel_fee, name_key = offer.name_key,
  traits = search_traits(f.genres, f.instruments, f.formats, offer.event_types)
FROM (
  SELECT s.project_id, coalesce(min(search_rate(s.price, s.price_mode, s.duration_minutes)), 9000000000000000) AS rate,
    min(s.travel_fee_per_km) AS travel_fee, min(unaccented(lower(p.name))) AS name_key,
    array_agg(DISTINCT coalesce(named, 'any')) AS event_types
  FROM services s JOIN music_projects p ON p.id = s.project_id LEFT JOIN LATERAL unnest(s.event_types) named ON true
  WHERE s.status = 'active' AND s.category = 'MUSIC_SETTING' GROUP BY s.project_id) offer
WHERE offer.project_id = f.project_id;
--> statement-breakpoint
TRUNCATE project_search_cells;
--> statement-breakpoint
INSERT INTO project_search_cells (project_id, facet, cell, turned_score, lat, lng, radius_km, min_price, currency, rate,
    travel_fee, traits)
  SELECT f.project_id, facet, coalesce(search_cell(f.lat, f.lng), -1), f.turned_score, coalesce(f.lat, 0), coalesce(f.lng, 0), f.radius_km, f.min_price, f.currency,
    f.rate, f.travel_fee, f.traits
  FROM project_search f CROSS JOIN unnest(search_facets(f.genres, f.instruments, f.formats)) facet;
--> statement-breakpoint
CREATE INDEX "project_search_words_index" ON "project_search" USING gin ("words");
--> statement-breakpoint
CREATE INDEX "project_search_genres_index" ON "project_search" USING gin ("genres");
--> statement-breakpoint
CREATE INDEX "project_search_instruments_index" ON "project_search" USING gin ("instruments");
--> statement-breakpoint
CREATE INDEX "best_first" ON "project_search" USING btree ("turned_score","project_id","min_price","currency");
--> statement-breakpoint
CREATE INDEX "best_in_town" ON "project_search" USING btree ("city_key","turned_score","project_id");
--> statement-breakpoint
CREATE INDEX "nearest" ON "project_search" USING gist (search_point(lat, lng));
--> statement-breakpoint
CREATE INDEX "project_search_names" ON "project_search" USING gin ("name_key" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "words_of_best" ON "project_search" USING gin ("words") WHERE score > 90;
--> statement-breakpoint
CREATE INDEX "names_of_best" ON "project_search" USING gin ("name_key" gin_trgm_ops) WHERE score > 90;
--> statement-breakpoint
CREATE INDEX "words_of_good" ON "project_search" USING gin ("words") WHERE turned_score < -86;
--> statement-breakpoint
CREATE INDEX "names_of_good" ON "project_search" USING gin ("name_key" gin_trgm_ops) WHERE turned_score < -86;
--> statement-breakpoint
CREATE INDEX "cheapest_of_cell" ON "project_search_cells" USING btree ("facet","cell","rate","project_id","lat","lng","radius_km","min_price","currency","travel_fee","traits");
--> statement-breakpoint
CREATE INDEX "best_rated" ON "project_search" USING btree (((-coalesce(rating, 0) * 1000)::float8),"project_id","rating","lat","lng","radius_km","traits");
--> statement-breakpoint
CREATE INDEX "cheapest" ON "project_search" USING btree ("min_price","project_id","lat","lng","radius_km","traits");
--> statement-breakpoint
CREATE INDEX "best_of_cell" ON "project_search_cells" USING btree ("facet","cell","turned_score","project_id","lat","lng","radius_km","min_price","currency","rate","travel_fee","traits");
--> statement-breakpoint
ANALYZE project_search;
--> statement-breakpoint
ANALYZE project_search_cells;
