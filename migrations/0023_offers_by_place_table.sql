CREATE TABLE "project_search_offers" (
	"project_id" bigint NOT NULL,
	"service_id" bigint NOT NULL,
	"facet" text NOT NULL,
	"cell" integer NOT NULL,
	"record" smallint NOT NULL,
	"price" bigint NOT NULL,
	"per_hour" boolean NOT NULL,
	"duration_minutes" integer NOT NULL,
	"travel_fee_per_km" bigint NOT NULL,
	"travel_radius_km" integer NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"lead_time_days" integer NOT NULL,
	"genres" integer NOT NULL,
	"event_types" integer NOT NULL,
	"seen_on" date,
	CONSTRAINT "project_search_offers_project_id_service_id_facet_pk" PRIMARY KEY("project_id","service_id","facet")
);
