import { sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { music_projects, project_members } from '#features/projects/table.ts'
import { outer } from './columns.ts'

const printed = (field: ReturnType<typeof sql>) =>
  new QueryBuilder().select({ field }).from(music_projects).toSQL().sql

test('a column of the outer table keeps its table in a subquery, where drizzle alone would write it bare', () => {
  const inner = sql`select count(*) from ${project_members} m`
  expect(printed(sql`(${inner} where m.project_id = ${music_projects.id})`)).toContain('m.project_id = "id"')
  expect(printed(sql`(${inner} where m.project_id = ${outer(music_projects.id)})`)).toContain(
    'm.project_id = "music_projects"."id"',
  )
})
