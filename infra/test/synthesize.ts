import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { stageSettings } from '../config.ts'
import { balcaoApp } from '../stacks/balcao-app.ts'

export type Resource = {
  Type: string
  Properties: Record<string, unknown>
  DeletionPolicy?: string
  DependsOn?: string[]
}
export type Synthesized = {
  app: App
  /** Synthesizes the stacks into a folder, and returns it. */
  assembly: () => string
  /** Maps the name of the stack without `balcao-<stage>-` to its resources by logical id. */
  stacks: Map<string, Record<string, Resource>>
  /** Returns the files of a staged asset, by its key. */
  filesOf: (key: string) => string[]
  /** Returns the findings of CloudFormation's schemas; only with `validate`. */
  findings: () => unknown[]
  remove: () => void
}

/**
 * Synthesizes a stage as for a deployment, with a line of code in place of each bundle, which these
 * tests do not read.
 */
export function synthesize(given: Parameters<typeof stageSettings>[0], validate = false): Synthesized {
  const scratch = mkdtempSync(join(tmpdir(), 'balcao-synth-'))
  const code = join(scratch, 'code')
  mkdirSync(code)
  writeFileSync(join(code, 'index.mjs'), 'export const handler = async () => undefined\n')
  const web = join(scratch, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(web, 'index.html'), '<!doctype html>')
  writeFileSync(join(web, 'service-worker.js'), '')
  writeFileSync(join(web, 'assets/index-1a2b3c.js'), '')

  const outdir = join(scratch, 'cdk.out')
  const settings = stageSettings(given)
  const app = balcaoApp(settings, { bundles: () => code, webFiles: web, outdir, validate })
  const prefix = `balcao-${settings.stage}-`
  const stacks = new Map(
    app.node.children.map(child => {
      const { Resources } = Template.fromStack(child as Stack).toJSON() as { Resources: Record<string, Resource> }
      return [child.node.id.slice(prefix.length), Resources]
    }),
  )
  const filesOf = (key: string): string[] => {
    const directory = join(outdir, `asset.${key.replace(/\.zip$/, '')}`)
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => relative(directory, join(entry.parentPath, entry.name)))
  }
  const findings = (): unknown[] => {
    const report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as {
      pluginReports: { violations: unknown[] }[]
    }
    return report.pluginReports.flatMap(({ violations }) => violations)
  }
  const assembly = (): string => app.synth().directory
  return { app, assembly, stacks, filesOf, findings, remove: () => rmSync(scratch, { recursive: true, force: true }) }
}

/** Returns every resource of a type in all stacks, with its logical id. */
export const ofType = ({ stacks }: Synthesized, type: string): (Resource & { id: string; stack: string })[] =>
  [...stacks].flatMap(([stack, resources]) =>
    Object.entries(resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => ({ ...resource, id, stack })),
  )
