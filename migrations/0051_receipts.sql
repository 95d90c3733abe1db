CREATE TABLE "receipt_counters" (
	"issuer_kind" text NOT NULL,
	"issuer_id" bigint NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "receipt_counters_issuer_kind_issuer_id_year_pk" PRIMARY KEY("issuer_kind","issuer_id","year")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"issuer_kind" text NOT NULL,
	"issuer_id" bigint NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"payer_kind" text NOT NULL,
	"payer_id" bigint NOT NULL,
	"issuer_name" text,
	"issuer_legal_name" text,
	"issuer_tax_id" text,
	"payer_name" text,
	"payer_legal_name" text,
	"payer_tax_id" text,
	"person_id" bigint,
	"about" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"method" text,
	"reference" text DEFAULT '' NOT NULL,
	"paid_at" timestamp(3) with time zone NOT NULL,
	"issued_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "receipt_of_something" CHECK ("receipts"."amount" > 0),
	CONSTRAINT "receipt_numbered" CHECK ("receipts"."number" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_receipt_a_payment" ON "receipts" USING btree ("source");--> statement-breakpoint
CREATE UNIQUE INDEX "one_receipt_a_number" ON "receipts" USING btree ("issuer_kind","issuer_id","year","number");--> statement-breakpoint
CREATE INDEX "receipts_about" ON "receipts" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "receipts_of_payer" ON "receipts" USING btree ("payer_kind","payer_id","id");--> statement-breakpoint
CREATE INDEX "receipts_of_person" ON "receipts" USING btree ("person_id") WHERE person_id is not null;--> statement-breakpoint
-- Written by hand from here. What was confirmed before there were receipts has one as if it had been given then: numbered by
-- issuer and year in the order of the confirmations.
INSERT INTO receipts (source, subject, kind, issuer_kind, issuer_id, year, number, payer_kind, payer_id, issuer_name,
  issuer_legal_name, issuer_tax_id, payer_name, payer_legal_name, payer_tax_id, person_id, about, amount, currency, method,
  reference, paid_at, issued_at)
WITH confirmed AS (
  SELECT 'payment:' || p.id AS source, p.subject, p.kind, p.kind = 'refund' AS goes_back, p.user_id, p.project_id, p.amount, p.currency,
    p.method, p.reference, p.held_at AS at, p.id, o.id AS owner_id, coalesce(o.legal_name, o.name) AS owner_name,
    o.tax_id AS owner_tax_id, c.terms #>> '{artist,name}' AS artist_name,
    c.terms #>> CASE WHEN c.terms ? 'payer' THEN '{payer,name}' ELSE '{buyer,name}' END::text[] AS user_name,
    CASE WHEN NOT c.terms ? 'payer' THEN c.terms #>> '{buyer,legal_name}' END AS user_legal_name,
    c.terms #>> CASE WHEN c.terms ? 'payer' THEN '{payer,tax_id}' ELSE '{buyer,tax_id}' END::text[] AS user_tax_id,
    jsonb_build_object('agreement', c.number, 'event_type', c.terms #>> '{event,type}', 'starts_at',
      c.terms #>> '{event,starts_at}', 'zone', c.terms #>> '{event,zone}', 'plan', NULL, 'interval', NULL) AS about
  FROM payments p JOIN contracts c ON p.subject = 'contract:' || c.id JOIN music_projects m ON m.id = p.project_id
    JOIN users o ON o.id = m.owner_id
  WHERE p.held_at IS NOT NULL AND p.kind <> 'carried'
), given AS (
  SELECT source, subject, kind, CASE WHEN goes_back THEN 'user' ELSE 'project' END AS issuer_kind,
    CASE WHEN goes_back THEN user_id ELSE project_id END AS issuer_id,
    CASE WHEN goes_back THEN 'project' ELSE 'user' END AS payer_kind,
    CASE WHEN goes_back THEN project_id ELSE user_id END AS payer_id,
    CASE WHEN goes_back THEN user_name ELSE artist_name END AS issuer_name,
    CASE WHEN goes_back THEN user_legal_name ELSE owner_name END AS issuer_legal_name,
    CASE WHEN goes_back THEN user_tax_id ELSE owner_tax_id END AS issuer_tax_id,
    CASE WHEN goes_back THEN artist_name ELSE user_name END AS payer_name,
    CASE WHEN goes_back THEN owner_name ELSE user_legal_name END AS payer_legal_name,
    CASE WHEN goes_back THEN owner_tax_id ELSE user_tax_id END AS payer_tax_id,
    owner_id AS person_id, about, amount, currency, method, reference, at, id
  FROM confirmed
  UNION ALL
  SELECT 'charge:' || c.id, 'membership:' || c.membership_id, 'plan', 'platform', 0, 'user', c.user_id, 'Tarima', NULL, NULL, u.name, u.legal_name, u.tax_id,
    NULL, jsonb_build_object('agreement', NULL, 'event_type', NULL, 'starts_at', NULL, 'zone', NULL, 'plan', c.plan,
      'interval', c.interval), c.amount, c.currency, 'transfer', c.reference, c.settled_at, c.id
  FROM membership_charges c JOIN users u ON u.id = c.user_id WHERE c.state = 'paid' AND c.settled_at IS NOT NULL
), dated AS (
  SELECT given.*, extract(year FROM at AT TIME ZONE 'America/Guatemala')::integer AS year FROM given
)
SELECT source, subject, kind, issuer_kind, issuer_id, year,
  row_number() OVER (PARTITION BY issuer_kind, issuer_id, year ORDER BY at, id), payer_kind, payer_id, issuer_name,
  issuer_legal_name, issuer_tax_id, payer_name, payer_legal_name, payer_tax_id, person_id, about, amount, currency, method,
  reference, at, at
FROM dated ORDER BY at, id;--> statement-breakpoint
INSERT INTO receipt_counters (issuer_kind, issuer_id, year, last)
SELECT issuer_kind, issuer_id, year, max(number) FROM receipts GROUP BY 1, 2, 3;--> statement-breakpoint
CREATE FUNCTION receipts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- What names somebody may be emptied, and nothing else changes.
  names text[] := ARRAY['issuer_name', 'issuer_legal_name', 'issuer_tax_id', 'payer_name', 'payer_legal_name',
    'payer_tax_id', 'reference'];
  before jsonb := to_jsonb(OLD);
  after jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    after := to_jsonb(NEW);
    IF after - names = before - names AND NOT EXISTS (SELECT FROM unnest(names) name
      WHERE after ->> name IS DISTINCT FROM before ->> name AND coalesce(after ->> name, '') <> '') THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a receipt is not changed';
END $$;--> statement-breakpoint
CREATE TRIGGER receipts_stay BEFORE UPDATE OR DELETE ON receipts FOR EACH ROW EXECUTE FUNCTION receipts_stay();
--> statement-breakpoint
CREATE FUNCTION receipt_counters_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.last = 1 THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND NEW.last = OLD.last + 1 AND (NEW.issuer_kind, NEW.issuer_id, NEW.year)
    = (OLD.issuer_kind, OLD.issuer_id, OLD.year) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'receipts are counted one by one';
END $$;--> statement-breakpoint
CREATE TRIGGER receipt_counters_count BEFORE INSERT OR UPDATE OR DELETE ON receipt_counters
FOR EACH ROW EXECUTE FUNCTION receipt_counters_count();--> statement-breakpoint
-- When it commits, each number that was counted is a receipt's, and no receipt has one that wasn't.
CREATE FUNCTION receipts_have_no_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'receipt_counters' THEN
    IF EXISTS (SELECT FROM receipts r WHERE (r.issuer_kind, r.issuer_id, r.year, r.number)
      = (NEW.issuer_kind, NEW.issuer_id, NEW.year, NEW.last)) THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'a number of a receipt was left out';
  END IF;
  IF EXISTS (SELECT FROM receipt_counters c WHERE (c.issuer_kind, c.issuer_id, c.year)
    = (NEW.issuer_kind, NEW.issuer_id, NEW.year) AND c.last >= NEW.number) THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'a receipt was numbered without being counted';
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER receipts_have_no_gap AFTER INSERT OR UPDATE ON receipt_counters
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION receipts_have_no_gap();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER receipts_have_no_gap AFTER INSERT ON receipts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION receipts_have_no_gap();--> statement-breakpoint
CREATE FUNCTION receipts_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'receipts are kept';
END $$;--> statement-breakpoint
CREATE TRIGGER receipts_are_kept BEFORE TRUNCATE ON receipts EXECUTE FUNCTION receipts_are_kept();--> statement-breakpoint
CREATE TRIGGER receipts_are_kept BEFORE TRUNCATE ON receipt_counters EXECUTE FUNCTION receipts_are_kept();
