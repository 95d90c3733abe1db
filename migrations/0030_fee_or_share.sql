-- No share at all is none, and who had both keeps the share: it is what the others' parts were reckoned with.
UPDATE "project_members" SET "share" = null WHERE "share" = 0;--> statement-breakpoint
UPDATE "project_members" SET "fee" = null WHERE "share" is not null;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "fee_or_share" CHECK ("project_members"."fee" is null or "project_members"."share" is null);
