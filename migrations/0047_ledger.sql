CREATE TABLE "ledger_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_account" UNIQUE("owner_kind","owner_id","kind","currency"),
	CONSTRAINT "currency_of_account" UNIQUE("id","currency")
);
--> statement-breakpoint
CREATE TABLE "ledger_checkpoints" (
	"account_id" bigint NOT NULL,
	"posting_id" bigint NOT NULL,
	"balance" bigint NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "ledger_checkpoints_account_id_posting_id_pk" PRIMARY KEY("account_id","posting_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_postings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "moves_something" CHECK ("ledger_postings"."amount" <> 0 and abs("ledger_postings"."amount") <= 100000000000)
);
--> statement-breakpoint
CREATE TABLE "ledger_proofs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"posting_id" bigint NOT NULL,
	"faults" bigint NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"subject" text NOT NULL,
	"lines" smallint NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_transaction_a_cause" UNIQUE("key"),
	CONSTRAINT "some_lines" CHECK ("ledger_transactions"."lines" between 2 and 100)
);
--> statement-breakpoint
ALTER TABLE "ledger_checkpoints" ADD CONSTRAINT "ledger_checkpoints_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "posting_in_currency_of_account" FOREIGN KEY ("account_id","currency") REFERENCES "public"."ledger_accounts"("id","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "postings_of_transaction" ON "ledger_postings" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "postings_of_account" ON "ledger_postings" USING btree ("account_id","id","amount");--> statement-breakpoint
CREATE INDEX "proofs_by_time" ON "ledger_proofs" USING btree ("at");--> statement-breakpoint
CREATE INDEX "transactions_about" ON "ledger_transactions" USING btree ("subject","id");--> statement-breakpoint
-- What is written in the books stays: a mistake is put right by another transaction.
CREATE FUNCTION ledger_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
--> statement-breakpoint
CREATE TRIGGER ledger_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
--> statement-breakpoint
CREATE TRIGGER ledger_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
--> statement-breakpoint
CREATE TRIGGER ledger_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
--> statement-breakpoint
CREATE TRIGGER ledger_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_proofs
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
--> statement-breakpoint
-- At the commit a transaction has the lines that it says, and they sum to zero in each currency.
CREATE FUNCTION ledger_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  which bigint := CASE WHEN TG_TABLE_NAME = 'ledger_postings'
    THEN (to_jsonb(NEW) ->> 'transaction_id')::bigint ELSE NEW.id END;
BEGIN
  IF EXISTS (SELECT FROM ledger_postings p WHERE p.transaction_id = which GROUP BY p.currency HAVING sum(p.amount) <> 0) THEN
    RAISE EXCEPTION 'transaction % of the ledger is not balanced', which USING ERRCODE = '23514';
  END IF;
  IF (SELECT count(*) FROM ledger_postings p WHERE p.transaction_id = which)
    <> (SELECT t.lines FROM ledger_transactions t WHERE t.id = which) THEN
    RAISE EXCEPTION 'transaction % of the ledger does not have the lines it says', which USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_is_balanced AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_is_balanced();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_is_balanced AFTER INSERT ON ledger_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_is_balanced();
--> statement-breakpoint
-- What was paid before there were books: a deposit that both sides confirmed is held, and earned once it was played.
CREATE TEMPORARY TABLE ledger_begins AS
WITH sums AS (
  SELECT c.id, c.project_id, c.currency, c.state, c.ended_at, c.deposit_confirmed_at, c.deposit_source,
    (c.terms -> 'fees' ->> 'deposit')::bigint AS deposit,
    coalesce((c.terms -> 'replaces' ->> 'carried')::bigint, 0) AS carried
  FROM contracts c)
SELECT 'contract:' || id || ' deposit' AS key, 'contract:' || id AS subject, deposit_confirmed_at AS at, project_id,
  currency, deposit - carried AS amount, 'held' AS kind
FROM sums WHERE deposit_source = 'paid' AND deposit_confirmed_at IS NOT NULL AND deposit > carried
UNION ALL
SELECT 'contract:' || id || ' played', 'contract:' || id, ended_at, project_id, currency,
  CASE WHEN deposit_confirmed_at IS NOT NULL THEN deposit ELSE carried END, 'earned'
FROM sums WHERE state = 'completed' AND ended_at IS NOT NULL
  AND CASE WHEN deposit_confirmed_at IS NOT NULL THEN deposit ELSE carried END > 0;
--> statement-breakpoint
INSERT INTO ledger_accounts (owner_kind, owner_id, kind, currency)
SELECT 'outside', 0, 'hand', currency FROM ledger_begins UNION
SELECT 'project', project_id, 'held', currency FROM ledger_begins UNION
SELECT 'project', project_id, 'earned', currency FROM ledger_begins WHERE kind = 'earned'
ORDER BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO ledger_transactions (key, subject, lines, at)
SELECT key, subject, 2, at FROM ledger_begins ORDER BY at, key;
--> statement-breakpoint
INSERT INTO ledger_postings (transaction_id, account_id, currency, amount)
SELECT t.id, a.id, a.currency, CASE WHEN a.kind = b.kind THEN b.amount ELSE -b.amount END
FROM ledger_begins b JOIN ledger_transactions t ON t.key = b.key
JOIN ledger_accounts a ON a.currency = b.currency AND (
  a.owner_kind = 'project' AND a.owner_id = b.project_id AND a.kind IN ('held', b.kind)
  OR a.owner_kind = 'outside' AND b.kind = 'held')
ORDER BY t.id, a.id;
--> statement-breakpoint
DROP TABLE ledger_begins;
