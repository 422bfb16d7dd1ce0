import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { BUNDLING } from '../../constructs/function-bundles.ts'
import { REPOSITORY } from '../../constructs/repository.ts'

const SDK_FOR_OTHERS = {
  'integrations/sqs.ts': 'sdk-sqs.ts',
  'realtime/gateway.ts': 'sdk-gateway.ts',
}

/** Modules below `functions/src` that a client replaces, each by a file of this folder. */
const REPLACED = {
  /** The functions' own client: `integrations/aws/json-call.ts`. */
  product: {},
  /**
   * The SDK's plain client with cached middleware and kept connections; the functions' own code
   * converts items.
   */
  sdk: { 'data/table/document-client.ts': 'sdk-document-client.ts', ...SDK_FOR_OTHERS },
  /** The SDK's document client, which refuses cached middleware. */
  document: { 'data/table/document-client.ts': 'lib-document-client.ts', ...SDK_FOR_OTHERS },
} satisfies Record<string, Record<string, string>>

export type ClientName = keyof typeof REPLACED
export const CLIENTS = Object.keys(REPLACED) as ClientName[]

function replace(name: ClientName): Plugin {
  const replaced = new Map(
    Object.entries(REPLACED[name]).map(([module, file]) => [
      join(REPOSITORY, 'functions/src', module),
      join(import.meta.dirname, file),
    ]),
  )
  return {
    name: `client-${name}`,
    setup({ onResolve, resolve }) {
      onResolve({ filter: /\.ts$/ }, async ({ path, pluginData, ...options }) => {
        // Called by `resolve` below.
        if (pluginData === name) return undefined
        const found = await resolve(path, { ...options, pluginData: name })
        const file = replaced.get(found.path)
        return file ? { path: file } : found
      })
    },
  }
}

/**
 * Bundles `entries` (name to file) with a client, otherwise as functions are deployed:
 * `<dir>/<entry>.mjs`.
 */
export async function bundleWith(name: ClientName, entries: Record<string, string>, dir: string): Promise<void> {
  const { plugins, ...bundling } = BUNDLING
  const options: BuildOptions = {
    ...bundling,
    plugins: [replace(name), ...plugins],
    entryPoints: Object.entries(entries).map(([out, file]) => ({ in: join(REPOSITORY, file), out })),
    outdir: dir,
  }
  await build(options)
}
