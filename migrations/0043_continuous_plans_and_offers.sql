CREATE TABLE "continuous_dates" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"plan_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "date_of_plan" UNIQUE("plan_id","position")
);
--> statement-breakpoint
CREATE TABLE "continuous_plans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "continuous_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"rhythm" text NOT NULL,
	"line_up" text NOT NULL,
	"budget" bigint NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_continuous_plan" UNIQUE("order_id")
);
--> statement-breakpoint
ALTER TABLE "continuous_dates" ADD CONSTRAINT "continuous_dates_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "continuous_dates" ADD CONSTRAINT "continuous_dates_plan_id_continuous_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."continuous_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "continuous_plans" ADD CONSTRAINT "continuous_plans_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE TABLE "subscription_offers" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"opted_in_at" timestamp(3) with time zone,
	"offered_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "subscription_offers" ADD CONSTRAINT "subscription_offers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;