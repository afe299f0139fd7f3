import { expect, test } from 'vitest'
import { listWiderNetworks, toNetwork } from './throttle.ts'

test.for([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:0002:9::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
] as const)('%s is of %s', ([ip, network]) => {
  expect(toNetwork(ip)).toBe(network)
})

test('an IPv6 address is of a /56 and a /48, and an IPv4 address of neither', () => {
  expect(listWiderNetworks('2001:db8:1:2ab:9::1')).toEqual([
    { name: 'site', network: '2001:db8:1:200::/56' },
    { name: 'company', network: '2001:db8:1::/48' },
  ])
  for (const ip of ['192.0.2.7', '::ffff:192.0.2.7', 'not an address'])
    expect(listWiderNetworks(ip)).toEqual([])
})
