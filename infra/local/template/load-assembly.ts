import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A resource of one stack; its key is unique over the whole assembly. */
export type Resource = {
  key: string
  stack: string
  id: string
  type: string
  properties: Record<string, unknown>
  condition?: string
}

export type Template = {
  Resources?: Record<string, { Type: string; Properties?: Record<string, unknown>; Condition?: string }>
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>
  Parameters?: Record<string, { Default?: unknown }>
  Mappings?: Record<string, Record<string, Record<string, unknown>>>
  Conditions?: Record<string, unknown>
}

export type Assembly = {
  dir: string
  stacks: Map<string, Template>
  resources: Map<string, Resource>
  ofType: (type: string) => Resource[]
  /** Returns the path of an asset's files by its hash. */
  assetPath: (hash: string) => string | undefined
}

type AssetFile = { files?: Record<string, { source: { path?: string } }> }

/**
 * Reads every template of a synthesized assembly as one set of resources.
 * @throws when the directory holds no template
 */
export function loadAssembly(dir: string): Assembly {
  const files = readdirSync(dir)
  const stacks = new Map<string, Template>()
  const resources = new Map<string, Resource>()
  const assets = new Map<string, string>()
  for (const file of files) {
    if (file.endsWith('.assets.json')) {
      const content = JSON.parse(readFileSync(join(dir, file), 'utf8')) as AssetFile
      for (const [hash, { source }] of Object.entries(content.files ?? {})) {
        if (source.path) assets.set(hash, join(dir, source.path))
      }
    } else if (file.endsWith('.template.json')) {
      const stack = basename(file, '.template.json')
      const template = JSON.parse(readFileSync(join(dir, file), 'utf8')) as Template
      stacks.set(stack, template)
      for (const [id, resource] of Object.entries(template.Resources ?? {})) {
        const key = `${stack}/${id}`
        resources.set(key, {
          key,
          stack,
          id,
          type: resource.Type,
          properties: resource.Properties ?? {},
          ...(resource.Condition === undefined ? {} : { condition: resource.Condition }),
        })
      }
    }
  }
  if (stacks.size === 0) throw new Error(`No templates in ${dir}: run the synthesis first (npm run synth)`)
  const all = [...resources.values()]
  return {
    dir,
    stacks,
    resources,
    ofType: type => all.filter(resource => resource.type === type),
    assetPath: hash => assets.get(hash),
  }
}
