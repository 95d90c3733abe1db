-- The name under which a zone is kept (core/contract/zones.ts): a place of IANA, which means the same to the runtime and here.
-- What browsers said that is no place has one; of anything else nobody knows the hours, and it is where everybody is who said none.
CREATE FUNCTION known_zone(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN CASE
  WHEN $1 IN ('UTC', 'GMT') THEN $1
  WHEN lower($1) IN ('us/pacific-new', 'canada/east-saskatchewan') THEN 'America/Guatemala'
  WHEN $1 ~* '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/'
    THEN $1
  ELSE CASE $1
    WHEN 'CET' THEN 'Europe/Brussels' WHEN 'MET' THEN 'Europe/Brussels' WHEN 'EET' THEN 'Europe/Athens'
    WHEN 'WET' THEN 'Europe/Lisbon' WHEN 'EST' THEN 'America/Panama' WHEN 'EST5EDT' THEN 'America/New_York'
    WHEN 'CST6CDT' THEN 'America/Chicago' WHEN 'MST' THEN 'America/Phoenix' WHEN 'MST7MDT' THEN 'America/Denver'
    WHEN 'PST8PDT' THEN 'America/Los_Angeles' WHEN 'HST' THEN 'Pacific/Honolulu' WHEN '+00:00' THEN 'UTC'
    ELSE 'America/Guatemala' END
END;
--> statement-breakpoint
-- What both sides signed stays as it is, to the letter; what sums by month read of it is a zone that has a clock.
ALTER TABLE "contracts" DROP COLUMN "zone";
--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "zone" text GENERATED ALWAYS AS (known_zone(terms -> 'event' ->> 'zone')) STORED;
--> statement-breakpoint
CREATE INDEX "spending" ON "contracts" USING btree ("hunter_id","starts_at","state","zone","currency","total");
--> statement-breakpoint
-- Everything else that was stored: one such zone failed each statement that came across it, and so what is done for all.
CREATE TEMPORARY TABLE zones_kept ON COMMIT DROP AS SELECT name FROM pg_timezone_names WHERE known_zone(name) = name;
--> statement-breakpoint
CREATE FUNCTION zone_to_keep(text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT name FROM zones_kept WHERE lower(name) = lower(known_zone($1)) LIMIT 1
$$;
--> statement-breakpoint
UPDATE music_projects SET zone = coalesce(zone_to_keep(zone), 'America/Guatemala')
WHERE zone NOT IN (SELECT name FROM zones_kept);
--> statement-breakpoint
UPDATE availability_settings SET zone = coalesce(zone_to_keep(zone), 'America/Guatemala')
WHERE zone NOT IN (SELECT name FROM zones_kept);
--> statement-breakpoint
UPDATE personal_weeks SET zone = coalesce(zone_to_keep(zone), 'America/Guatemala')
WHERE zone NOT IN (SELECT name FROM zones_kept);
--> statement-breakpoint
UPDATE notification_settings SET zone = coalesce(zone_to_keep(zone), 'America/Guatemala')
WHERE zone NOT IN (SELECT name FROM zones_kept);
--> statement-breakpoint
UPDATE lesson_offers SET zone = coalesce(zone_to_keep(zone), 'America/Guatemala')
WHERE zone NOT IN (SELECT name FROM zones_kept);
--> statement-breakpoint
UPDATE orders SET zone = coalesce(zone_to_keep(zone), 'America/Guatemala')
WHERE zone NOT IN (SELECT name FROM zones_kept);
--> statement-breakpoint
UPDATE events SET zone = coalesce(zone_to_keep(zone), 'America/Guatemala')
WHERE zone NOT IN (SELECT name FROM zones_kept);
--> statement-breakpoint
UPDATE orders SET brief = jsonb_set(brief, '{event,zone}', to_jsonb(coalesce(zone_to_keep(brief #>> '{event,zone}'), 'America/Guatemala')))
WHERE brief #>> '{event,zone}' NOT IN (SELECT name FROM zones_kept);
--> statement-breakpoint
UPDATE notifications SET params = jsonb_set(params, '{zone}', to_jsonb(coalesce(zone_to_keep(params #>> '{zone}'), 'America/Guatemala')))
WHERE params #>> '{zone}' NOT IN (SELECT name FROM zones_kept);
--> statement-breakpoint
DROP FUNCTION zone_to_keep(text);
