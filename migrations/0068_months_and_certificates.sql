CREATE TABLE "certificates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"student_id" bigint NOT NULL,
	"teacher_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"language" text NOT NULL,
	"certified" jsonb,
	"sha256" text NOT NULL,
	"document_key" text,
	"document_sha256" text,
	"document_bytes" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "piece_statuses" (
	"piece_id" bigint NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "piece_statuses_piece_id_day_pk" PRIMARY KEY("piece_id","day")
);
--> statement-breakpoint
CREATE TABLE "student_months" (
	"user_id" bigint NOT NULL,
	"month" date NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "student_months_user_id_month_pk" PRIMARY KEY("user_id","month")
);
--> statement-breakpoint
ALTER TABLE "learner_objectives" ADD COLUMN "vouched_by" bigint;--> statement-breakpoint
ALTER TABLE "learner_objectives" ADD COLUMN "vouched_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "learner_pieces" ADD COLUMN "vouched_by" bigint;--> statement-breakpoint
ALTER TABLE "learner_pieces" ADD COLUMN "vouched_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_project_id_music_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."music_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "piece_statuses" ADD CONSTRAINT "piece_statuses_piece_id_learner_pieces_id_fk" FOREIGN KEY ("piece_id") REFERENCES "public"."learner_pieces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_months" ADD CONSTRAINT "student_months_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certified_once" ON "certificates" USING btree ("student_id","sha256");--> statement-breakpoint
CREATE INDEX "certificates_of_teacher" ON "certificates" USING btree ("teacher_id","student_id");--> statement-breakpoint
CREATE INDEX "certificates_without_document" ON "certificates" USING btree ("id") WHERE document_sha256 is null and certified is not null;--> statement-breakpoint
ALTER TABLE "learner_objectives" ADD CONSTRAINT "learner_objectives_vouched_by_users_id_fk" FOREIGN KEY ("vouched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learner_pieces" ADD CONSTRAINT "learner_pieces_vouched_by_users_id_fk" FOREIGN KEY ("vouched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "objectives_vouched" ON "learner_objectives" USING btree ("vouched_by") WHERE vouched_by is not null;--> statement-breakpoint
CREATE INDEX "pieces_vouched" ON "learner_pieces" USING btree ("vouched_by") WHERE vouched_by is not null;--> statement-breakpoint
ALTER TABLE "learner_objectives" ADD CONSTRAINT "objective_vouched" CHECK (("learner_objectives"."vouched_by" is null) = ("learner_objectives"."vouched_at" is null) and ("learner_objectives"."vouched_by" is null or "learner_objectives"."reached_at" is not null));--> statement-breakpoint
ALTER TABLE "learner_pieces" ADD CONSTRAINT "piece_vouched" CHECK (("learner_pieces"."vouched_by" is null) = ("learner_pieces"."vouched_at" is null) and ("learner_pieces"."vouched_by" is null or "learner_pieces"."status" = 'ready'));--> statement-breakpoint
-- What is there began as it stands: from here on it is seen when it moves.
INSERT INTO piece_statuses (piece_id, day, status)
SELECT id, (created_at AT TIME ZONE 'UTC')::date, status FROM learner_pieces;
