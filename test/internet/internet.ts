import path from 'node:path'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import { answerArchive } from './archives.ts'
import { answerCertSpotter, answerCrtSh } from './certificates.ts'
import { Contents } from './contents.ts'
import { answerDnsOverHttps } from './dns.ts'
import type { DomainFile } from './domain-file.ts'
import { answerEnrichment } from './enrichment.ts'
import { loadFolder } from './folder.ts'
import { answerGleif } from './gleif.ts'
import { createHostLimits, type HostLimits } from './host-limits.ts'
import { answerModel, MODEL_HOSTS } from './llm.ts'
import type { SampleRequest } from './messages.ts'
import { answerMicrosoft } from './microsoft.ts'
import { NetworkFailure } from './network-failure.ts'
import { answerOfficialLists, OFFICIAL_LISTS } from './official-lists.ts'
import { answerRdap, isRdapHost } from './rdap.ts'
import { openReceivers, type Receivers } from './receivers.ts'
import { answerRegister, sampleRegisters } from './registers.ts'
import { answerMarkCertificate, sampleRoot } from './sample-certificates.ts'
import { answerBrowser } from './screenshot.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import { TlsServers } from './tls-servers.ts'
import { Waits } from './waits.ts'
import { answerWeb } from './web.ts'
import { answerWhois, isWhoisServer } from './whois.ts'
import { answerReverseWhois, answerWhoisHistory } from './whoisxml.ts'

export type { DomainFile } from './domain-file.ts'

/**
 * A request that the service sent. `status` is null if there was no response.
 * A WHOIS query has the method WHOIS and a URL such as `whois://server/query`. A TLS connection
 * has the method TLS and a URL such as `tls://host:443`.
 */
export interface OutgoingEntry {
  method: string
  url: string
  status: number | null
  ms: number
  at: string
}

export interface InternetOptions {
  /** Folders with test data. Default: the folder `domains/`. */
  folders?: string[]
  latencyMs?: number
  log?: (entry: OutgoingEntry) => void
}

export interface SampleInternet {
  /**
   * Answers a request as a server of the simulated internet.
   * Redirects are not followed. Bodies are compressed as Content-Encoding says. Rejects with
   * NetworkFailure if the connection fails.
   */
  fetch(request: SampleRequest): Promise<Response>
  /**
   * Starts a proxy on 127.0.0.1 that accepts `CONNECT <server>:43 HTTP/1.1`, and port 443 of the
   * web servers. Returns its port.
   */
  listenTcp(): Promise<number>
  /** Root of the certificates of all web servers, in PEM. */
  rootCertificate(): Promise<string>
  add(file: DomainFile): void
  replace(file: DomainFile): void
  /**
   * From now on, `handler` answers all requests to the host, even if the test data contains the
   * host.
   */
  serve(host: string, handler: (request: SampleRequest) => Response | Promise<Response>): void
  setLatency(ms: number): void
  readonly logLimits: HostLimits
  /** Limits of the RDAP and WHOIS servers of registries and registrars. */
  readonly registryLimits: HostLimits
  /** Limits of the web archives and of the service that runs browsers. */
  readonly readerLimits: HostLimits
  readonly receivers: Receivers
  /**
   * Domains of the test data, without the generated companies (listed-<digits>.com, .net, .org).
   */
  domains(): string[]
  close(): Promise<void>
}

type Handler = (request: SampleRequest) => Response | Promise<Response>

const OWN_DOMAINS = path.join(import.meta.dirname, 'domains')
const NOW = () => new Date()
const SILENCE_MS = 30_000

/**
 * Creates a simulated internet in this process. It opens no port, except the port of the TCP
 * proxy when `listenTcp` is called.
 */
export async function createInternet(options: InternetOptions = {}): Promise<SampleInternet> {
  const contents = new Contents()
  for (const folder of options.folders ?? [OWN_DOMAINS]) await loadFolder(contents, folder)
  const waits = new Waits()
  const logLimits = createHostLimits(Date.now)
  const registryLimits = createHostLimits(Date.now)
  const readerLimits = createHostLimits(Date.now)
  const limits = { logLimits, registryLimits, readerLimits }
  const upstreams = upstreamsOf(contents, waits, limits)
  const served = new Map<string, Handler>()
  const serve: SampleInternet['serve'] = (host, handler) =>
    void served.set(host.toLowerCase(), handler)
  const receivers = openReceivers({
    serve,
    addNames: (dns) => contents.world.addInfrastructure({ dns }),
  })
  const tlsServers = new TlsServers(contents)
  let latencyMs = options.latencyMs ?? 0
  let proxy: Awaited<ReturnType<typeof startTcpProxy>> | undefined

  const observed = async <T>(
    method: string,
    url: string,
    statusOf: (answer: T) => number | null,
    work: () => Promise<T>,
  ): Promise<T> => {
    const started = performance.now()
    const at = new Date().toISOString()
    let status: number | null = null
    try {
      const answer = await work()
      status = statusOf(answer)
      return answer
    } finally {
      options.log?.({ method, url, status, ms: Math.round(performance.now() - started), at })
    }
  }

  const answer = async (request: SampleRequest): Promise<Response> => {
    const wait = waits.of(request)
    if (latencyMs > 0) await wait(latencyMs)
    const url = new URL(request.url)
    const handler =
      served.get(url.hostname) ?? upstreams.find((upstream) => upstream.answers(url))?.handler
    return handler ? handler(request) : answerWeb(contents, request, wait)
  }

  return {
    fetch: (request) =>
      observed(
        request.method,
        request.url,
        (response) => response.status,
        () => answer(request),
      ),
    async listenTcp() {
      proxy ??= await startTcpProxy({
        whois: {
          isServer: (server) => isWhoisServer(contents, server),
          answer: (server, line) =>
            observed(
              'WHOIS',
              `whois://${server}/${line.trim()}`,
              () => 200,
              async () => {
                if (latencyMs > 0) await waits.of({ url: server })(latencyMs)
                return registryLimits.exceeded(server)
                  ? Buffer.from('% Query rate limit exceeded. Please try again later.\r\n')
                  : answerWhois(contents, server, line)
              },
            ),
        },
        tls: {
          isServer: (host) => tlsServers.isServer(host),
          accept: (host, socket) =>
            observed(
              'TLS',
              `tls://${host}:443`,
              () => 200,
              async () => {
                if (latencyMs > 0) await waits.of({ url: host })(latencyMs)
                await tlsServers.accept(host, socket)
              },
            ),
        },
      })
      return proxy.port
    },
    rootCertificate: sampleRoot,
    add: (file) => void contents.world.add(file),
    replace: (file) => void contents.world.replace(file),
    serve,
    receivers,
    logLimits,
    registryLimits,
    readerLimits,
    setLatency: (ms) => {
      latencyMs = ms
    },
    domains: () => [...contents.world.domains.keys()],
    async close() {
      waits.endAll()
      await proxy?.close()
    },
  }
}

interface Upstream {
  answers(url: URL): boolean
  handler: Handler
}

/** Simulated APIs by the beginning of the URL. A new API needs one line here. */
function upstreamsOf(
  contents: Contents,
  waits: Waits,
  {
    logLimits,
    registryLimits,
    readerLimits,
  }: Pick<SampleInternet, 'logLimits' | 'registryLimits' | 'readerLimits'>,
): Upstream[] {
  const at = (prefix: string, handler: Handler): Upstream => ({
    answers: (url) => url.href.startsWith(prefix),
    handler,
  })
  const unlessSilent =
    (handler: Handler): Handler =>
    async (request) => {
      const named = [...contents.world.domains.values()].find(
        ({ silent, domain }) => silent && request.url.includes(domain),
      )
      if (named === undefined) return handler(request)
      await waits.of(request)(SILENCE_MS)
      throw new NetworkFailure('timeout', request.url)
    }
  return [
    // Lists are at hosts of registers, so their longer prefixes come first.
    ...OFFICIAL_LISTS.map((url) => at(url, answerOfficialLists)),
    ...DNS_SERVICES.map((host) =>
      at(`https://${host}/dns-query`, (request) =>
        answerDnsOverHttps(contents, request, waits.of(request)),
      ),
    ),
    at(
      'https://crt.sh/',
      unlessSilent((request) => answerCrtSh(contents, request, NOW(), logLimits)),
    ),
    at(
      'https://api.certspotter.com/',
      unlessSilent((request) => answerCertSpotter(contents, request, logLimits)),
    ),
    at('https://api.gleif.org/api/v1/', (request) => answerGleif(contents, request)),
    ...sampleRegisters().map((register) =>
      at(`https://${register.host}/`, (request) =>
        answerRegister(register, request, registryLimits),
      ),
    ),
    at('https://login.microsoftonline.com/', (request) => answerMicrosoft(contents, request)),
    at('https://reverse-whois.whoisxmlapi.com/', (request) =>
      answerReverseWhois(contents, request),
    ),
    at('https://whois-history.whoisxmlapi.com/', (request) =>
      answerWhoisHistory(contents, request),
    ),
    at('https://api.peopledatalabs.com/', (request) => answerEnrichment(contents, request)),
    at('https://api.cloudflare.com/client/v4/accounts/', (request) =>
      answerBrowser(request, {
        load: (url) =>
          answerWeb(contents, new Request(url), waits.of({ url, signal: request.signal })),
        rendered: (url) => contents.world.renderedPage(url),
        isLimited: () => readerLimits.exceeded('api.cloudflare.com'),
      }),
    ),
    ...['https://archive.org/', 'https://web.archive.org/'].map((prefix) =>
      at(prefix, (request) => answerArchive(contents, request, readerLimits)),
    ),
    ...MODEL_HOSTS.map((host) =>
      at(`https://${host}/`, (request) => answerModel(request, waits.of(request))),
    ),
    {
      answers: (url) => contents.world.markCertificates.has(url.href),
      handler: (request) => answerMarkCertificate(contents, request),
    },
    {
      answers: (url) => isRdapHost(contents.world, url),
      handler: unlessSilent((request) => answerRdap(contents, request, registryLimits)),
    },
  ]
}
