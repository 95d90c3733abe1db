CREATE TABLE "payment_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"step" text NOT NULL,
	"state" text NOT NULL,
	"by" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"method" text,
	"reference" text DEFAULT '' NOT NULL,
	"declared_by" text,
	"declared_at" timestamp(3) with time zone,
	"held_at" timestamp(3) with time zone,
	"settled_at" timestamp(3) with time zone,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"waits" boolean DEFAULT false NOT NULL,
	"remind_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_of_something" CHECK ("payments"."amount" > 0),
	CONSTRAINT "share_of_payment" CHECK ("payments"."fee" between 0 and "payments"."amount"),
	CONSTRAINT "part_of_payment" CHECK ("payments"."refunded" between 0 and "payments"."amount")
);
--> statement-breakpoint
ALTER TABLE "payment_history" ADD CONSTRAINT "payment_history_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_of_payment" ON "payment_history" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payments_for" ON "payments" USING btree ("subject","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_payment_a_kind" ON "payments" USING btree ("subject","kind") WHERE kind <> 'refund';--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_refund" ON "payments" USING btree ("subject") WHERE kind = 'refund' and state in ('due', 'processing', 'failed', 'disputed');--> statement-breakpoint
CREATE INDEX "payments_of_project" ON "payments" USING btree ("project_id","state");--> statement-breakpoint
CREATE INDEX "payments_to_remind" ON "payments" USING btree ("remind_at") WHERE remind_at is not null;--> statement-breakpoint
CREATE INDEX "payments_waiting" ON "payments" USING btree ("id") WHERE waits;--> statement-breakpoint
-- Written by hand from here: what was paid before is in the books already (0047), so that nothing is posted again.
CREATE FUNCTION refuse_change_of_payment_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what happened to a payment is not rewritten';
END $$;--> statement-breakpoint
CREATE TRIGGER payment_history_stays BEFORE UPDATE OR DELETE ON payment_history
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_payment_history();--> statement-breakpoint
INSERT INTO payments (subject, kind, user_id, project_id, amount, fee, currency, state, due_at, method, reference,
  declared_by, declared_at, held_at, settled_at, waits, remind_at, created_at)
WITH sums AS (
  SELECT c.*, (c.terms -> 'fees' ->> 'deposit')::bigint AS deposit, (c.terms -> 'fees' ->> 'platform_fee')::bigint AS share,
    (c.terms -> 'fees' ->> 'balance_due_at')::timestamptz AS balance_due_at,
    coalesce((c.terms -> 'replaces' ->> 'carried')::bigint, 0) AS carried,
    CASE c.deposit_recorded_by WHEN 'hunter' THEN 'user' WHEN 'artist' THEN 'project' END AS recorded_by,
    -- What became of what was paid: another agreement that both signed has it, it was played, or it is still kept.
    CASE WHEN c.state = 'completed' THEN 'released'
      WHEN c.replaced_by_id IS NOT NULL AND EXISTS (SELECT FROM contracts n, jsonb_array_elements(
          n.terms -> 'replaces' -> 'agreements') one WHERE n.id = c.replaced_by_id AND n.signed_at IS NOT NULL
        AND one ->> 'number' = c.number AND (one ->> 'carried')::bigint > 0) THEN 'carried'
      ELSE 'held' END AS became,
    (SELECT max(i.done_at) FROM checklist_items i JOIN events e ON e.id = i.event_id
      WHERE e.order_id = c.order_id AND i.key = 'balance_paid') AS ticked_at
  FROM contracts c
), parts AS (
  SELECT s.*, 1 AS place, 'carried' AS kind, 0::bigint AS before, s.carried AS after,
    CASE WHEN s.signed_at IS NOT NULL THEN s.became
      WHEN s.state IN ('rejected', 'expired', 'voided') THEN 'cancelled' ELSE 'scheduled' END AS to_be,
    CASE WHEN s.deposit_source = 'carried' THEN s.deposit_confirmed_at ELSE s.signed_at END AS confirmed_at,
    s.created_at AS due
  FROM sums s WHERE s.carried > 0
  UNION ALL
  SELECT s.*, 2, 'deposit', s.carried, s.deposit,
    CASE WHEN s.deposit_confirmed_at IS NOT NULL THEN s.became WHEN s.deposit_recorded_at IS NOT NULL THEN 'processing'
      WHEN s.state = 'signed' THEN 'due' ELSE 'cancelled' END,
    s.deposit_confirmed_at, least(s.signed_at + interval '72 hours', s.starts_at)
  FROM sums s WHERE s.deposit > s.carried AND s.signed_at IS NOT NULL
  UNION ALL
  SELECT s.*, 3, 'balance', greatest(s.deposit, s.carried), s.total,
    CASE WHEN s.state = 'signed' THEN 'scheduled' WHEN s.ticked_at IS NOT NULL THEN 'processing' ELSE 'due' END,
    NULL, s.balance_due_at
  FROM sums s WHERE s.total > greatest(s.deposit, s.carried) AND s.state IN ('signed', 'active')
)
SELECT 'contract:' || p.id, p.kind, p.hunter_id, p.project_id, p.after - p.before,
  round(p.share * p.after / p.total::numeric) - round(p.share * p.before / p.total::numeric), p.currency, p.to_be, p.due,
  CASE WHEN p.kind = 'balance' THEN CASE WHEN p.to_be = 'processing' THEN 'transfer' END
    WHEN p.kind = 'deposit' OR p.deposit_source = 'carried' THEN p.deposit_method END,
  CASE WHEN p.kind = 'deposit' OR p.kind = 'carried' AND p.deposit_source = 'carried'
    THEN coalesce(p.deposit_reference, '') ELSE '' END,
  CASE WHEN p.kind = 'balance' THEN CASE WHEN p.to_be = 'processing' THEN 'user' END
    WHEN p.kind = 'deposit' OR p.deposit_source = 'carried' THEN p.recorded_by END,
  CASE WHEN p.kind = 'balance' THEN CASE WHEN p.to_be = 'processing' THEN p.ticked_at END
    WHEN p.kind = 'deposit' OR p.deposit_source = 'carried' THEN p.deposit_recorded_at END,
  p.confirmed_at, CASE WHEN p.to_be IN ('released', 'carried', 'cancelled') THEN p.ended_at END,
  p.to_be = 'held' AND p.state IN ('rejected', 'expired', 'voided'),
  CASE WHEN p.to_be = 'due' THEN greatest(p.due - interval '3 days', now())
    WHEN p.to_be = 'processing' AND p.state NOT IN ('rejected', 'expired', 'voided') THEN now() + interval '72 hours' END,
  coalesce(p.signed_at, p.created_at)
FROM parts p ORDER BY p.id, p.place;--> statement-breakpoint
INSERT INTO payment_history (payment_id, step, state, by, note, at)
SELECT id, 'schedule', state, 'system', 'as it was known before', created_at FROM payments ORDER BY id;--> statement-breakpoint
-- Generated again: what the rows have taken the place of.
ALTER TABLE "contracts" DROP COLUMN "deposit_method";--> statement-breakpoint
ALTER TABLE "contracts" DROP COLUMN "deposit_reference";--> statement-breakpoint
ALTER TABLE "contracts" DROP COLUMN "deposit_recorded_by";--> statement-breakpoint
ALTER TABLE "contracts" DROP COLUMN "deposit_recorded_at";--> statement-breakpoint
ALTER TABLE "contracts" DROP COLUMN "deposit_confirmed_at";--> statement-breakpoint
ALTER TABLE "contracts" DROP COLUMN "deposit_source";