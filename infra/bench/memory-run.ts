// `npm run bench:memory [-- --quick]`: memory of `npm start` on new data: the most while it starts,
// in use, and left alone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureMemory } from './measure-memory.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'balcao-memory-'))
try {
  const { peak, inUse, memory, core } = await measureMemory(dataDir, process.argv.includes('--quick'))
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
  console.log(`peak ${megabytes(peak)}, in use ${megabytes(inUse)}, idle ${megabytes(memory)}`)
  console.log(`idle ${(core * 100).toFixed(1)} % of a core`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
