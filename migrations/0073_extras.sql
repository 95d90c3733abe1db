CREATE TABLE "contract_extras" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contract_extras_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contract_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"proposed_by" text NOT NULL,
	"answered_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "extra_of_something" CHECK ("contract_extras"."amount" > 0),
	CONSTRAINT "share_of_extra" CHECK ("contract_extras"."fee" between 0 and "contract_extras"."amount" and ("contract_extras"."kind" <> 'tip' or "contract_extras"."fee" = 0))
);
--> statement-breakpoint
ALTER TABLE "contract_extras" ADD CONSTRAINT "contract_extras_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "extras_of_contract" ON "contract_extras" USING btree ("contract_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_proposed_extra" ON "contract_extras" USING btree ("contract_id") WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX "proposed_extras" ON "contract_extras" USING btree ("project_id") WHERE state = 'proposed';