import { cacheShell, type Shell } from './cache-shell.ts'
import { listenForPushes } from './show-push.ts'

/** The build puts it here. */
declare const __SHELL__: Shell

const scope = globalThis as unknown as ServiceWorkerGlobalScope
cacheShell(scope, __SHELL__)
listenForPushes(scope)
