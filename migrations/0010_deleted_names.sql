ALTER TABLE "users" ALTER COLUMN "name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "signatures" ALTER COLUMN "typed_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "music_projects" ALTER COLUMN "name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_name_until_deleted" CHECK ("users"."name" is not null or "users"."deleted_at" is not null);--> statement-breakpoint
ALTER TABLE "music_projects" ADD CONSTRAINT "music_projects_name_until_archived" CHECK ("music_projects"."name" is not null or "music_projects"."status" = 'archived');--> statement-breakpoint
-- Until now a mark stood in the place of a deleted name, and every answer was searched for it.
UPDATE users SET name = NULL WHERE name = '⟨deleted⟩' AND deleted_at IS NOT NULL;--> statement-breakpoint
UPDATE music_projects SET name = NULL WHERE name = '⟨deleted⟩' AND status = 'archived';--> statement-breakpoint
UPDATE signatures SET typed_name = NULL WHERE typed_name = '⟨deleted⟩';--> statement-breakpoint
-- A party of an agreement has no name any more; within a sentence the words stand that people have read there.
UPDATE contracts SET terms = jsonb_set(jsonb_set(jsonb_set(terms,
    '{buyer,name}', coalesce(nullif(terms #> '{buyer,name}', '"⟨deleted⟩"'), 'null')),
    '{artist,name}', coalesce(nullif(terms #> '{artist,name}', '"⟨deleted⟩"'), 'null')),
    '{artist,signer}', coalesce(nullif(terms #> '{artist,signer}', '"⟨deleted⟩"'), 'null'))
  WHERE terms::text LIKE '%⟨deleted⟩%';--> statement-breakpoint
UPDATE contracts SET terms = jsonb_set(terms, '{clauses,en}',
    replace((terms #> '{clauses,en}')::text, '⟨deleted⟩', 'Deleted account')::jsonb)
  WHERE (terms #> '{clauses,en}')::text LIKE '%⟨deleted⟩%';--> statement-breakpoint
UPDATE contracts SET terms = replace(terms::text, '⟨deleted⟩', 'Cuenta eliminada')::jsonb
  WHERE terms::text LIKE '%⟨deleted⟩%';--> statement-breakpoint
UPDATE notifications SET params = replace(params::text, '⟨deleted⟩', 'Cuenta eliminada')::jsonb
  WHERE params::text LIKE '%⟨deleted⟩%';
