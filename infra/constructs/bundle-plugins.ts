/**
 * Changes to code on its way into a bundle: each removes something that costs time at a cold start
 * and is never used.
 */
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname } from 'node:path'
import type { Plugin } from 'esbuild'

/** Replaces the file whose path matches by a module, which resolves imports as that file would. */
const instead = (name: string, filter: RegExp, contents: string): Plugin => ({
  name,
  setup: ({ onLoad }) => onLoad({ filter }, ({ path }) => ({ contents, loader: 'js', resolveDir: dirname(path) })),
})

/**
 * Writes characters beyond Latin-1 as escapes, in regular expressions too, where esbuild's
 * `charset` leaves them: with a single one V8 keeps the whole bundle as two bytes a character, up
 * to 1.7 MB more in each thread. `String.raw` has the escapes as they stand, as a pattern reads
 * them.
 * @throws for one behind a backslash, which would belong to its escape
 */
const withinLatin1 = (code: string): string =>
  code.replace(/(\\*)([^\0-\xff])/g, (_, backslashes: string, unit: string) => {
    if (backslashes.length % 2 === 1) throw new Error(`write ${unit} without a backslash`)
    return `${backslashes}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })

/**
 * Rewrites `import { z }`, which keeps the whole library with the messages of fifty languages, to a
 * namespace import, which is tree-shaken. The sources keep the short form, for which the web has an
 * empty stand-in.
 */
const zodByNamespace = (code: string): string => code.replace("import { z } from 'zod'", "import * as z from 'zod'")

const ownSources: Plugin = {
  name: 'own-sources',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/](functions|shared)[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: withinLatin1(zodByNamespace(await readFile(path, 'utf8'))),
      loader: 'ts',
    })),
}

const sheetReader: Plugin = {
  name: 'sheet-reader',
  setup: ({ onLoad }) =>
    onLoad({ filter: /@e965[\\/]xlsx[\\/].*\.mjs$/ }, async ({ path }) => ({
      contents: withinLatin1(await readFile(path, 'utf8')),
      loader: 'js',
    })),
}

/**
 * A function on AWS and in the local cloud has its credentials in the environment. The SDK would
 * also look in profiles, sign-in sessions and metadata services, with a separate client for each.
 */
const otherCredentials = instead(
  'without-other-credentials',
  /@aws-sdk\/credential-provider-node\/dist-es\/index\.js$/,
  `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'`,
)

/**
 * S3 signs for one region with the plain signer, to which this one delegates; signing for several
 * regions needs a package that is not installed.
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
 * Loads Node's own modules with `require`: an import makes Node read every exported property, and
 * `http.WebSocket` alone loads the whole of fetch.
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
 * Removes unused parts of the spreadsheet writer: stream packages from before Node's were the same
 * (it is made to use Node's), a second XML parser, and code that reads folders and writes tar
 * archives: together a tenth of the function of jobs.
 */
const writerAlone: Plugin = {
  name: 'writer-alone',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^readable-stream(\/passthrough)?$/ }, ({ path }) => ({ path, namespace: 'streams-of-node' }))
    onLoad({ filter: /.*/, namespace: 'streams-of-node' }, ({ path }) => ({
      contents: `module.exports = require('node:stream')${path.endsWith('passthrough') ? '.PassThrough' : ''}`,
      loader: 'js',
    }))
    // Its copy of Node's file system waits when too many files are open; here none is.
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

/**
 * Empties the resources of OpenAI's client that nothing of ours calls (decision 0030 has those that
 * are): its constructor makes one of each, and they are more than half of the package.
 */
const usedOfOpenAi: Plugin = {
  name: 'used-of-openai',
  setup: ({ onLoad }) =>
    onLoad(
      {
        filter:
          /openai[\\/]resources[\\/](admin|beta|containers|conversations|evals|fine-tuning|graders|live|realtime|responses|safety|skills|uploads|vector-stores|webhooks)[\\/][\w-]+\.mjs$/,
      },
      async ({ path }) => {
        const names = [...(await readFile(path, 'utf8')).matchAll(/^export class (\w+)/gm)].map(([, name]) => name)
        return { contents: names.map(name => `export class ${name} {}`).join('\n'), loader: 'js' }
      },
    ),
}

/** Names a thread by the file of its bundle (`THREADS` in function-bundles.ts). */
const threadsByBundle: Plugin = {
  name: 'threads-by-bundle',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]documents[\\/]read-document\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace("URL('./read-thread.ts'", "URL('./read-thread.mjs'"),
      loader: 'ts',
    })),
}

/**
 * Copies the reader of PDFs beside the bundle that loads it. It is minified already; minified once
 * more, its syntax alone takes esbuild 700 MB and four seconds.
 */
const pdfReaderAsItIs: Plugin = {
  name: 'pdf-reader-as-it-is',
  setup: ({ onLoad }) =>
    onLoad({ filter: /unpdf[\\/]dist[\\/]pdfjs\.mjs$/ }, async ({ path }) => ({
      contents: await readFile(path),
      loader: 'copy',
    })),
}

export const BUNDLE_PLUGINS = [
  threadsByBundle,
  pdfReaderAsItIs,
  ownSources,
  sheetReader,
  otherCredentials,
  oneRegion,
  builtinsByRequire,
  writerAlone,
  usedOfOpenAi,
]
