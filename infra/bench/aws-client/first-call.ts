// Child of measure-aws-client.ts: imports a function's bundle and makes its first call, as a cold
// start does. Answers the processor time (ms) of both and their duration.
type Handler = (event: object) => Promise<{ statusCode: number }>

const [bundle = '', event = ''] = process.argv.slice(2)
const usedBefore = process.cpuUsage()
const begun = performance.now()
const { handler } = (await import(bundle)) as { handler: Handler }
const importMs = performance.now() - begun
const { statusCode } = await handler(JSON.parse(event) as object)
if (statusCode !== 200) throw new Error(`the first call answered ${statusCode}`)
const { user, system } = process.cpuUsage(usedBefore)
process.send!({ importMs, firstMs: performance.now() - begun, processorMs: (user + system) / 1000 })
process.exit(0)
