// Runs before any TypeScript, on any version of Node: older ones cannot read the rest.
const OLDEST = [24, 9]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Balcão needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}.\n` +
      'On Linux x64 `npm ci` brings one along, which `npm start` then uses; elsewhere install it and try again.',
  )
  process.exit(1)
}
