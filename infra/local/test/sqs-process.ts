// SQS in its own process, for tests that kill it: `sqs-process.ts <file> <port>`; prints its
// endpoint.
import { startSqs } from '../sqs/start-sqs.ts'

const [file = '', port = '0'] = process.argv.slice(2)
const { endpoint } = await startSqs({ file, port: Number(port) })
console.log(endpoint)
