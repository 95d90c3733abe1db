import { chmodSync, lstatSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * A data folder for a server that lives as long as one run. As root the database runs under another account, so the
 * folder is open to everybody; where that account still can't reach it (a temp folder below /root), the database
 * moves elsewhere and leaves a link, and removing the folder removes that place too.
 * @param name what it is for: the folder is called tarima-NAME-…
 */
export function temporaryFolder(name: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), `tarima-${name}-`))
  chmodSync(folder, 0o755)
  return {
    folder,
    remove() {
      const moved = path.join(folder, 'postgres', 'moved')
      if (lstatSync(moved, { throwIfNoEntry: false }))
        rmSync(readlinkSync(moved), { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
