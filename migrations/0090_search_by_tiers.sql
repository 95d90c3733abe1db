DROP INDEX "project_search_words_index";
--> statement-breakpoint
DROP INDEX "project_search_names";
--> statement-breakpoint
DROP INDEX "words_of_best";
--> statement-breakpoint
DROP INDEX "names_of_best";
--> statement-breakpoint
DROP INDEX "words_of_good";
--> statement-breakpoint
DROP INDEX "names_of_good";
--> statement-breakpoint
DROP INDEX "best_first";
--> statement-breakpoint
DROP INDEX "best_rated";
--> statement-breakpoint
DROP INDEX "cheapest";
--> statement-breakpoint
-- By what and where somebody is found, for an index that has their words as well: `g:salsa` anywhere, `@104089<200` whoever is
-- in that cell and travels 200 km at most, and `g:salsa@104089<200` (placesReaching in the directory's rules).
CREATE FUNCTION search_places(lat float8, lng float8, radius_km integer, genres text[], instruments text[], formats text[])
  RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT array_agg(found) FROM unnest(search_facets(genres, instruments, formats)) facet
    CROSS JOIN LATERAL (VALUES (nullif(facet, '')), (facet || '@' || coalesce(search_cell(lat, lng), -1) || '<'
      || CASE WHEN radius_km <= 50 THEN 50 WHEN radius_km <= 100 THEN 100 WHEN radius_km <= 200 THEN 200
        WHEN radius_km <= 400 THEN 400 ELSE 1000 END)) by (found)
    WHERE found IS NOT NULL);
--> statement-breakpoint
ALTER TABLE "project_search" ADD COLUMN "places" text[] GENERATED ALWAYS AS (search_places(lat, lng, radius_km, genres, instruments, formats)) STORED;
--> statement-breakpoint
CREATE INDEX "found_in_tier_0" ON "project_search" USING gin ("words","name_key" gin_trgm_ops,"places") WHERE score > 92;
--> statement-breakpoint
CREATE INDEX "found_in_tier_1" ON "project_search" USING gin ("words","name_key" gin_trgm_ops,"places") WHERE score > 91 and score <= 92;
--> statement-breakpoint
CREATE INDEX "found_in_tier_2" ON "project_search" USING gin ("words","name_key" gin_trgm_ops,"places") WHERE score > 90 and score <= 91;
--> statement-breakpoint
CREATE INDEX "found_in_tier_3" ON "project_search" USING gin ("words","name_key" gin_trgm_ops,"places") WHERE score > 88 and score <= 90;
--> statement-breakpoint
CREATE INDEX "found_in_tier_4" ON "project_search" USING gin ("words","name_key" gin_trgm_ops,"places") WHERE score > 86 and score <= 88;
--> statement-breakpoint
CREATE INDEX "found_in_tier_5" ON "project_search" USING gin ("words","name_key" gin_trgm_ops,"places") WHERE score <= 86;
--> statement-breakpoint
CREATE INDEX "best_first" ON "project_search" USING btree ("turned_score","project_id","min_price","currency","rate","traits","open_hours");
--> statement-breakpoint
CREATE INDEX "best_rated" ON "project_search" USING btree (((-coalesce(rating, 0) * 1000)::float8),"project_id","rating","lat","lng","radius_km","min_price","currency","rate","traits","open_hours");
--> statement-breakpoint
CREATE INDEX "cheapest" ON "project_search" USING btree ("min_price","project_id","currency","rate","lat","lng","radius_km","traits","open_hours");
--> statement-breakpoint
ANALYZE project_search;
