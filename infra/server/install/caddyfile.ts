/**
 * Returns Caddy's configuration for a server: TLS for the public address, and everything behind it
 * from the product on loopback. Caddy passes the name, the client's address and WebSockets on by
 * itself.
 * @param bodyMegabytes the largest body that the product takes, in MiB
 * @param objects the path of the object store, which takes larger ones
 */
export function caddyfile({
  publicUrl,
  port,
  bodyMegabytes,
  objects,
}: {
  publicUrl: string
  port: number
  bodyMegabytes: number
  objects: { path: string; bodyMegabytes: number }
}): string {
  const { host } = new URL(publicUrl)
  return `# TLS certificates are made and renewed by Caddy itself.
${host} {
	encode zstd gzip
	# Files go straight to the disk there; a limit for both would be that of the smaller ones.
	@objects path ${objects.path}/*
	request_body @objects {
		max_size ${objects.bodyMegabytes}MiB
	}
	@others not path ${objects.path}/*
	request_body @others {
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
