CREATE TABLE "referral_codes" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referrals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"referrer_id" bigint NOT NULL,
	"invited_id" bigint NOT NULL,
	"state" text NOT NULL,
	"mailbox_hash" text,
	"denial" text,
	"evidence" text DEFAULT '' NOT NULL,
	"verified_at" timestamp(3) with time zone,
	"qualified_at" timestamp(3) with time zone,
	"contract_id" bigint,
	"reward_at" timestamp(3) with time zone,
	"waits_for_month" boolean DEFAULT false NOT NULL,
	"reward" bigint DEFAULT 0 NOT NULL,
	"reward_month" text,
	"reward_no" integer,
	"settled_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_referral_an_account" UNIQUE("invited_id"),
	CONSTRAINT "one_reward_a_number" UNIQUE("referrer_id","reward_month","reward_no"),
	CONSTRAINT "not_oneself" CHECK ("referrals"."referrer_id" <> "referrals"."invited_id"),
	CONSTRAINT "denied_with_reason" CHECK (("referrals"."state" = 'denied') = ("referrals"."denial" is not null)),
	CONSTRAINT "rewards_of_a_month" CHECK (("referrals"."state" = 'rewarded') = ("referrals"."reward_no" is not null and "referrals"."reward_month" is not null)
        and "referrals"."reward_no" between 1 and 20),
	CONSTRAINT "rewarded_with_something" CHECK (("referrals"."state" = 'rewarded') = ("referrals"."reward" > 0)),
	CONSTRAINT "qualified_with_date" CHECK ("referrals"."state" <> 'qualified' or "referrals"."reward_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "membership_charges" ADD COLUMN "credit" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_invited_id_users_id_fk" FOREIGN KEY ("invited_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_referral_a_mailbox" ON "referrals" USING btree ("mailbox_hash") WHERE state <> 'denied';--> statement-breakpoint
CREATE INDEX "referrals_of" ON "referrals" USING btree ("referrer_id","id");--> statement-breakpoint
CREATE INDEX "referrals_to_qualify" ON "referrals" USING btree ("id") WHERE state = 'verified';--> statement-breakpoint
CREATE INDEX "referrals_to_reward" ON "referrals" USING btree ("reward_at") WHERE state = 'qualified';--> statement-breakpoint
ALTER TABLE "membership_charges" ADD CONSTRAINT "credit_within_charge" CHECK ("membership_charges"."credit" between 0 and "membership_charges"."amount");--> statement-breakpoint
-- ─── Written by hand from here on ──────────────────────────────────────────────────────────────────────────────────
-- The mailbox behind an e-mail: what follows a plus, and at Gmail dots, lead to the same one.
CREATE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN parts.domain IN ('gmail.com', 'googlemail.com')
      THEN replace(parts.name, '.', '') || '@gmail.com' ELSE parts.name || '@' || parts.domain END
  FROM (SELECT regexp_replace(regexp_replace(lower(email), '@[^@]*$', ''), '(.)\+.*$', '\1') AS name,
    substring(lower(email) FROM '[^@]*$') AS domain) parts
$$;
--> statement-breakpoint
CREATE INDEX users_by_mailbox ON users (mailbox_of(email::text));
--> statement-breakpoint
-- Nobody pays with credit that they don't have, whoever asks at the same time.
CREATE FUNCTION credit_is_there() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ledger_accounts a WHERE a.id = NEW.account_id AND a.kind = 'credit' FOR UPDATE;
  IF FOUND AND (SELECT sum(p.amount) FROM ledger_postings p WHERE p.account_id = NEW.account_id) < 0 THEN
    RAISE EXCEPTION 'account % has not that much credit', NEW.account_id USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER credit_is_there AFTER INSERT ON ledger_postings
  FOR EACH ROW WHEN (NEW.amount < 0) EXECUTE FUNCTION credit_is_there();
