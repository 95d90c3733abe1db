CREATE TABLE "event_losses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_losses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"contract_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"lost_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "event_losses_contract_id_unique" UNIQUE("contract_id")
);
--> statement-breakpoint
ALTER TABLE "event_losses" ADD CONSTRAINT "event_losses_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_losses" ADD CONSTRAINT "event_losses_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_losses" ADD CONSTRAINT "event_losses_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_losses_event_id_index" ON "event_losses" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_losses_project_id_index" ON "event_losses" USING btree ("project_id");