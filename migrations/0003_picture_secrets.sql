ALTER TABLE "files" ADD COLUMN "secret" text DEFAULT encode(gen_random_bytes(8), 'hex') NOT NULL;--> statement-breakpoint
-- Addresses that are written down already get their picture's secret.
DO $$
DECLARE
  f record;
  was text;
  now_is text;
BEGIN
  FOR f IN SELECT id, secret, version FROM files LOOP
    was := '/api/files/' || f.id || '/' || CASE WHEN f.version > 1 THEN '?v=' || f.version ELSE '' END;
    now_is := '/api/files/' || f.id || '/?v=' || f.secret || CASE WHEN f.version > 1 THEN '.' || f.version ELSE '' END;
    UPDATE music_projects SET profile_image = now_is WHERE profile_image = was;
    UPDATE instruments SET photo = now_is WHERE photo = was;
    UPDATE services SET media = replace(media::text, to_json(was)::text, to_json(now_is)::text)::jsonb
      WHERE media::text LIKE '%' || to_json(was)::text || '%';
  END LOOP;
END $$;
