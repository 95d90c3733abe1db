DROP INDEX "best_rated";--> statement-breakpoint
DROP INDEX "cheapest";--> statement-breakpoint
DROP INDEX "best_of_cell";--> statement-breakpoint
ALTER TABLE "project_search" ADD COLUMN "rate" bigint DEFAULT 9000000000000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "project_search" ADD COLUMN "travel_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "project_search" ADD COLUMN "traits" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "project_search" ADD COLUMN "name_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "project_search_cells" ADD COLUMN "rate" bigint DEFAULT 9000000000000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "project_search_cells" ADD COLUMN "travel_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "project_search_cells" ADD COLUMN "traits" bigint DEFAULT 0 NOT NULL;
