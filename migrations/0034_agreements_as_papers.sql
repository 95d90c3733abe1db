CREATE TABLE "contract_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contract_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contract_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"terms" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"proposed_by" text,
	"sent_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"document_key" text,
	"document_sha256" text,
	"document_bytes" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "document_key" text;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "document_sha256" text;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "document_bytes" integer;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "amendment_version" integer;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "amendment_by" text;--> statement-breakpoint
ALTER TABLE "contract_versions" ADD CONSTRAINT "contract_versions_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_row_a_version" ON "contract_versions" USING btree ("contract_id","version");