-- Two promises of one person, or of one band, never overlap: the database refuses the second (23P01).
ALTER TABLE busy_times ADD CONSTRAINT no_two_places
  EXCLUDE USING gist (user_id WITH =, during WITH &&) WHERE (user_id IS NOT NULL AND released_at IS NULL);
--> statement-breakpoint
ALTER TABLE busy_times ADD CONSTRAINT no_two_stages
  EXCLUDE USING gist (project_id WITH =, during WITH &&) WHERE (user_id IS NULL AND released_at IS NULL);
--> statement-breakpoint
ALTER TABLE sessions ADD CONSTRAINT sessions_music_project_id_fk
  FOREIGN KEY (music_project_id) REFERENCES music_projects (id) ON DELETE SET NULL;
--> statement-breakpoint
-- What happened to an order stays: its history is only written, and goes only with the order itself.
CREATE FUNCTION order_history_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'order_history is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER order_history_is_kept BEFORE UPDATE OR DELETE ON order_history
  FOR EACH ROW EXECUTE FUNCTION order_history_is_kept();
--> statement-breakpoint
-- Names of people and bands as somebody types the beginning of them.
CREATE INDEX project_names ON music_projects USING gin (unaccented(lower(name)) gin_trgm_ops) WHERE status = 'active';
--> statement-breakpoint
-- What people type for a term of the product, in both languages; anything else is its own word.
CREATE FUNCTION words_of_term(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE $1
    WHEN 'classical' THEN 'clásica clásico classical' WHEN 'electronic' THEN 'electrónica electronic dj'
    WHEN 'latin' THEN 'latina latino latin' WHEN 'folk' THEN 'folclor folclórica folk'
    WHEN 'guitar' THEN 'guitarra guitarrista guitar guitarist' WHEN 'piano' THEN 'piano pianista pianist'
    WHEN 'drums' THEN 'batería baterista drums drummer' WHEN 'violin' THEN 'violín violinista violin violinist'
    WHEN 'bass' THEN 'bajo bajista bass bassist' WHEN 'saxophone' THEN 'saxofón saxo saxofonista saxophone sax'
    WHEN 'trumpet' THEN 'trompeta trompetista trumpet' WHEN 'voice' THEN 'voz cantante vocalista voice singer'
    WHEN 'marimba' THEN 'marimba marimbista' WHEN 'percussion' THEN 'percusión percusionista percussion'
    WHEN 'keyboard' THEN 'teclado tecladista keyboard' WHEN 'accordion' THEN 'acordeón acordeonista accordion'
    WHEN 'cello' THEN 'violonchelo chelo chelista cello cellist' WHEN 'flute' THEN 'flauta flautista flute'
    WHEN 'clarinet' THEN 'clarinete clarinetista clarinet' WHEN 'trombone' THEN 'trombón trombonista trombone'
    WHEN 'harp' THEN 'arpa arpista harp' WHEN 'guitarron' THEN 'guitarrón'
    WHEN 'turntables' THEN 'tornamesas dj turntables'
    WHEN 'solo' THEN 'solista solo' WHEN 'duo' THEN 'dúo duo' WHEN 'trio' THEN 'trío trio'
    WHEN 'quartet' THEN 'cuarteto quartet' WHEN 'band' THEN 'banda grupo orquesta band'
    ELSE $1 END;
--> statement-breakpoint
-- Writes what the search sees of these projects anew. A project that can't be hired isn't found.
-- By index always: in a load of thousands the tables have no statistics yet, and whole scans would add up.
CREATE FUNCTION refresh_project_search(ids bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  -- One after the other: who comes second sees what the first has written.
  PERFORM 1 FROM music_projects WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM project_search found WHERE found.project_id = ANY (ids) AND NOT EXISTS (
    SELECT 1 FROM services s JOIN music_projects p ON p.id = s.project_id
    WHERE s.project_id = found.project_id AND s.status = 'active' AND s.category = 'MUSIC_SETTING'
      AND p.status = 'active');
  INSERT INTO project_search (project_id, genres, instruments, formats, lat, lng, city_key, radius_km, score,
    rating, words)
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
      || setweight(to_tsvector('spanish_unaccent', p.bio), 'D')
  FROM music_projects p
  CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT s.format) AS formats, max(s.travel_radius_km) AS radius_km,
      string_agg(s.title, ' ') AS titles
    FROM services s
    WHERE s.project_id = p.id AND s.status = 'active' AND s.category = 'MUSIC_SETTING'
    HAVING count(*) > 0) offer
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(DISTINCT genre), '{}') AS all_of FROM (
      SELECT unnest(p.genres) AS genre
      UNION SELECT unnest(s.genres) FROM services s
      WHERE s.project_id = p.id AND s.status = 'active' AND s.category = 'MUSIC_SETTING') g) genres
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
    radius_km = excluded.radius_km, score = excluded.score, rating = excluded.rating, words = excluded.words;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_search_of_projects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_project_search(ARRAY(SELECT id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_search_of_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_project_search(ARRAY(SELECT DISTINCT project_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_search AFTER UPDATE ON music_projects REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_projects();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_insert AFTER INSERT ON services REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_update AFTER UPDATE ON services REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_delete AFTER DELETE ON services REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_insert AFTER INSERT ON instruments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_update AFTER UPDATE ON instruments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_delete AFTER DELETE ON instruments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_insert AFTER INSERT ON project_members REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_update AFTER UPDATE ON project_members REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();
--> statement-breakpoint
CREATE TRIGGER keep_search_on_delete AFTER DELETE ON project_members REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();
