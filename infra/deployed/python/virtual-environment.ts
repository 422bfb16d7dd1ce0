import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ownEnvironment } from '../../local/config.ts'
import { stampMatches, writeStamp } from '../../local/fingerprint.ts'
import { ProgramFailed, type Programs } from '../../local/programs.ts'
import { findPython, type Minors } from './find-python.ts'

/** Error for a tool that this machine cannot have, through no fault of the project's. */
export class NotToBeHad extends Error {
  override name = 'NotToBeHad'
}

/**
 * Returns true if pip failed because no server answered. Any other failure (another digest than the
 * pinned one, a version that is gone, a package without a wheel for this Python) is a defect of the
 * pins.
 */
export const nobodyAnswered = (output: string): boolean =>
  /after connection broken by '|Could not fetch URL .*: connection error/.test(output)

/**
 * Installs pinned Python packages into a virtual environment, unless it has them already.
 * @param options.dir folder of the environment
 * @param options.requirements pip's file: exact versions with their digests
 * @param options.sources packages that have only a source distribution
 * @returns the environment's interpreter
 * @throws NotToBeHad without a fitting Python, or when the package index cannot be reached
 */
export async function virtualEnvironment(
  programs: Programs,
  options: { dir: string; requirements: string; minors: Minors; sources?: string[] },
): Promise<string> {
  const { dir, requirements, minors, sources = [] } = options
  const interpreter = join(dir, 'bin/python')
  const stamp = join(dir, 'installed.stamp')
  const print = createHash('sha256').update(readFileSync(requirements)).digest('hex')
  if (stampMatches(stamp, print)) return interpreter

  const python = findPython(minors)
  if (!python)
    throw new NotToBeHad(`no Python 3.${minors.oldest} to 3.${minors.newest} that can make virtual environments`)
  // An unfinished folder, or one with other versions, is of no use.
  rmSync(dir, { recursive: true, force: true })
  const common = { env: ownEnvironment(), cwd: '.' }
  await programs.run('venv', [python, '-m', 'venv', dir], { ...common, seconds: 120 })
  const pip = [interpreter, '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--progress-bar=off']
  const careful = [
    '--require-hashes',
    '--no-deps',
    '--only-binary=:all:',
    ...sources.map(name => `--no-binary=${name}`),
  ]
  try {
    await programs.run('pip', [...pip, ...careful, '--retries=2', '--timeout=20', '-r', requirements], {
      ...common,
      seconds: 600,
    })
  } catch (error) {
    if (error instanceof ProgramFailed && nobodyAnswered(error.output))
      throw new NotToBeHad('the package index of Python does not answer', { cause: error })
    throw error
  }
  writeStamp(stamp, print)
  return interpreter
}
