-- Names in which something near a word stands, the nearest first: for words that find nobody as they were written.
CREATE FUNCTION names_near(word text, most int) RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE
  SET pg_trgm.word_similarity_threshold = 0.45 AS $$
  SELECT unaccented(lower(name)) FROM music_projects
  WHERE status = 'active' AND word <% unaccented(lower(name))
  ORDER BY word_similarity(word, unaccented(lower(name))) DESC, id LIMIT most $$;
