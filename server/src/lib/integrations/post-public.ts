import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { invalidAddress } from '@portal/contract/integration/model'
import ipaddr from 'ipaddr.js'

/** The whole call, with the name lookup. */
const defaultTimeoutMs = 10_000

type PostOptions = {
  /**
   * Allows http, any port and private addresses: WEBHOOK_ALLOW_PRIVATE, for
   * development and tests.
   */
  allowsPrivate: boolean
  timeoutMs?: number | undefined
}

/** The status of the response, or why there is none, as a sentence. */
type Posted = { status: number } | { error: string }

/**
 * `::127.0.0.1` and all of `::/96`: deprecated spellings of IPv4 addresses,
 * which ipaddr.js takes for public ones.
 */
const isIpv4Compatible = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 &&
  address.parts.slice(0, 6).every((part) => part === 0)

function isPublic(text: string): boolean {
  const address = ipaddr.process(text)
  return address.range() === 'unicast' && !isIpv4Compatible(address)
}

const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * Why this address can't be used, or null. The addresses that its host name
 * resolves to are checked at each call.
 */
export function addressRefusal(
  address: string,
  { allowsPrivate }: PostOptions,
): string | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return invalidAddress
  if (url.username || url.password)
    return 'The address can’t contain a user name or password'
  if (url.hash) return 'The address can’t contain a #'
  if (allowsPrivate) return null
  if (url.protocol !== 'https:') return 'The address must start with https://'
  if (url.port !== '') return 'The address must use port 443'
  const host = getHost(url)
  return isIP(host) && !isPublic(host)
    ? 'The address is in a private network'
    : null
}

/**
 * Sends JSON and reads only the response's status. Doesn't follow redirects.
 * Connects only to addresses that it checked.
 */
export async function postPublic(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  options: PostOptions,
): Promise<Posted> {
  const refusal = addressRefusal(address, options)
  if (refusal) return { error: refusal }
  const url = new URL(address)
  const { timeoutMs = defaultTimeoutMs, allowsPrivate } = options
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const addresses = await Promise.race([
      resolveHost(getHost(url)),
      rejectWhenAborted(signal),
    ])
    if (!allowsPrivate && !addresses.every(({ address }) => isPublic(address)))
      return { error: unreachable }
    return {
      status: await post(url, { headers, body }, pinned(addresses), signal),
    }
  } catch (error) {
    if (signal.aborted)
      return { error: `No response within ${timeoutMs / 1000} seconds` }
    return { error: toSentence(error) }
  }
}

type Address = { address: string; family: number }

const resolveHost = async (host: string): Promise<Address[]> =>
  isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : lookup(host, { all: true })

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), {
      once: true,
    }),
  )

/**
 * Returns these addresses even if the name now resolves to others (DNS
 * rebinding).
 */
const pinned =
  (addresses: Address[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }

const post = (
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  lookup: LookupFunction,
  signal: AbortSignal,
) =>
  new Promise<number>((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    const options = {
      method: 'POST',
      agent: false,
      lookup,
      signal,
      maxHeaderSize: 16_384,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    } as const
    const call = request(url, options, (answer) => {
      answer.on('error', () => undefined)
      answer.destroy()
      resolve(answer.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end(body)
  })

/**
 * One message for all, so that the log doesn't reveal the names and addresses
 * of a private network.
 */
const unreachable = 'The address can’t be reached'

const sentences: Record<string, string> = {
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: 'The connection was closed without a response',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate isn’t trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The TLS certificate isn’t trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The TLS certificate isn’t trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another host name',
}

const toSentence = (error: unknown): string =>
  (error instanceof Error &&
    'code' in error &&
    sentences[String(error.code)]) ||
  unreachable
