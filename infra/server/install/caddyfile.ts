/**
 * Returns Caddy's configuration for a server: TLS for the public address, and everything behind it
 * from the product on loopback. Caddy passes the name, the client's address and WebSockets on by
 * itself.
 * @param bodyMegabytes the largest body that the product takes, in MiB
 */
export function caddyfile({
  publicUrl,
  port,
  bodyMegabytes,
}: {
  publicUrl: string
  port: number
  bodyMegabytes: number
}): string {
  const { host } = new URL(publicUrl)
  return `# TLS certificates are made and renewed by Caddy itself.
${host} {
	encode zstd gzip
	request_body {
		max_size ${bodyMegabytes}MiB
	}
	# WebSockets too: Caddy passes an upgrade on by itself.
	reverse_proxy 127.0.0.1:${port} {
		# While the product restarts, calls wait for it.
		lb_try_duration 20s
		lb_try_interval 250ms
	}
}
`
}
