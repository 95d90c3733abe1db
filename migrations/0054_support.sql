ALTER TABLE "users" ADD COLUMN "terms_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"by" text NOT NULL,
	"staff_name" text,
	"text" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_messages_staff" CHECK (("ticket_messages"."staff_name" is not null) = ("ticket_messages"."by" = 'staff'))
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"topic" text NOT NULL,
	"title" text NOT NULL,
	"about" text,
	"state" text DEFAULT 'open' NOT NULL,
	"urgent" boolean DEFAULT false NOT NULL,
	"over_at" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tickets_over" CHECK (("tickets"."over_at" is null) = ("tickets"."state" not in ('resolved', 'closed')))
);
--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_messages_ticket_id_id_index" ON "ticket_messages" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "tickets_user_id_id_index" ON "tickets" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "tickets_waiting" ON "tickets" USING btree ("urgent","id") WHERE state in ('open', 'in_process');--> statement-breakpoint
CREATE INDEX "tickets_resolved" ON "tickets" USING btree ("over_at") WHERE state = 'resolved';