-- A moment as it is written in JSON, ISO 8601 with its zone: what it means depends on no setting, so a generated column
-- may be made of it.
CREATE FUNCTION instant_of(text) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN $1::timestamptz;
