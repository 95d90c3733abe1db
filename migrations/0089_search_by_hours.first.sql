-- A zone that the runtime takes and this server doesn't ended the migration, which computes hours of it; 0092 sets right the
-- others.
UPDATE availability_settings SET zone = 'America/Guatemala'
WHERE zone <> '+00:00' AND lower(zone) NOT IN (SELECT lower(name) FROM pg_timezone_names)
