import type { CutCalls } from '../../local/cut.ts'
import type { BackupTarget } from './target/backup-target.ts'

/** Source and target of a backup. */
export type BackupOptions = {
  dataDir: string
  target: BackupTarget
  passphrase: string | undefined
  /** Connects to the product that runs on the data directory; undefined when none does. */
  connect: () => Promise<CutCalls | undefined>
  /** Tells that a product runs on the data directory now. */
  isRunning: () => boolean
  /** Version of the product. */
  version: string
  log: (line: string) => void
}
