import { isIPv6 } from 'node:net'

/** An IPv4 address, also when written as IPv6; of an IPv6 address its /64, which is one customer's. */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return ip
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const [before, after] = [groups(head), groups(tail ?? '')]
  // An IPv4 address at the end takes the place of two groups.
  const written = before.length + after.length + (address.includes('.') ? 1 : 0)
  const whole = [...before, ...Array.from({ length: tail === undefined ? 0 : 8 - written }, () => '0'), ...after]
  const first = whole.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}
