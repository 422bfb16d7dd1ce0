/** What is changed on the way into a bundle, each because it costs time at a cold start and serves nothing there. */
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname } from 'node:path'
import type { Plugin } from 'esbuild'

/** A module instead of the file whose path matches, which finds what that one would. */
const instead = (name: string, filter: RegExp, contents: string): Plugin => ({
  name,
  setup: ({ onLoad }) => onLoad({ filter }, ({ path }) => ({ contents, loader: 'js', resolveDir: dirname(path) })),
})

/**
 * `import { z }` keeps the whole library with the messages of fifty languages; as a namespace it is shaken. The sources keep
 * the short form, for which the web has an empty stand-in.
 */
const zodByNamespace: Plugin = {
  name: 'zod-by-namespace',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/](functions|shared)[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace("import { z } from 'zod'", "import * as z from 'zod'"),
      loader: 'ts',
    })),
}

/**
 * A function on AWS and in the local cloud has its credentials in the environment. The SDK would look in profiles, sign-in
 * sessions and metadata services too, with a client of its own for each.
 */
const otherCredentials = instead(
  'without-other-credentials',
  /@aws-sdk\/credential-provider-node\/dist-es\/index\.js$/,
  `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'`,
)

/**
 * S3 signs for one region, by the signer which this one hands everything to that is not for several; signing for several takes a package
 * that is not there.
 */
const oneRegion = instead(
  'one-region',
  /signature-v4-multi-region[\\/]dist-es[\\/]SignatureV4MultiRegion\.js$/,
  `import { SignatureV4SignWithCredentials } from './SignatureV4SignWithCredentials.js'
   export class SignatureV4MultiRegion extends SignatureV4SignWithCredentials {
     static sigv4aDependency() { return 'none' }
   }`,
)

/**
 * Takes Node's own modules by `require`: to import one, Node reads every property it exports, and `http.WebSocket` alone
 * loads the whole of fetch.
 */
const builtinsByRequire: Plugin = {
  name: 'builtins-by-require',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z_:/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
      loader: 'js',
    }))
  },
}

/**
 * What writes spreadsheets brings streams of its own, as they were before Node's were the same (it takes Node's where it is told to), a second
 * parser of XML, and what reads folders and writes tar archives: a tenth of the function of jobs, and none of it is called.
 */
const writerAlone: Plugin = {
  name: 'writer-alone',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^readable-stream(\/passthrough)?$/ }, ({ path }) => ({ path, namespace: 'streams-of-node' }))
    onLoad({ filter: /.*/, namespace: 'streams-of-node' }, ({ path }) => ({
      contents: `module.exports = require('node:stream')${path.endsWith('passthrough') ? '.PassThrough' : ''}`,
      loader: 'js',
    }))
    // Its copy of Node's files system waits when too many files are open; here none is.
    onResolve({ filter: /^graceful-fs$/ }, ({ path }) => ({ path, namespace: 'files-of-node' }))
    onLoad({ filter: /.*/, namespace: 'files-of-node' }, () => ({
      contents: `module.exports = require('node:fs')`,
      loader: 'js',
    }))
    onResolve({ filter: /^(glob|readdir-glob|tar-stream)$/ }, ({ path }) => ({ path, namespace: 'never-called' }))
    onLoad({ filter: /.*/, namespace: 'never-called' }, () => ({ contents: 'module.exports = {}', loader: 'js' }))
    onLoad({ filter: /archiver-utils[\\/]file\.js$/ }, () => ({ contents: 'module.exports = {}', loader: 'js' }))
    onLoad({ filter: /exceljs[\\/]lib[\\/]utils[\\/]parse-sax\.js$/ }, () => ({
      contents: 'module.exports = () => { throw new Error("spreadsheets are only written by this") }',
      loader: 'js',
    }))
  },
}

export const BUNDLE_PLUGINS = [zodByNamespace, otherCredentials, oneRegion, builtinsByRequire, writerAlone]
