CREATE TABLE "saved_replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_blocks" (
	"hunter_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "thread_blocks_hunter_id_project_id_by_pk" PRIMARY KEY("hunter_id","project_id","by")
);
--> statement-breakpoint
CREATE TABLE "thread_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "thread_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"thread_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seq" integer,
	"key" text NOT NULL,
	"format" text NOT NULL,
	"bytes" integer NOT NULL,
	"name" text NOT NULL,
	"stored_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "thread_files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "thread_messages" (
	"thread_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"user_id" bigint,
	"side" text,
	"project_id" bigint,
	"client_id" text,
	"text" text DEFAULT '' NOT NULL,
	"event" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "thread_messages_thread_id_seq_pk" PRIMARY KEY("thread_id","seq"),
	CONSTRAINT "message_sent_once" UNIQUE("thread_id","user_id","client_id"),
	CONSTRAINT "said_or_happened" CHECK (("thread_messages"."event" is null) = ("thread_messages"."client_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "thread_reads" (
	"thread_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"read_seq" integer DEFAULT 0 NOT NULL,
	"told_seq" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "thread_reads_thread_id_user_id_pk" PRIMARY KEY("thread_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "thread_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "thread_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"thread_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "reported_once" UNIQUE("thread_id","seq","user_id")
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "threads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hunter_id" bigint NOT NULL,
	"project_id" bigint,
	"order_id" bigint,
	"event_id" bigint,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "thread_has_one_subject" CHECK (("threads"."project_id" is null) = ("threads"."event_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_blocks" ADD CONSTRAINT "thread_blocks_hunter_id_users_id_fk" FOREIGN KEY ("hunter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_blocks" ADD CONSTRAINT "thread_blocks_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_files" ADD CONSTRAINT "thread_files_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_files" ADD CONSTRAINT "thread_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reports" ADD CONSTRAINT "thread_reports_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reports" ADD CONSTRAINT "thread_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_hunter_id_users_id_fk" FOREIGN KEY ("hunter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_replies_user_id_index" ON "saved_replies" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "thread_blocks_project_id_index" ON "thread_blocks" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "thread_files_thread_id_seq_index" ON "thread_files" USING btree ("thread_id","seq");--> statement-breakpoint
CREATE INDEX "thread_files_of_person" ON "thread_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "thread_files_not_sent" ON "thread_files" USING btree ("created_at") WHERE seq is null;--> statement-breakpoint
CREATE INDEX "messages_of_person" ON "thread_messages" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "thread_reads_user_id_index" ON "thread_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "thread_reports_user_id_index" ON "thread_reports" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_thread_of_question" ON "threads" USING btree ("hunter_id","project_id") WHERE order_id is null and event_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_thread_of_order" ON "threads" USING btree ("order_id","project_id") WHERE event_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_thread_of_event" ON "threads" USING btree ("event_id") WHERE event_id is not null;--> statement-breakpoint
CREATE INDEX "threads_of_hunter" ON "threads" USING btree ("hunter_id","last_at","id");--> statement-breakpoint
CREATE INDEX "threads_of_project" ON "threads" USING btree ("project_id","last_at","id");