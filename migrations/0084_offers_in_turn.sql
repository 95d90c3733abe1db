-- Whoever writes what the search for a teacher sees of some projects waits for whoever does already, until their end: two
-- that write different parts of one (a lesson that is offered, an opened day, a week) would each miss what the other wrote.
-- A statement about more projects than there is room for in the table of locks has the turn of all of them.
CREATE FUNCTION take_turn_of_offers(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 200 THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('lesson offers', 0));
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('lesson offers', 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('lesson offers:' || id, 0))
  FROM (SELECT DISTINCT id FROM unnest(ids) id ORDER BY id) turns;
END $$;
--> statement-breakpoint
-- As it was, in its turn, and so with what is opened for a row that is there, too.
CREATE OR REPLACE FUNCTION refresh_lesson_offers(ids bigint[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  PERFORM take_turn_of_offers(ids);
  DELETE FROM lesson_offers o WHERE o.project_id = ANY (ids) AND NOT EXISTS (
    SELECT 1 FROM services s JOIN music_projects p ON p.id = s.project_id
    WHERE s.id = o.service_id AND s.status || '' = 'active' AND s.category = 'MUSIC_LEARNING'
      AND s.instrument IS NOT NULL AND p.status = 'active' AND p.hidden_at IS NULL AND p.project_type = 'INDIVIDUAL');
  INSERT INTO lesson_offers (service_id, project_id, instrument, level, modality, languages, price, currency, minutes,
    lead_time_days, lat, lng, city_key, zone, week, opens, words, turned_score, has_trial)
  SELECT s.id, p.id, s.instrument, coalesce(s.level, 'any'), coalesce(s.modality, 'both'), s.languages,
    CASE WHEN s.price_mode = 'on_request' THEN NULL
      WHEN s.price_mode = 'per_hour' THEN ceil(s.price * coalesce(s.lesson_minutes, 60) / 60.0)::bigint ELSE s.price END,
    s.currency, coalesce(s.lesson_minutes, 60), s.lead_time_days, p.lat, p.lng, lower(unaccented(p.city)),
    coalesce(a.zone, p.zone), coalesce(a.week, '{}'), opened_by(p.id),
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
    city_key = excluded.city_key, zone = excluded.zone, week = excluded.week, opens = excluded.opens,
    words = excluded.words, turned_score = excluded.turned_score, has_trial = excluded.has_trial;
END $$;
--> statement-breakpoint
-- As it was, in the same turn.
CREATE OR REPLACE FUNCTION keep_offers_of_exceptions() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT DISTINCT project_id FROM changed
    WHERE project_id IS NOT NULL AND (kind = 'available' OR TG_OP = 'UPDATE'));
BEGIN
  IF ids <> '{}' THEN
    PERFORM take_turn_of_offers(ids);
    UPDATE lesson_offers SET opens = opened_by(project_id) WHERE project_id = ANY (ids);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What was missed before.
SELECT take_turn_of_offers(ARRAY(SELECT project_id FROM lesson_offers));
--> statement-breakpoint
UPDATE lesson_offers SET opens = opened_by(project_id) WHERE opens <> opened_by(project_id);
