import { expect, it } from 'vitest'
import { plainError } from './open.ts'

it('an error in the log names the statement and the constraint, and no value', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'users_email_unique' })
  const error = Object.assign(new Error('Failed query: insert … params: ana@example.com,secret', { cause }), {
    query: 'insert into users values ($1, $2)',
    params: ['ana@example.com', 'secret'],
  })
  const line = plainError(error)
  expect(JSON.stringify(line)).not.toMatch(/ana@example|secret/)
  expect(line).toMatchObject({
    message: 'Failed query: insert into users values ($1, $2)',
    cause: { code: '23505', constraint: 'users_email_unique' },
  })
})
