CREATE TABLE "idempotency_keys" (
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"reply" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"file" text,
	"expires_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_issuer_subject_unique" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "identity_flows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_flows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"flow_hash" text NOT NULL,
	"state_hash" text,
	"nonce" text,
	"code_verifier" text,
	"remember" boolean NOT NULL,
	"issuer" text,
	"subject" text,
	"email" "citext",
	"name" text,
	"used_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_flows_flow_hash_unique" UNIQUE("flow_hash")
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"remember" boolean NOT NULL,
	"music_project_id" bigint,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	"user_agent" text,
	"ip" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" "citext" NOT NULL,
	"password_hash" text,
	"account_type" text NOT NULL,
	"language" text DEFAULT 'es' NOT NULL,
	"verified_at" timestamp(3) with time zone,
	"phone" text,
	"city" text,
	"client_kind" text,
	"legal_name" text,
	"tax_id" text,
	"referred_by" text,
	"terms_accepted_at" timestamp(3) with time zone NOT NULL,
	"delete_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_name_length" CHECK (char_length("users"."name") between 2 and 80)
);
--> statement-breakpoint
CREATE TABLE "availability_exceptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "availability_exceptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"during" "tstzrange" NOT NULL,
	"kind" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "availability_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "availability_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"weekday" smallint NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "availability_settings" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"buffer_before_minutes" integer DEFAULT 60 NOT NULL,
	"buffer_after_minutes" integer DEFAULT 60 NOT NULL,
	"minimum_notice_days" integer DEFAULT 2 NOT NULL,
	"maximum_gigs_a_day" integer DEFAULT 2 NOT NULL,
	"week" "int4multirange" DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "busy_times" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "busy_times_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"user_id" bigint,
	"during" "tstzrange" NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"released_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "budgets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"slot_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"latest" boolean DEFAULT true NOT NULL,
	"state" text NOT NULL,
	"items" jsonb NOT NULL,
	"chosen" integer[] DEFAULT '{}' NOT NULL,
	"subtotal" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"platform_fee" bigint NOT NULL,
	"total" bigint NOT NULL,
	"payout" bigint NOT NULL,
	"deposit" bigint NOT NULL,
	"currency" text NOT NULL,
	"deposit_pct" integer NOT NULL,
	"balance_due_at" timestamp(3) with time zone NOT NULL,
	"valid_until" timestamp(3) with time zone NOT NULL,
	"cancellation" jsonb NOT NULL,
	"line_up" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"viewed_at" timestamp(3) with time zone,
	"answered_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "budgets_request_id_version_unique" UNIQUE("request_id","version")
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contracts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"order_id" bigint NOT NULL,
	"slot_id" bigint NOT NULL,
	"request_id" bigint NOT NULL,
	"budget_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"hunter_id" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"terms" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"viewed_at" timestamp(3) with time zone,
	"activated_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"deposit_method" text,
	"deposit_reference" text,
	"deposit_sent_at" timestamp(3) with time zone,
	"deposit_confirmed_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contracts_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "signatures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signatures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contract_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"side" text NOT NULL,
	"user_id" bigint NOT NULL,
	"typed_name" text NOT NULL,
	"consent" text NOT NULL,
	"signed_at" timestamp(3) with time zone NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"sha256" text NOT NULL,
	"voided_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "project_search" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"genres" text[] DEFAULT '{}' NOT NULL,
	"instruments" text[] DEFAULT '{}' NOT NULL,
	"formats" text[] DEFAULT '{}' NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"city_key" text,
	"radius_km" integer NOT NULL,
	"score" double precision NOT NULL,
	"rating" real,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checklist_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "checklist_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"key" text,
	"title" text DEFAULT '' NOT NULL,
	"owner" text NOT NULL,
	"project_id" bigint,
	"due_at" timestamp(3) with time zone NOT NULL,
	"done_at" timestamp(3) with time zone,
	"done_by" bigint
);
--> statement-breakpoint
CREATE TABLE "event_performers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_performers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"contract_id" bigint NOT NULL,
	"slot_id" bigint NOT NULL,
	"intent" text NOT NULL,
	"slot_title" text,
	"line_up" text DEFAULT '' NOT NULL,
	"schedule" jsonb NOT NULL,
	CONSTRAINT "event_performers_event_id_slot_id_unique" UNIQUE("event_id","slot_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"hunter_id" bigint NOT NULL,
	"title" text,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"zone" text NOT NULL,
	"city" text,
	"place" text,
	"lat" double precision,
	"lng" double precision,
	"guests" integer,
	"setting" text,
	"confirmed_at" timestamp(3) with time zone NOT NULL,
	"reminder" smallint DEFAULT 0 NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"parts" jsonb NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"unused_since" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "candidates" (
	"slot_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"rank" integer NOT NULL,
	"fit" smallint NOT NULL,
	"parts" jsonb NOT NULL,
	"price" bigint NOT NULL,
	"distance_km" double precision NOT NULL,
	"chosen" boolean DEFAULT false NOT NULL,
	"wished" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "candidates_slot_id_project_id_pk" PRIMARY KEY("slot_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "order_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"step" text NOT NULL,
	"from" text,
	"to" text NOT NULL,
	"by" text NOT NULL,
	"user_id" bigint,
	"note" text,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hunter_id" bigint NOT NULL,
	"stage" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"brief" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"title" text,
	"type" text,
	"starts_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"zone" text NOT NULL,
	"city" text,
	"lat" double precision,
	"lng" double precision,
	"guests" integer,
	"currency" text NOT NULL,
	"budget_max" bigint,
	"score" jsonb,
	"plan_id" bigint,
	"variant" text,
	"wished_project_id" bigint,
	"adjustment" jsonb,
	"round" integer DEFAULT 0 NOT NULL,
	"continuous_offered_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_moments" (
	"plan_id" bigint NOT NULL,
	"slot_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"from" timestamp(3) with time zone NOT NULL,
	"to" timestamp(3) with time zone NOT NULL,
	"intent" text NOT NULL,
	"title" text,
	"energy" smallint NOT NULL,
	"genre" text NOT NULL,
	"format" text,
	"volume" text NOT NULL,
	"repertoire" text[] DEFAULT '{}' NOT NULL,
	"cost" bigint NOT NULL,
	"kpi" jsonb NOT NULL,
	"required" boolean NOT NULL,
	"approved" boolean DEFAULT false NOT NULL,
	CONSTRAINT "plan_moments_plan_id_slot_id_pk" PRIMARY KEY("plan_id","slot_id")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"variant" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"total" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_order_id_version_variant_unique" UNIQUE("order_id","version","variant")
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"slot_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"during" "tstzrange" NOT NULL,
	"reply_by" timestamp(3) with time zone NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"answered_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "slots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"matching" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instrument_sets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "instrument_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"instrument_ids" bigint[] DEFAULT '{}' NOT NULL,
	"setup_minutes" integer DEFAULT 0 NOT NULL,
	"teardown_minutes" integer DEFAULT 0 NOT NULL,
	"footprint_m2" real,
	"watts" integer,
	"input_channels" smallint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instruments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "instruments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"family" text,
	"brand" text,
	"model" text,
	"owner_id" bigint,
	"since_year" smallint,
	"level" text,
	"is_primary" boolean DEFAULT false NOT NULL,
	"condition" text DEFAULT 'good' NOT NULL,
	"photo" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"invited_by" bigint NOT NULL,
	"email" "citext" NOT NULL,
	"user_id" bigint,
	"function" text,
	"instruments" text[] DEFAULT '{}' NOT NULL,
	"required" boolean DEFAULT true NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"answered_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"type" text NOT NULL,
	"value" text,
	"subject" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"invitation_status" text,
	"read_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "told_once" UNIQUE("user_id","type","subject","version")
);
--> statement-breakpoint
CREATE TABLE "music_projects" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "music_projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"project_type" text NOT NULL,
	"profile_image" text,
	"bio" text DEFAULT '' NOT NULL,
	"city" text,
	"country" text,
	"lat" double precision,
	"lng" double precision,
	"zone" text DEFAULT 'America/Guatemala' NOT NULL,
	"genres" text[] DEFAULT '{}' NOT NULL,
	"languages" text[] DEFAULT '{es}' NOT NULL,
	"main_instrument" text,
	"rating" real,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"gigs_played" integer DEFAULT 0 NOT NULL,
	"reliability" real DEFAULT 1 NOT NULL,
	"reply_minutes" integer,
	"has_availability" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_members" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"role" text NOT NULL,
	"function" text,
	"instruments" text[] DEFAULT '{}' NOT NULL,
	"required" boolean DEFAULT true NOT NULL,
	"substitute_for" bigint,
	"substitute_rank" integer,
	"fee" bigint,
	"share" real,
	"joined_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"left_at" timestamp(3) with time zone,
	CONSTRAINT "project_members_project_id_user_id_unique" UNIQUE("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "services_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"previous_id" bigint,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"description" text NOT NULL,
	"genres" text[] NOT NULL,
	"event_types" text[] DEFAULT '{}' NOT NULL,
	"format" text NOT NULL,
	"duration_minutes" integer NOT NULL,
	"price_mode" text NOT NULL,
	"price" bigint,
	"currency" text NOT NULL,
	"travel_radius_km" integer NOT NULL,
	"travel_fee_per_km" bigint DEFAULT 0 NOT NULL,
	"includes_sound" boolean DEFAULT false NOT NULL,
	"setup_minutes" integer DEFAULT 0 NOT NULL,
	"lead_time_days" integer DEFAULT 0 NOT NULL,
	"languages" text[] DEFAULT '{es}' NOT NULL,
	"media" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"extras" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"instrument" text,
	"level" text,
	"modality" text,
	"lesson_minutes" integer,
	"trial_price" bigint,
	"status" text DEFAULT 'draft' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_exceptions" ADD CONSTRAINT "availability_exceptions_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_rules" ADD CONSTRAINT "availability_rules_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_settings" ADD CONSTRAINT "availability_settings_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_budget_id_budgets_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."budgets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_hunter_id_users_id_fk" FOREIGN KEY ("hunter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_search" ADD CONSTRAINT "project_search_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checklist_items" ADD CONSTRAINT "checklist_items_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checklist_items" ADD CONSTRAINT "checklist_items_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checklist_items" ADD CONSTRAINT "checklist_items_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_performers" ADD CONSTRAINT "event_performers_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_performers" ADD CONSTRAINT "event_performers_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_performers" ADD CONSTRAINT "event_performers_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_performers" ADD CONSTRAINT "event_performers_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_hunter_id_users_id_fk" FOREIGN KEY ("hunter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_hunter_id_users_id_fk" FOREIGN KEY ("hunter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_wished_project_id_music_projects_id_fk" FOREIGN KEY ("wished_project_id") REFERENCES "public"."music_projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_moments" ADD CONSTRAINT "plan_moments_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_moments" ADD CONSTRAINT "plan_moments_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instrument_sets" ADD CONSTRAINT "instrument_sets_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruments" ADD CONSTRAINT "instruments_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruments" ADD CONSTRAINT "instruments_owner_id_project_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."project_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "music_projects" ADD CONSTRAINT "music_projects_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_substitute_for_project_members_id_fk" FOREIGN KEY ("substitute_for") REFERENCES "public"."project_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_windows_resets_at_index" ON "rate_windows" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "account_exports_user_id_index" ON "account_exports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identities_user_id_index" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_flows_expires_at_index" ON "identity_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_tokens_user_id_kind_index" ON "mail_tokens" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "availability_exceptions_during_index" ON "availability_exceptions" USING gist ("during");--> statement-breakpoint
CREATE INDEX "availability_exceptions_project_id_index" ON "availability_exceptions" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "availability_rules_project_id_index" ON "availability_rules" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "busy_times_subject_index" ON "busy_times" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "busy_times_project_id_index" ON "busy_times" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "busy_times_during_index" ON "busy_times" USING gist ("during");--> statement-breakpoint
CREATE UNIQUE INDEX "one_latest_budget" ON "budgets" USING btree ("request_id") WHERE latest;--> statement-breakpoint
CREATE UNIQUE INDEX "one_accepted_budget" ON "budgets" USING btree ("slot_id") WHERE state in ('accepted', 'contracted');--> statement-breakpoint
CREATE INDEX "budgets_order_id_index" ON "budgets" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "budgets_project_id_index" ON "budgets" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "budgets_running_out" ON "budgets" USING btree ("valid_until") WHERE latest and state in ('sent', 'viewed', 'changes_requested');--> statement-breakpoint
CREATE UNIQUE INDEX "one_standing_contract" ON "contracts" USING btree ("budget_id") WHERE state not in ('rejected', 'expired', 'voided');--> statement-breakpoint
CREATE INDEX "contracts_order_id_index" ON "contracts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "contracts_project_id_index" ON "contracts" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "contracts_hunter_id_index" ON "contracts" USING btree ("hunter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_signature_a_side" ON "signatures" USING btree ("contract_id","version","side") WHERE voided_at is null;--> statement-breakpoint
CREATE INDEX "best_first" ON "project_search" USING btree ((-score),"project_id");--> statement-breakpoint
CREATE INDEX "project_search_words_index" ON "project_search" USING gin ("words");--> statement-breakpoint
CREATE INDEX "project_search_genres_index" ON "project_search" USING gin ("genres");--> statement-breakpoint
CREATE INDEX "project_search_instruments_index" ON "project_search" USING gin ("instruments");--> statement-breakpoint
CREATE INDEX "project_search_lat_index" ON "project_search" USING btree ("lat");--> statement-breakpoint
CREATE INDEX "project_search_city_key_index" ON "project_search" USING btree ("city_key");--> statement-breakpoint
CREATE INDEX "checklist_items_event_id_due_at_index" ON "checklist_items" USING btree ("event_id","due_at");--> statement-breakpoint
CREATE INDEX "event_performers_project_id_index" ON "event_performers" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "events_hunter_id_starts_at_index" ON "events" USING btree ("hunter_id","starts_at");--> statement-breakpoint
CREATE INDEX "events_state_starts_at_index" ON "events" USING btree ("state","starts_at");--> statement-breakpoint
CREATE INDEX "files_user_id_created_at_index" ON "files" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "unused_files" ON "files" USING btree ("unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE INDEX "candidates_order_id_index" ON "candidates" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "candidates_project_id_index" ON "candidates" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "order_history_order_id_id_index" ON "order_history" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_of_hunter" ON "orders" USING btree ("hunter_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_by_stage" ON "orders" USING btree ("stage","starts_at");--> statement-breakpoint
CREATE INDEX "plan_moments_slot_id_index" ON "plan_moments" USING btree ("slot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_request" ON "requests" USING btree ("slot_id","project_id") WHERE status in ('asked', 'available', 'accepted');--> statement-breakpoint
CREATE INDEX "requests_order_id_index" ON "requests" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "requests_of_project" ON "requests" USING btree ("project_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "requests_to_expire" ON "requests" USING btree ("reply_by") WHERE status = 'asked';--> statement-breakpoint
CREATE INDEX "slots_order_id_index" ON "slots" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "instrument_sets_project_id_index" ON "instrument_sets" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "instruments_project_id_index" ON "instruments" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_invitation" ON "invitations" USING btree ("project_id","email") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_user_id_index" ON "invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_email_index" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_of_type" ON "notifications" USING btree ("user_id","type","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "unread_notifications" ON "notifications" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_of_invitation" ON "notifications" USING btree ("value") WHERE type = 'INVITE_BAND_MEMBER';--> statement-breakpoint
CREATE INDEX "music_projects_owner_id_index" ON "music_projects" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_individual_project" ON "music_projects" USING btree ("owner_id") WHERE project_type = 'INDIVIDUAL';--> statement-breakpoint
CREATE INDEX "project_members_user_id_index" ON "project_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "services_project_id_category_status_index" ON "services" USING btree ("project_id","category","status");--> statement-breakpoint
CREATE INDEX "active_services" ON "services" USING btree ("category","format","price") WHERE status = 'active';