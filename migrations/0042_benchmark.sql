CREATE TABLE "follow_ups" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"results_at" timestamp(3) with time zone NOT NULL,
	"looked_at" timestamp(3) with time zone,
	"benchmarked_at" timestamp(3) with time zone,
	"recommended_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "to_follow_up" ON "follow_ups" USING btree ("results_at") WHERE recommended_at is null;--> statement-breakpoint
CREATE INDEX "events_alike" ON "events" USING btree ("type",lower("city"),"ends_at");--> statement-breakpoint
-- Results that were there before are read on their page: nobody is told of an old evening.
INSERT INTO "follow_ups" ("order_id", "results_at", "recommended_at")
SELECT "o"."id", max("h"."at"), max("h"."at") FROM "orders" "o"
JOIN "order_history" "h" ON "h"."order_id" = "o"."id" AND "h"."to" = 'results'
WHERE "o"."stage" IN ('results', 'closed') GROUP BY "o"."id";
