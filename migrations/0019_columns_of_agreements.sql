DROP INDEX "contracts_project_id_index";--> statement-breakpoint
DROP INDEX "contracts_hunter_id_index";--> statement-breakpoint
DROP INDEX "nearest";--> statement-breakpoint
DROP INDEX "orders_of_hunter";--> statement-breakpoint
DROP INDEX "requests_of_project";--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "starts_at" timestamp(3) with time zone GENERATED ALWAYS AS (instant_of(terms -> 'event' ->> 'starts_at')) STORED;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "ends_at" timestamp(3) with time zone GENERATED ALWAYS AS (instant_of(terms -> 'event' ->> 'ends_at')) STORED;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "zone" text GENERATED ALWAYS AS (terms -> 'event' ->> 'zone') STORED;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "currency" text GENERATED ALWAYS AS (terms -> 'fees' ->> 'currency') STORED;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "total" bigint GENERATED ALWAYS AS ((terms -> 'fees' ->> 'total')::bigint) STORED;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "payout" bigint GENERATED ALWAYS AS ((terms -> 'fees' ->> 'payout')::bigint) STORED;--> statement-breakpoint
CREATE INDEX "contracts_of_project" ON "contracts" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "contracts_of_project_by_state" ON "contracts" USING btree ("project_id","state");--> statement-breakpoint
CREATE INDEX "contracts_by_state" ON "contracts" USING btree ("state","starts_at");--> statement-breakpoint
CREATE INDEX "payouts" ON "contracts" USING btree ("project_id","starts_at","state","currency","payout");--> statement-breakpoint
CREATE INDEX "spending" ON "contracts" USING btree ("hunter_id","starts_at","state","zone","currency","total");--> statement-breakpoint
CREATE INDEX "requests_of_project_by_status" ON "requests" USING btree ("project_id","status","id");--> statement-breakpoint
CREATE INDEX "nearest" ON "project_search" USING gist (search_point(lat, lng));--> statement-breakpoint
CREATE INDEX "orders_of_hunter" ON "orders" USING btree ("hunter_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "requests_of_project" ON "requests" USING btree ("project_id","id");