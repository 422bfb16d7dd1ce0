import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownEnvironment } from '../../local/config.ts'
import { stampMatches, writeStamp } from '../../local/fingerprint.ts'
import { ProgramFailed, type Programs } from '../../local/programs.ts'
import { NotToBeHad, virtualEnvironment } from '../python/virtual-environment.ts'

export type Installed = {
  /** Interpreter with LocalStack installed. */
  python: string
  /** Root of LocalStack's files. */
  filesystem: string
}

const OLDEST_JAVA = 17
/** Packages without a wheel. */
const SOURCES = ['airspeed-ext', 'crontab', 'jsonpath-rw']
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies'
/** Maven's message when no server answered; a missing version gives another one. */
const NOBODY_ANSWERED = /Could not transfer artifact .*(Unknown host|Connection refused|timed out|unreachable|No route)/

/**
 * Installs LocalStack and the DynamoDB Local it serves, unless they are there: no Docker, no
 * account.
 * @throws NotToBeHad without Python 3.13, Java 17 and Maven, or when their packages cannot be
 * reached
 */
export async function installLocalstack(programs: Programs, dir: string): Promise<Installed> {
  const javaHome = findJava()
  if (spawnSync('mvn', ['-version'], { stdio: 'ignore', timeout: 60_000 }).status !== 0)
    throw new NotToBeHad('no Maven')
  // Its metadata states 3.10 and later; its code needs 3.13, and its dependencies no later one.
  const python = await virtualEnvironment(programs, {
    dir: join(dir, 'venv'),
    requirements: join(import.meta.dirname, 'requirements.txt'),
    minors: { oldest: 13, newest: 13 },
    sources: SOURCES,
  })
  const filesystem = join(dir, 'filesystem')
  await installDynamoDb(programs, { dir, filesystem, python, javaHome })
  return { python, filesystem }
}

/** Installs DynamoDB Local and its Java where LocalStack's own installers would put them. */
async function installDynamoDb(
  programs: Programs,
  { dir, filesystem, python, javaHome }: Installed & { dir: string; javaHome: string },
): Promise<void> {
  const pom = join(import.meta.dirname, 'pom.xml')
  const at = join(filesystem, 'usr/lib/localstack/dynamodb-local/2')
  const jars = join(at, 'DynamoDBLocal_lib')
  const java = join(filesystem, 'usr/lib/localstack/java/21/bin')
  const stamp = join(dir, 'dynamodb-local.stamp')
  const wanted = readFileSync(pom, 'utf8')
  if (!stampMatches(stamp, wanted)) {
    rmSync(at, { recursive: true, force: true })
    mkdirSync(jars, { recursive: true })
    const copy = ['-q', '-B', '-f', pom, COPY, '-DincludeScope=runtime', `-DoutputDirectory=${jars}`]
    try {
      await programs.run('maven', ['mvn', ...copy], { env: ownEnvironment(), cwd: dir, seconds: 600 })
    } catch (error) {
      if (error instanceof ProgramFailed && NOBODY_ANSWERED.test(error.output))
        throw new NotToBeHad('the repository of Maven does not answer', { cause: error })
      throw error
    }
    // LocalStack looks for this file and passes it to Java, which is our script.
    writeFileSync(join(at, 'DynamoDBLocal.jar'), '')
    writeStamp(stamp, wanted)
  }
  mkdirSync(java, { recursive: true })
  const start = [python, join(import.meta.dirname, 'dynamodb_local.py'), javaHome, jars].map(quoted).join(' ')
  const script = `#!/bin/sh\n# What follows \`-jar DynamoDBLocal.jar\` is for DynamoDB Local.\nwhile [ "$1" != -jar ]; do shift; done\nshift 2\nexec ${start} "$@"\n`
  writeFileSync(join(java, 'java'), script, { mode: 0o755 })
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the home of the first Java that is new enough. */
function findJava(): string {
  const { JAVA_HOME } = ownEnvironment()
  for (const program of [...(JAVA_HOME ? [join(JAVA_HOME, 'bin/java')] : []), 'java']) {
    const settings = ['-XshowSettings:properties', '-version']
    const { stderr } = spawnSync(program, settings, { encoding: 'utf8', timeout: 60_000 })
    const property = (name: string) => new RegExp(`^ *${name} = (.+)$`, 'm').exec(stderr ?? '')?.[1]
    const home = property('java\\.home')
    if (home && Number(property('java\\.specification\\.version')) >= OLDEST_JAVA) return home
  }
  throw new NotToBeHad(`no Java ${OLDEST_JAVA} or later`)
}
