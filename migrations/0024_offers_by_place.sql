-- What somebody's rating, kept promises and replies are worth for any fit, 0 to 37, as `fitOf` in hiring's rules counts.
-- Numbers of four bytes become what JavaScript reads of them.
CREATE FUNCTION record_points(rating real, rating_count integer, reliability real, gigs_played integer,
    reply_minutes integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (floor(greatest(0, least(1,
      (CASE WHEN rating IS NULL THEN 4.3::float8 * 5 / 5
        ELSE (rating::text::float8 * rating_count + 4.3::float8 * 5) / (rating_count + 5) END) - 3.8::float8)) * 25 + 0.5)
    + CASE WHEN gigs_played < 3 THEN 3
      ELSE floor(greatest(0, least(1, (reliability::text::float8 - 0.8::float8) / 0.2::float8)) * 6 + 0.5) END
    + CASE WHEN reply_minutes IS NULL THEN 3
      ELSE floor(greatest(0, least(6, 6 - ln(greatest(1, reply_minutes / 30.0::float8)) / ln(2::float8))) + 0.5) END)::integer;
--> statement-breakpoint
-- What the matcher looks at of these projects: each service that can be matched, once for each of its genres. Genres and
-- types of event are a bit each, in the order of the contract. (The matcher's tests compare them with it.)
CREATE FUNCTION offers_of(ids bigint[]) RETURNS SETOF project_search_offers LANGUAGE sql STABLE AS $$
  SELECT p.id, s.id, s.currency || ' ' || s.format || ' ' || genre, search_cell(p.lat, p.lng), p.record, s.price,
    s.price_mode = 'per_hour', s.duration_minutes, s.travel_fee_per_km, s.travel_radius_km, p.lat, p.lng,
    s.lead_time_days, s.genre_bits, s.event_bits, p.seen_on
  FROM (SELECT DISTINCT unnest(ids) AS id) asked
    JOIN project_search f ON f.project_id = asked.id
    -- Of one project after the other: else a planner that knows nothing walks all active services.
    CROSS JOIN LATERAL (
      SELECT p.*, record_points(p.rating, p.rating_count, p.reliability, p.gigs_played, p.reply_minutes) AS record,
        (SELECT (max(n.last_used_at) AT TIME ZONE 'UTC')::date FROM sessions n WHERE n.user_id = p.owner_id) AS seen_on
      FROM music_projects p WHERE p.id = asked.id AND p.lat IS NOT NULL AND p.lng IS NOT NULL OFFSET 0) p
    CROSS JOIN LATERAL (
      SELECT s.*,
        (SELECT coalesce(bit_or(1 << (array_position(ARRAY['rock', 'pop', 'jazz', 'classical', 'electronic', 'latin',
          'reggaeton', 'salsa', 'bachata', 'merengue', 'bolero', 'cumbia', 'marimba', 'punta', 'mariachi', 'ranchera',
          'trova', 'folk', 'blues', 'funk', 'reggae', 'gospel'], word) - 1)), 0) FROM unnest(s.genres) word) AS genre_bits,
        (SELECT coalesce(bit_or(1 << (array_position(ARRAY['wedding', 'corporate', 'birthday', 'quinceanera',
          'restaurant_bar', 'festival', 'religious', 'cultural', 'school', 'private_party', 'other'], word) - 1)), 0)
          FROM unnest(s.event_types) word) AS event_bits
      FROM services s WHERE s.project_id = p.id AND s.status || '' = 'active' AND s.category = 'MUSIC_SETTING'
        AND s.price_mode <> 'on_request' AND s.price IS NOT NULL OFFSET 0) s
    CROSS JOIN LATERAL (SELECT DISTINCT unnest(s.genres) AS genre) g
$$;
--> statement-breakpoint
-- Writes what the matcher sees of these projects anew; what stays as it was isn't written again.
CREATE FUNCTION refresh_offers(ids bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  WITH present AS MATERIALIZED (SELECT * FROM offers_of(ids)), gone AS (
    -- NOT IN is hashed: NOT EXISTS would be a loop in a loop here.
    DELETE FROM project_search_offers o WHERE o.project_id = ANY (ids)
      AND (o.project_id, o.service_id, o.facet) NOT IN (SELECT n.project_id, n.service_id, n.facet FROM present n))
  INSERT INTO project_search_offers AS o SELECT * FROM present
  ON CONFLICT (project_id, service_id, facet) DO UPDATE SET cell = excluded.cell, record = excluded.record,
    price = excluded.price, per_hour = excluded.per_hour, duration_minutes = excluded.duration_minutes,
    travel_fee_per_km = excluded.travel_fee_per_km, travel_radius_km = excluded.travel_radius_km, lat = excluded.lat,
    lng = excluded.lng, lead_time_days = excluded.lead_time_days, genres = excluded.genres,
    event_types = excluded.event_types, seen_on = greatest(o.seen_on, excluded.seen_on)
  WHERE o.* IS DISTINCT FROM excluded.*;
END $$;
--> statement-breakpoint
-- All that is written after a change: what the search sees, which locks the projects, then what the matcher sees.
ALTER FUNCTION refresh_project_search(bigint[]) RENAME TO refresh_found;
--> statement-breakpoint
CREATE FUNCTION refresh_project_search(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_found(ids);
  PERFORM refresh_offers(ids);
END $$;
--> statement-breakpoint
-- Whoever is here was seen today. Rows that somebody else is writing just now are left alone: nobody waits for this.
CREATE FUNCTION note_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE project_search_offers o SET seen_on = late.today FROM (
    SELECT o.ctid AS at, (NEW.last_used_at AT TIME ZONE 'UTC')::date AS today
    FROM music_projects p JOIN project_search_offers o ON o.project_id = p.id
    WHERE p.owner_id = NEW.user_id AND coalesce(o.seen_on, '-infinity') < (NEW.last_used_at AT TIME ZONE 'UTC')::date
    FOR UPDATE OF o SKIP LOCKED) late
  WHERE o.ctid = late.at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_seen_on_insert AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION note_seen();
--> statement-breakpoint
CREATE TRIGGER note_seen AFTER UPDATE OF last_used_at ON sessions FOR EACH ROW
  WHEN ((NEW.last_used_at AT TIME ZONE 'UTC')::date > (OLD.last_used_at AT TIME ZONE 'UTC')::date)
  EXECUTE FUNCTION note_seen();
--> statement-breakpoint
-- What was there already, at once; indexes afterwards.
INSERT INTO project_search_offers SELECT * FROM offers_of(ARRAY(SELECT project_id FROM project_search));
--> statement-breakpoint
CREATE INDEX "best_offers" ON "project_search_offers" USING btree ("facet","cell","record","price","project_id","service_id","per_hour","duration_minutes","travel_fee_per_km","travel_radius_km","lat","lng","lead_time_days","genres","event_types","seen_on");
--> statement-breakpoint
CREATE INDEX "cheapest_offers" ON "project_search_offers" USING btree ("facet","cell","price","record","project_id","service_id","per_hour","duration_minutes","travel_fee_per_km","travel_radius_km","lat","lng","lead_time_days","genres","event_types","seen_on");
--> statement-breakpoint
ALTER TABLE "project_search_offers" ADD CONSTRAINT "project_search_offers_project_id_project_search_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project_search"("project_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ANALYZE project_search_offers;
