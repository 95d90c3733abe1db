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
    radius_km = excluded.radius_km, score = excluded.score, rating = excluded.rating, words = excluded.words;
END $$;
