import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { stageSettings } from '../config.ts'
import { balcaoApp } from '../stacks/balcao-app.ts'
import { resourceNames, testResources } from './resources.ts'
import { loadAssembly } from './template/load-assembly.ts'
import { createResolver } from './template/resolver.ts'
import { templateResources } from './template/template-resources.ts'

// Tests of other workspaces run on these resources; they must equal those of the product.
const scratch = mkdtempSync(join(tmpdir(), 'balcao-resources-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function synthesized(stage: string) {
  const code = join(scratch, 'code')
  mkdirSync(code, { recursive: true })
  writeFileSync(join(code, 'index.mjs'), '')
  writeFileSync(join(code, 'index.html'), '')
  const outdir = join(scratch, stage)
  balcaoApp(stageSettings({ stage }), { bundles: () => code, webFiles: code, outdir, validate: false }).synth()
  const assembly = loadAssembly(outdir)
  const resolver = createResolver(assembly, { queueUrl: n => n, secret: n => n, apiUrl: () => undefined })
  return templateResources(assembly, resolver)
}

describe.each(['local', 'server'])('the resources of tests and those of the stage %s', stage => {
  const real = synthesized(stage)
  const ours = testResources(stage)

  it('have the table of the templates', () => {
    expect(ours.tables).toEqual(real.tables)
    expect(real.tables[0]?.TimeToLiveSpecification?.Enabled).toBe(true)
  })

  it('have its queues, of the same kind and with the same dead-letter queues', () => {
    const kind = ({ name, attributes }: (typeof ours.queues)[number]) => ({
      name,
      fifo: attributes.FifoQueue,
      scope: attributes.DeduplicationScope,
      limit: attributes.FifoThroughputLimit,
      dead: attributes.RedrivePolicy && JSON.parse(attributes.RedrivePolicy).deadLetterTargetArn,
    })
    const byName = (queues: typeof ours.queues) => queues.map(kind).sort((a, b) => a.name.localeCompare(b.name))
    expect(byName(ours.queues)).toEqual(byName(real.queues))
  })

  it('have the media bucket, where the same expires', () => {
    const media = real.buckets.find(bucket => bucket.name === resourceNames(stage).bucket)
    expect(media?.expiry).toEqual(ours.buckets[0]!.expiry)
    expect(media?.expiry).not.toEqual([])
  })
})
