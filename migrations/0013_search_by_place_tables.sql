CREATE TABLE "project_search_cells" (
	"project_id" bigint NOT NULL,
	"facet" text NOT NULL,
	"cell" integer NOT NULL,
	"turned_score" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"radius_km" integer NOT NULL,
	"min_price" bigint NOT NULL,
	"currency" text,
	CONSTRAINT "project_search_cells_project_id_facet_pk" PRIMARY KEY("project_id","facet")
);--> statement-breakpoint
CREATE TABLE "project_search_reach" (
	"cell" integer PRIMARY KEY NOT NULL,
	"radius_km" integer NOT NULL
);--> statement-breakpoint
DROP INDEX "busy_times_project_id_index";--> statement-breakpoint
DROP INDEX "project_search_lat_index";--> statement-breakpoint
DROP INDEX "project_search_city_key_index";--> statement-breakpoint
DROP INDEX "best_first";--> statement-breakpoint
ALTER TABLE "project_search" ADD COLUMN "turned_score" double precision GENERATED ALWAYS AS (-score) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "project_search" ADD COLUMN "min_price" bigint DEFAULT 9000000000000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "project_search" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "project_search_cells" ADD CONSTRAINT "project_search_cells_project_id_project_search_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project_search"("project_id") ON DELETE cascade ON UPDATE no action;
