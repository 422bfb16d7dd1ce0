import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ownEnvironment } from '../../local/config.ts'

/** Minor versions of Python 3. */
export type Minors = { oldest: number; newest: number }

/**
 * Prints its version, and fails if it cannot create a virtual environment with pip: Debian splits
 * them into packages.
 */
const PROBE = 'import sys, venv, ensurepip; print(*sys.version_info[:2])'

/**
 * Returns the first fitting Python among `$PYTHON`, `python3`, `python3.<minor>`, `python` and
 * those of pyenv.
 * @returns undefined when none can create a virtual environment
 */
export function findPython({ oldest, newest }: Minors): string | undefined {
  const minors = Array.from({ length: newest - oldest + 1 }, (_, i) => newest - i)
  const named = ownEnvironment().PYTHON
  const names = [...(named ? [named] : []), 'python3', ...minors.map(minor => `python3.${minor}`), 'python']
  return [...names, ...installedByPyenv(minors)].find(name => {
    const { status, stdout } = spawnSync(name, ['-c', PROBE], { encoding: 'utf8', timeout: 20_000 })
    const [major, minor = 0] = (status === 0 ? stdout : '').split(' ').map(Number)
    return major === 3 && minor >= oldest && minor <= newest
  })
}

/** Returns the versions installed by pyenv, which puts only the selected ones on the path. */
function installedByPyenv(minors: number[]): string[] {
  const versions = join(ownEnvironment().PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions')
  if (!existsSync(versions)) return []
  return minors.flatMap(minor =>
    readdirSync(versions)
      .filter(version => version.startsWith(`3.${minor}.`))
      .map(version => join(versions, version, 'bin/python')),
  )
}
