-- One artist, one deal: a request is a question about an order, and what it asks for stands in request_moments; a budget
-- covers the moments in budget_moments. What is there is carried over; then what two open requests of one order ask of
-- one project becomes one request. What somebody has accepted stays as it was agreed.
CREATE TABLE "request_moments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "request_moments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" bigint NOT NULL,
	"slot_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"during" "tstzrange" NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "moment_of_request_once" UNIQUE("request_id","slot_id")
);
--> statement-breakpoint
CREATE TABLE "budget_moments" (
	"budget_id" bigint NOT NULL,
	"slot_id" bigint NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "budget_moments_budget_id_slot_id_pk" PRIMARY KEY("budget_id","slot_id")
);
--> statement-breakpoint
INSERT INTO request_moments (request_id, slot_id, project_id, service_id, during, status, reason)
  SELECT id, slot_id, project_id, service_id, during, status, reason FROM requests ORDER BY id;
--> statement-breakpoint
INSERT INTO budget_moments (budget_id, slot_id, state) SELECT id, slot_id, state FROM budgets ORDER BY id;
--> statement-breakpoint
DROP INDEX "one_accepted_budget";--> statement-breakpoint
DROP INDEX "one_open_request";--> statement-breakpoint
-- Open requests of one order to one project become the one that says most: a quoted one before one that was only asked.
DO $$
DECLARE pair record; extra record; newest budgets; quoted bigint[]; merged_id bigint; same boolean;
BEGIN
  FOR pair IN
    SELECT order_id, project_id, array_agg(id ORDER BY (status = 'available') DESC, id) AS ids,
      max(reply_by) FILTER (WHERE status = 'asked') AS reply_by, bool_or(status = 'asked') AS waits
    FROM requests WHERE status IN ('asked', 'available')
    GROUP BY order_id, project_id HAVING count(*) > 1 ORDER BY 1, 2
  LOOP
    quoted := ARRAY(SELECT b.id FROM budgets b WHERE b.request_id = ANY (pair.ids) AND b.latest
      AND b.state IN ('sent', 'viewed', 'changes_requested') ORDER BY b.id);
    FOR extra IN SELECT r.* FROM requests r WHERE r.id = ANY (pair.ids[2:]) ORDER BY r.id LOOP
      UPDATE request_moments SET request_id = pair.ids[1] WHERE request_id = extra.id;
      -- Its versions follow those that are there.
      UPDATE budgets b SET request_id = pair.ids[1], latest = false,
        version = b.version + (SELECT coalesce(max(o.version), 0) FROM budgets o WHERE o.request_id = pair.ids[1])
        WHERE b.request_id = extra.id;
      -- What was told of it is about that moment now: it opens the request that there is, and is erased with it.
      UPDATE notifications SET subject = 'request:' || pair.ids[1] || '/slot:' || extra.slot_id,
        value = CASE WHEN value = extra.id::text AND params ->> 'voice' IN ('musician', 'changes')
          THEN pair.ids[1]::text ELSE value END
        WHERE subject = 'request:' || extra.id;
      UPDATE requests SET message = extra.message WHERE id = pair.ids[1] AND message = '';
      DELETE FROM requests WHERE id = extra.id;
    END LOOP;
    UPDATE requests SET status = CASE WHEN pair.waits THEN 'asked' ELSE status END,
      reply_by = coalesce(pair.reply_by, reply_by) WHERE id = pair.ids[1];
    CONTINUE WHEN cardinality(quoted) < 2;
    -- Two quotes become one: their lines, each with its moment. On other terms than the first it is nobody's word yet, so
    -- its author is asked for it.
    SELECT * INTO newest FROM budgets WHERE id = quoted[cardinality(quoted)];
    SELECT count(DISTINCT (deposit_pct, balance_due_at, cancellation, currency, line_up)) = 1 AND bool_and(state <> 'changes_requested')
      INTO same FROM budgets WHERE id = ANY (quoted);
    UPDATE budgets SET latest = false WHERE request_id = pair.ids[1];
    WITH taken AS (
      SELECT sum(b.subtotal)::bigint AS subtotal, sum(b.discount)::bigint AS discount, sum(b.tax)::bigint AS tax,
        min(b.valid_until) AS valid_until,
        string_agg(nullif(b.note, ''), E'\n\n' ORDER BY b.id) AS note,
        string_agg(nullif(b.reason, ''), E'\n\n' ORDER BY b.id) FILTER (WHERE b.state = 'changes_requested') AS wished
      FROM budgets b WHERE b.id = ANY (quoted)
    ), lines AS (
      SELECT jsonb_agg(item.value || jsonb_build_object('slot_id', b.slot_id) ORDER BY b.id, item.at) AS items
      FROM budgets b, jsonb_array_elements(b.items) WITH ORDINALITY AS item (value, at) WHERE b.id = ANY (quoted)
    ), sums AS (
      SELECT *, greatest(0, subtotal - discount) AS base,
        round(greatest(0, subtotal - discount) * 6 / 100.0)::bigint AS fee FROM taken
    )
    -- The slot is no column of its own for much longer: any of them will do.
    INSERT INTO budgets (request_id, order_id, slot_id, project_id, version, latest, state, items, subtotal, discount, tax,
        platform_fee, total, payout, deposit, currency, deposit_pct, balance_due_at, valid_until, cancellation, line_up,
        note, reason, sent_at)
      SELECT pair.ids[1], newest.order_id, newest.slot_id, newest.project_id,
        (SELECT max(version) + 1 FROM budgets WHERE request_id = pair.ids[1]), true,
        CASE WHEN same THEN 'sent' ELSE 'changes_requested' END, lines.items, subtotal, discount, tax, fee,
        base + tax + fee, base + tax, round((base + tax + fee) * newest.deposit_pct / 100.0)::bigint, newest.currency,
        newest.deposit_pct, newest.balance_due_at, sums.valid_until, newest.cancellation, newest.line_up,
        left(coalesce(sums.note, ''), 2000), CASE WHEN same THEN '' ELSE coalesce(sums.wished, 'merged') END, newest.sent_at
      FROM sums, lines
      RETURNING id INTO merged_id;
    INSERT INTO budget_moments (budget_id, slot_id, state)
      SELECT merged_id, b.slot_id, m.state FROM budgets b, budgets m WHERE b.id = ANY (quoted) AND m.id = merged_id;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "event_performers" DROP CONSTRAINT "event_performers_event_id_slot_id_unique";--> statement-breakpoint
ALTER TABLE "budgets" DROP COLUMN "slot_id";--> statement-breakpoint
ALTER TABLE "contracts" DROP COLUMN "slot_id";--> statement-breakpoint
ALTER TABLE "event_performers" DROP COLUMN "slot_id";--> statement-breakpoint
ALTER TABLE "requests" DROP COLUMN "slot_id";--> statement-breakpoint
ALTER TABLE "requests" DROP COLUMN "service_id";--> statement-breakpoint
ALTER TABLE "requests" DROP COLUMN "during";--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "request_of_project" UNIQUE("id","project_id");--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budget_in_state" UNIQUE("id","state");--> statement-breakpoint
ALTER TABLE "event_performers" ADD CONSTRAINT "event_performers_event_id_contract_id_unique" UNIQUE("event_id","contract_id");--> statement-breakpoint
ALTER TABLE "request_moments" ADD CONSTRAINT "request_moments_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_moments" ADD CONSTRAINT "request_moments_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_moments" ADD CONSTRAINT "moment_of_request" FOREIGN KEY ("request_id","project_id") REFERENCES "public"."requests"("id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_moments" ADD CONSTRAINT "budget_moments_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_moments" ADD CONSTRAINT "state_of_budget" FOREIGN KEY ("budget_id","state") REFERENCES "public"."budgets"("id","state") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_request" ON "requests" USING btree ("order_id","project_id") WHERE status in ('asked', 'available');--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_moment" ON "request_moments" USING btree ("slot_id","project_id") WHERE status in ('asked', 'available', 'accepted');--> statement-breakpoint
CREATE INDEX "request_moments_slot_id_index" ON "request_moments" USING btree ("slot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_accepted_budget" ON "budget_moments" USING btree ("slot_id") WHERE state in ('accepted', 'contracted');--> statement-breakpoint
CREATE INDEX "budget_moments_slot_id_index" ON "budget_moments" USING btree ("slot_id");
