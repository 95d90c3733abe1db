import { queue } from '#core/server/queues.ts'

/** Staff hides a profile, or shows it again: its owner reads so. */
export const hiddenLetters = queue<{ project_id: number }>({ name: 'directory.hidden' })
