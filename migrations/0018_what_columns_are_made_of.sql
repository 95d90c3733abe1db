-- A moment as it is written in JSON, ISO 8601 with its zone: what it means depends on no setting, so a generated column
-- may be made of it.
CREATE FUNCTION instant_of(text) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN $1::timestamptz;
--> statement-breakpoint
-- A point on a sphere of radius 1. Earthdistance has such a function (ll_to_earth), but the one of PostgreSQL 15 can't be
-- restored from a dump when an index is made of it.
CREATE FUNCTION search_point(lat float8, lng float8) RETURNS cube LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN cube(ARRAY[cos(radians(lat)) * cos(radians(lng)), cos(radians(lat)) * sin(radians(lng)), sin(radians(lat))]);
