import { widenThreadPool } from '#core/server/threads.ts'

/* What starts the server imports this before all else: the pool has its size from its first use on, and libraries use it
 * while they are loaded. */
widenThreadPool()
