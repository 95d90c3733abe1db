-- What happened to an order stays. Only the words that somebody added may be taken out, when their account goes.
CREATE OR REPLACE FUNCTION order_history_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' AND NEW.note IS NULL AND to_jsonb(NEW) - 'note' = to_jsonb(OLD) - 'note' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'order_history is append-only';
END $$;
