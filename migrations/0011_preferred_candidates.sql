-- One name from SQL to the page: a candidate that the hunter asked for by name is the preferred one.
ALTER TABLE "candidates" RENAME COLUMN "wished" TO "preferred";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "wished_project_id" TO "preferred_project_id";--> statement-breakpoint
ALTER TABLE "orders" RENAME CONSTRAINT "orders_wished_project_id_music_projects_id_fk" TO "orders_preferred_project_id_music_projects_id_fk";
