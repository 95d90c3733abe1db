import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { HEAP } from './productionServer.ts'

it('is started with the heap of npm start and of the image', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.start).toContain(`node ${HEAP.join(' ')} `)
  expect(readFileSync('Dockerfile', 'utf8')).toContain(
    `CMD ${JSON.stringify(['node', ...HEAP, 'scripts/start.ts']).replaceAll(',', ', ')}`,
  )
})
